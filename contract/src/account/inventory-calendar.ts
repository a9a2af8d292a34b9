/** The rooms and rates of own inventory, night by night. */
import { z } from 'zod';
import { roomCode } from '../content/room-record.ts';
import { RATE_MEMBERS } from '../inventory/inventory-cells.ts';
import { PRICE_MODELS } from '../inventory/inventory-document.ts';
import { byBand, inventoryCode, plainAmount } from '../inventory/inventory-values.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { hotelId } from '../shared/ids.ts';
import { boardCode } from '../shared/lodging.ts';
import { rule } from '../shared/rule.ts';
import { calendarDate, choice, count, currencyCode, flag } from '../shared/values.ts';

export const MAX_CALENDAR_NIGHTS = 92;
/** Nights times rooms of plans that one answer tells of. */
export const MAX_CALENDAR_CELLS = 20_000;

const DAY_MS = 86_400_000;

const shortRange = rule<{ from: string; to: string }>(['from', 'to'], function* ({ from, to }) {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  if (days < 0) {
    yield { path: ['to'], code: 'RANGE_REVERSED', message: 'Make to the same day as from, or later.' };
  }
  if (days >= MAX_CALENDAR_NIGHTS) {
    yield {
      path: ['to'],
      code: 'RANGE_TOO_LONG',
      message: `A calendar has ${MAX_CALENDAR_NIGHTS} nights at most.`,
    };
  }
});

const roomNight = () =>
  z.strictObject({
    night: calendarDate(),
    allotment: count(0, 100_000).describe('Rooms of the type, as they were last set.'),
    sold: count(0, 1_000_000),
    held: count(0, 1_000_000).describe('Kept for quotes that are still alive.'),
    free: count(0, 1_000_000),
    excess: count(0, 1_000_000).describe('How many more are sold and held than the allotment.'),
  });

const days = () => count(0, 1_000).optional();

/** What counts in a night: of the plan itself, or inherited. A member that is absent is not set by either. */
const rateNight = () =>
  z.strictObject({
    night: calendarDate(),
    amount: plainAmount()
      .optional()
      .describe('A night of the room (PER_ROOM) or of each adult (PER_PERSON).'),
    byAdults: z.record(z.string(), plainAmount()).optional().describe('By number of adults (PER_OCCUPANCY).'),
    extraAdult: plainAmount().optional(),
    children: byBand(plainAmount()).optional(),
    stopSell: flag().optional(),
    closedToArrival: flag().optional(),
    closedToDeparture: flag().optional(),
    minStayArrival: days(),
    minStayThrough: days(),
    maxStay: days(),
    minAdvance: days(),
    maxAdvance: days(),
    own: z
      .array(choice(RATE_MEMBERS))
      .describe(
        'Members that the plan names for this night itself; the others come from the plans above it.',
      ),
  });

export const showCalendar = defineOperatorOperation({
  name: 'inventory/calendar',
  role: 'read-only',
  summary: 'Show the nights of own inventory',
  description: `Rooms and rates of one property, night by night, both ends included: at most ${MAX_CALENDAR_NIGHTS} nights and ${MAX_CALENDAR_CELLS} nights of rates; name a room type where there are more. Nights without anything set are left out. Prices are as they count, derived ones reckoned and rounded, without supplements for the board. NOT_FOUND where the hotel has no inventory of its own. Only the organisation that runs the service sees it.`,
  input: z
    .strictObject({
      environment: environment(),
      hotelId: hotelId(),
      from: calendarDate(),
      to: calendarDate(),
      roomCode: roomCode().optional().describe('Only this room type.'),
    })
    .check(shortRange),
  output: z.strictObject({
    currency: currencyCode(),
    from: calendarDate(),
    to: calendarDate(),
    rooms: z.array(
      z.strictObject({
        roomCode: roomCode(),
        name: z.string(),
        nights: z.array(roomNight()),
        plans: z.array(
          z.strictObject({
            planCode: inventoryCode(),
            name: z.string(),
            board: boardCode(),
            priceModel: choice(PRICE_MODELS),
            active: flag(),
            derivedFrom: inventoryCode().nullable().describe('The plan its prices follow.'),
            nights: z.array(rateNight()),
          }),
        ),
      }),
    ),
  }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { environment: 'sandbox', hotelId: 'htl_casa_luna', from: '2027-06-01', to: '2027-06-01' },
    answer: {
      currency: 'EUR',
      from: '2027-06-01',
      to: '2027-06-01',
      rooms: [
        {
          roomCode: 'DBL',
          name: 'Double room',
          nights: [{ night: '2027-06-01', allotment: 4, sold: 1, held: 0, free: 3, excess: 0 }],
          plans: [
            {
              planCode: 'FLEX',
              name: 'Flexible',
              board: 'RO',
              priceModel: 'PER_ROOM',
              active: true,
              derivedFrom: null,
              nights: [{ night: '2027-06-01', amount: '110.00', own: ['amount'] }],
            },
          ],
        },
      ],
    },
  },
});
