import { z } from 'zod';
import { roomCode } from '../content/room-record.ts';
import { PRICE_MODELS } from '../inventory/inventory-document.ts';
import { MAX_CALENDAR_CELLS, MAX_CALENDAR_NIGHTS } from '../inventory/inventory-limits.ts';
import { byBand, inventoryCode, lateNight, plainAmount } from '../inventory/inventory-values.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { hotelId } from '../shared/ids.ts';
import { boardCode } from '../shared/lodging.ts';
import { rule } from '../shared/rule.ts';
import { calendarDate, choice, count, currencyCode, flag } from '../shared/values.ts';

const DAY_MS = 86_400_000;

export const shortRange = rule<{ from: string; to: string }>(['from', 'to'], function* ({ from, to }) {
  yield* lateNight(to);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  if (days < 0) {
    yield { path: ['to'], code: 'RANGE_REVERSED', message: '`to` must not be before `from`.' };
  }
  if (days >= MAX_CALENDAR_NIGHTS) {
    yield {
      path: ['to'],
      code: 'RANGE_TOO_LONG',
      message: `The range may cover at most ${MAX_CALENDAR_NIGHTS} nights.`,
    };
  }
});

const roomNight = () =>
  z.strictObject({
    night: calendarDate(),
    allotment: count(0, 100_000).describe('Number of rooms of this type that may be sold.'),
    sold: count(0, 1_000_000),
    held: count(0, 1_000_000).describe('Rooms held for unexpired quotes.'),
    free: count(0, 1_000_000),
    excess: count(0, 1_000_000).describe('Rooms sold and held beyond the allotment.'),
  });

const days = () => count(0, 1_000).optional();

/**
 * The values that apply to one night, whether the rate plan sets or inherits them. Fields without a value are
 * omitted.
 */
const rateNight = () =>
  z.strictObject({
    night: calendarDate(),
    amount: plainAmount()
      .optional()
      .describe('Price per room (PER_ROOM) or per adult (PER_PERSON) for this night.'),
    byAdults: z
      .record(z.string(), plainAmount())
      .optional()
      .describe('Price by number of adults (PER_OCCUPANCY).'),
    guestPrice: plainAmount()
      .optional()
      .describe(
        'Price of the room for this night and `guestAdults` adults, with extra adults and the board supplement. Omitted if they have no price.',
      ),
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
      .array(z.string())
      .describe(
        'Fields that the rate plan sets itself for this night. Prices by adults and by age band are listed separately, such as `byAdults.2`. All other values are inherited from the plans it derives from.',
      ),
  });

export const showCalendar = defineOperatorOperation({
  name: 'inventory/calendar',
  permission: 'inventory:view',
  summary: 'Show the calendar of own inventory',
  description: `Returns the allotments and rates of one property for each night from \`from\` to \`to\`, both included. At most ${MAX_CALENDAR_NIGHTS} nights and ${MAX_CALENDAR_CELLS} rates, one per rate plan, room type and night; specify a \`roomCode\` if there are more. Nights without values are omitted. Prices are the effective ones: derived prices are calculated and rounded. Only \`guestPrice\` includes the board supplement. Returns \`NOT_FOUND\` if the hotel has no own inventory. Available to staff only.`,
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
            guestAdults: count(1, 20).describe(
              'Number of adults that `guestPrice` is for: two, if they fit.',
            ),
            derivedFrom: inventoryCode()
              .nullable()
              .describe('The rate plan from which the prices are derived.'),
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
              guestAdults: 2,
              derivedFrom: null,
              nights: [{ night: '2027-06-01', amount: '110.00', guestPrice: '110.00', own: ['amount'] }],
            },
          ],
        },
      ],
    },
  },
});
