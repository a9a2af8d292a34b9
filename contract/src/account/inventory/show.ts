import { z } from 'zod';
import { recordStatus } from '../../content/content-record.ts';
import { roomCode } from '../../content/room-record.ts';
import { inventoryDocument } from '../../inventory/inventory-document.ts';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { environment } from '../../shared/answer.ts';
import { hotelId } from '../../shared/ids.ts';
import { calendarDate, timeZone } from '../../shared/values.ts';

export const showInventory = defineOperatorOperation({
  name: 'inventory/show',
  role: 'read-only',
  summary: 'Show how a hotel sells its own rooms',
  description:
    'Room types, plans, cancellation policies, taxes and fees of one property, as its file gave them. NOT_FOUND where the hotel has no inventory of its own. The nights are in `inventory/calendar`. Only the organisation that runs the service sees it.',
  input: z.strictObject({ environment: environment(), hotelId: hotelId() }),
  output: z.strictObject({
    hotel: z.strictObject({
      hotelId: hotelId(),
      name: z.string(),
      status: recordStatus(),
      timeZone: timeZone().nullable(),
    }),
    document: inventoryDocument(),
    roomNames: z
      .array(z.strictObject({ roomCode: roomCode(), name: z.string() }))
      .describe('As the catalogue calls them.'),
    firstNight: calendarDate()
      .nullable()
      .describe('The first night with an allotment; null where there is none.'),
    lastNight: calendarDate().nullable(),
  }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { environment: 'sandbox', hotelId: 'htl_casa_luna' },
    answer: {
      hotel: { hotelId: 'htl_casa_luna', name: 'Casa Luna', status: 'ACTIVE', timeZone: 'Europe/Madrid' },
      document: {
        hotelId: 'htl_casa_luna',
        currency: 'EUR',
        ageBands: [],
        rooms: [
          {
            roomCode: 'DBL',
            baseOccupancy: 2,
            maxAdults: 2,
            maxChildren: 2,
            maxInfants: 0,
            maxTotal: 3,
            infantsTakeBed: false,
            freeChildren: 0,
          },
        ],
        plans: [
          {
            code: 'FLEX',
            name: { en: 'Flexible' },
            board: 'RO',
            priceModel: 'PER_ROOM',
            rooms: ['DBL'],
            payment: 'MERCHANT',
            active: true,
          },
        ],
        cancellationPolicies: [],
        charges: [],
      },
      roomNames: [{ roomCode: 'DBL', name: 'Double room' }],
      firstNight: '2027-06-01',
      lastNight: '2027-06-30',
    },
  },
});
