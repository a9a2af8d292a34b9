import { z } from 'zod';
import { UNAVAILABLE_REASONS } from '../booking/availability.ts';
import { MAX_CHILD_AGE } from '../booking/occupancy.ts';
import { roomCode } from '../content/room-record.ts';
import { inventoryDocument } from '../inventory/inventory-document.ts';
import { inventoryCode } from '../inventory/inventory-values.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { boardCode } from '../shared/lodging.ts';
import { money } from '../shared/money.ts';
import { calendarDate, choice, count, flag } from '../shared/values.ts';
import { documentVersion, MAX_LISTED_WARNINGS } from './inventory.ts';

export const MAX_SAMPLE_OFFERS = 20;

const sampleStay = () =>
  z.strictObject({
    checkIn: calendarDate(),
    checkOut: calendarDate(),
    adults: count(1, 20),
    childAges: z.array(count(0, MAX_CHILD_AGE)),
    reason: choice(UNAVAILABLE_REASONS)
      .nullable()
      .describe('Why the stay cannot be sold. Null if there are offers.'),
    offers: z
      .array(
        z.strictObject({
          roomCode: roomCode(),
          planCode: inventoryCode(),
          board: boardCode(),
          price: money().describe('Price of the stay at the rates of the property, before pricing rules.'),
          payAtProperty: money().describe('Charges that the guest pays at the property in addition.'),
          freeUntil: z
            .string()
            .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/)
            .nullable()
            .describe(
              'Until when cancelling is free, in the local time of the property. Null if cancelling is never free or always free.',
            ),
          refundable: flag().describe('Whether cancelling is free at first.'),
        }),
      )
      .describe(`Cheapest first. At most ${MAX_SAMPLE_OFFERS} are listed.`),
  });

export const setProperty = defineOperatorOperation({
  name: 'inventory/set-property',
  permission: 'inventory:edit',
  summary: 'Change rooms, rate plans, policies and charges',
  description:
    'Replaces the document of one property: its age bands, room limits, rate plans, cancellation policies, taxes and fees. It is validated like a property line in `inventory/import`. Every problem is reported, and if there is one, nothing is written. Rooms and plans that the document no longer contains are no longer sold, but their bookings and nights remain. Three sample stays show what the document sells. With `version`, `INVALID_STATE` is returned if the document has changed since you read it. A revenue manager who is restricted to certain hotels can change only those hotels.',
  input: z.strictObject({
    environment: environment(),
    document: inventoryDocument(),
    version: documentVersion()
      .optional()
      .describe(
        'The version that you read with `inventory/show`. Default: the document is replaced in any case.',
      ),
    sampleCheckIn: calendarDate()
      .optional()
      .describe('Arrival of the sample stays. Default: the first night from tomorrow that has an allotment.'),
    dryRun: flag()
      .optional()
      .describe('If true, the document is validated and the result returned, but nothing is written.'),
  }),
  output: z.strictObject({
    written: flag(),
    change: choice(['created', 'changed', 'unchanged']),
    version: documentVersion(),
    warnings: z
      .array(z.string())
      .describe(
        `Warnings about stays that cannot be sold, each with an example. At most ${MAX_LISTED_WARNINGS} are listed.`,
      ),
    samples: z.array(sampleStay()).describe('Three sample stays with what the document sells for them.'),
  }),
  errors: ['INVALID_STATE'],
  examples: {
    request: {
      environment: 'sandbox',
      version: 3,
      document: {
        hotelId: 'htl_casa_luna',
        currency: 'EUR',
        rooms: [{ roomCode: 'DBL', baseOccupancy: 2, maxAdults: 2, maxChildren: 0, maxTotal: 2 }],
        plans: [
          { code: 'FLEX', name: { en: 'Flexible' }, board: 'RO', priceModel: 'PER_ROOM', rooms: ['DBL'] },
        ],
      },
    },
    answer: {
      written: true,
      change: 'changed',
      version: 4,
      warnings: [],
      samples: [
        {
          checkIn: '2027-06-01',
          checkOut: '2027-06-02',
          adults: 2,
          childAges: [],
          reason: null,
          offers: [
            {
              roomCode: 'DBL',
              planCode: 'FLEX',
              board: 'RO',
              price: { amount: '110.00', currency: 'EUR' },
              payAtProperty: { amount: '0.00', currency: 'EUR' },
              freeUntil: null,
              refundable: false,
            },
          ],
        },
      ],
    },
  },
});
