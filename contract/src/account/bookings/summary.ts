import { z } from 'zod';
import { bookingStatus } from '../../booking/booking-record.ts';
import { BOOKING_STATES } from '../../booking/booking-states.ts';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { environment } from '../../shared/answer.ts';
import { money } from '../../shared/money.ts';
import { rule } from '../../shared/rule.ts';
import { count, instant } from '../../shared/values.ts';
import { timeRange } from '../time-range.ts';

/** The longest period of one summary. */
export const MAX_SUMMARY_DAYS = 92;
export const DEFAULT_SUMMARY_DAYS = 30;
const DAY_MS = 86_400_000;

const number = () => count(0, Number.MAX_SAFE_INTEGER);

const input = z.strictObject({ environment: environment().optional(), ...timeRange() }).check(
  rule(['from', 'to'], function* ({ from, to }) {
    if (from === undefined || to === undefined) return;
    const lengthMs = Date.parse(to) - Date.parse(from);
    if (lengthMs > 0 && lengthMs <= MAX_SUMMARY_DAYS * DAY_MS) return;
    const message = `Give a later instant, at most ${MAX_SUMMARY_DAYS} days after the first.`;
    yield { path: ['to'], code: 'PERIOD_OUT_OF_RANGE', message };
  }),
);

export const summariseBookings = defineOperatorOperation({
  name: 'bookings/summary',
  role: 'read-only',
  summary: 'Count the bookings of a period',
  description: `How the bookings made in a period stand now, of both environments unless one is named. The last ${DEFAULT_SUMMARY_DAYS} days when no period is given, until now without \`to\`; of a longer one the last ${MAX_SUMMARY_DAYS} days. Those that need attention are counted whenever they were made.`,
  input,
  output: z.strictObject({
    from: instant(),
    to: instant(),
    total: number().describe('Bookings made in the period.'),
    states: z
      .array(z.strictObject({ status: bookingStatus(), count: number() }))
      .describe('Every state, those without a booking too.'),
    needsAttention: number().describe('Of all times. Past 1,000 it is not counted on.'),
    created: z
      .array(
        z.strictObject({
          start: instant().describe('Begin of a day in UTC.'),
          count: number(),
          states: z.array(z.strictObject({ status: bookingStatus(), count: number() })),
        }),
      )
      .describe('Bookings made on each day, days without any too; `states` has only those that occur.'),
    confirmedValue: z
      .array(money())
      .describe('Net price of those that are confirmed or completed, one sum for each currency.'),
  }),
  examples: {
    request: { environment: 'sandbox', from: '2027-02-01T00:00:00Z', to: '2027-02-02T00:00:00Z' },
    answer: {
      from: '2027-02-01T00:00:00Z',
      to: '2027-02-02T00:00:00Z',
      total: 3,
      states: BOOKING_STATES.map(status => ({
        status,
        count: status === 'CONFIRMED' ? 2 : status === 'PENDING' ? 1 : 0,
      })),
      needsAttention: 1,
      created: [
        {
          start: '2027-02-01T00:00:00Z',
          count: 3,
          states: [
            { status: 'PENDING', count: 1 },
            { status: 'CONFIRMED', count: 2 },
          ],
        },
      ],
      confirmedValue: [{ amount: '612.40', currency: 'EUR' }],
    },
  },
});
export type BookingsSummary = z.output<typeof summariseBookings.output>;
