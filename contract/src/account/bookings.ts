/** Bookings as operators and partner users see them. */
import { z } from 'zod';
import { bookingRecord, bookingStatus, bookingSummary } from '../booking/booking-record.ts';
import { BOOKING_STATES } from '../booking/booking-states.ts';
import { HISTORY_EXAMPLE, historyEntry } from '../booking/bookingdetail.ts';
import { bookingExample, summaryExample } from '../booking/examples/booking-example.ts';
import { audit, MAX_EXCHANGES_SHOWN } from '../booking/provider-exchange.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { bookingId, hotelId } from '../shared/ids.ts';
import { money, nonNegativeMoney } from '../shared/money.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { rule } from '../shared/rule.ts';
import { withoutCardNumber } from '../shared/text.ts';
import { calendarDate, choice, count, flag, instant } from '../shared/values.ts';
import { DELIVERY_EXAMPLE, delivery } from './deliveries.ts';
import { timeRange } from './fields.ts';

export const listBookings = defineOperatorOperation({
  name: 'bookings/list',
  role: 'read-only',
  summary: 'List bookings',
  description: 'The bookings of the organisation, the last changed first. All filters must match.',
  input: z.strictObject({
    ...timeRange(),
    environment: environment().optional(),
    bookingId: bookingId().optional(),
    clientReference: z.string().min(1).max(64).optional(),
    providerReference: z.string().min(1).max(512).optional(),
    statuses: z.array(bookingStatus()).min(1).max(BOOKING_STATES.length).optional(),
    hotelId: hotelId().optional(),
    checkInFrom: calendarDate().optional().describe('Arrival on this day or later.'),
    checkInTo: calendarDate().optional().describe('Arrival on this day or earlier.'),
    holderLastName: z.string().min(1).max(80).optional(),
    needsAttention: flag().optional(),
    page: pageInput(200, 50),
  }),
  output: z.strictObject({ bookings: z.array(bookingSummary()), page: pageOutput() }),
  errors: ['INVALID_CURSOR'],
  examples: {
    request: { environment: 'sandbox', statuses: ['CONFIRMED'] },
    answer: {
      bookings: [summaryExample],
      page: { nextCursor: null, hasMore: false },
    },
  },
});

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

export const showBooking = defineOperatorOperation({
  name: 'bookings/show',
  role: 'read-only',
  summary: 'Show one booking',
  description: 'One booking with its history and what was told to webhook endpoints about it.',
  input: z.strictObject({
    bookingId: bookingId(),
    includeAudit: flag()
      .optional()
      .describe(`Adds the last ${MAX_EXCHANGES_SHOWN} exchanges with the provider, redacted.`),
  }),
  output: z.strictObject({
    booking: bookingRecord(),
    history: z
      .array(
        historyEntry().extend({
          evidence: z.string().nullable().describe('What an operator said who settled it by hand.'),
          by: z.string().nullable().describe('Which operator it was.'),
          note: z
            .record(z.string(), z.unknown())
            .nullable()
            .describe('What the service found: `cause`, and what differed or was charged.'),
        }),
      )
      .describe('Oldest first.'),
    deliveries: z.array(delivery).describe('The last 100, the newest first.'),
    audit: audit().describe('The exchanges with the provider, the oldest first, when asked for.'),
  }),
  errors: ['BOOKING_NOT_FOUND'],
  examples: {
    request: { bookingId: bookingExample.bookingId },
    answer: {
      booking: bookingExample,
      history: HISTORY_EXAMPLE.map(entry => ({ ...entry, evidence: null, by: null, note: null })),
      deliveries: [{ ...DELIVERY_EXAMPLE, bookingId: bookingExample.bookingId }],
    },
  },
});

/** CONFIRMED and CANCELLED say what the provider holds; DISMISSED only takes the mark away. */
export const DECISIONS = ['CONFIRMED', 'REJECTED', 'CANCELLED', 'NO_SHOW', 'DISMISSED'] as const;

const resolveInput = z
  .strictObject({
    bookingId: bookingId(),
    version: count(1, Number.MAX_SAFE_INTEGER).describe(
      'The version that was looked at; another one is refused.',
    ),
    decision: choice(DECISIONS).describe(
      'The state the booking gets. DISMISSED changes no state and only clears `needsAttention`.',
    ),
    providerReference: z
      .string()
      .min(1)
      .max(512)
      .optional()
      .describe('Reference at the provider; needed for CONFIRMED while the booking has none.'),
    penalty: nonNegativeMoney().optional().describe('What the cancellation cost; needed for CANCELLED.'),
    evidence: withoutCardNumber(z.string().min(3).max(2_000)).describe(
      'How it was found out: who was asked and what they said. Kept in the history.',
    ),
  })
  .check(
    rule(['decision', 'penalty'], function* ({ decision, penalty }) {
      if ((decision === 'CANCELLED') === (penalty !== undefined)) return;
      const message = 'Give a penalty for CANCELLED, and only then.';
      yield { path: ['penalty'], code: 'PENALTY_MISMATCH', message };
    }),
  );

export const resolveBooking = defineOperatorOperation({
  name: 'bookings/resolve',
  role: 'admin',
  summary: 'Settle a booking by hand',
  description:
    'Records what a person found out about a booking that the service cannot settle alone. It sends nothing to the provider. The decision is one more change of state, with its history entry and its event.',
  input: resolveInput,
  output: z.strictObject({ booking: bookingRecord() }),
  errors: ['BOOKING_NOT_FOUND', 'INVALID_STATE', 'OPERATION_IN_PROGRESS'],
  examples: {
    request: {
      bookingId: bookingExample.bookingId,
      version: 1,
      decision: 'CONFIRMED',
      providerReference: 'TP1-88213407',
      evidence: 'The provider confirmed it by telephone.',
    },
    answer: { booking: bookingExample },
  },
});
