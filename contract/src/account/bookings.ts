import { z } from 'zod';
import { bookingRecord, bookingStatus, bookingSummary } from '../booking/booking-record.ts';
import { BOOKING_STATES } from '../booking/booking-states.ts';
import { bookingExample, summaryExample } from '../booking/examples/booking-example.ts';
import { audit, MAX_EXCHANGES_SHOWN } from '../booking/provider-exchange.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { bookingId, hotelId, partnerId } from '../shared/ids.ts';
import { money, nonNegativeMoney } from '../shared/money.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { rule } from '../shared/rule.ts';
import { searchText, withoutCardNumber } from '../shared/text.ts';
import {
  anyCount,
  calendarDate,
  choice,
  count,
  currencyCode,
  flag,
  instant,
  instantInput,
  timeZone,
} from '../shared/values.ts';
import {
  BOOKING_NOTE_EXAMPLE,
  BOOKING_ORIGIN_EXAMPLE,
  bookingNote,
  bookingOrigin,
  OPERATOR_HISTORY_EXAMPLE,
  operatorHistoryEntry,
} from './booking-support.ts';
import { DELIVERY_EXAMPLE, delivery } from './deliveries.ts';
import { anyPartner, orderedTimes, periodUpTo, timeRange } from './fields.ts';
import { TAKEN_EXAMPLE, takenCase } from './take-case.ts';

export const listBookings = defineOperatorOperation({
  name: 'bookings/list',
  permission: 'bookings:view',
  partner: 'optional',
  summary: 'List bookings',
  description:
    'Returns bookings, most recently changed first. `from` and `to` refer to the last change. All given filters must match.',
  input: z
    .strictObject({
      ...anyPartner(),
      ...timeRange(),
      environment: environment().optional().describe('Default: both environments.'),
      search: searchText(200)
        .optional()
        .describe(
          'The beginning of a booking ID, client reference, provider reference, confirmation number of the hotel, or word of the last name of the holder. Upper and lower case do not matter. Names are compared from the third letter on. If more than 200 bookings match in an environment, only those with the first references in alphabetical order, or with the first booking IDs if the name matches, are listed.',
        ),
      bookingId: bookingId().optional(),
      clientReference: z.string().min(1).max(64).optional().describe("The partner's client reference."),
      providerReference: z.string().min(1).max(512).optional().describe('Reference at the provider.'),
      statuses: z
        .array(bookingStatus())
        .min(1)
        .max(BOOKING_STATES.length)
        .optional()
        .describe('Only bookings in these states.'),
      hotelId: hotelId().optional(),
      createdFrom: instantInput().optional().describe('Created at this time or later.'),
      createdTo: instantInput().optional().describe('Created before this time.'),
      checkInFrom: calendarDate().optional().describe('Check-in on this date or later.'),
      checkInTo: calendarDate().optional().describe('Check-in on this date or earlier.'),
      holderLastName: z.string().min(1).max(80).optional().describe('Last name of the holder.'),
      currency: currencyCode().optional().describe('Currency of the price.'),
      isSold: flag()
        .optional()
        .describe(
          'If true, only bookings that reports count: those that were confirmed, also if they were cancelled later, and cancelled requests with a penalty. Rejected bookings and, in production, test bookings do not count.',
        ),
      needsAttention: flag().optional().describe('If true, only bookings that need attention.'),
      page: pageInput(200, 50),
    })
    .check(orderedTimes('from', 'to'), orderedTimes('createdFrom', 'createdTo')),
  output: z.strictObject({
    bookings: z.array(bookingSummary().extend({ partnerId: partnerId() })),
    page: pageOutput(),
  }),
  errors: ['INVALID_CURSOR'],
  examples: {
    request: { environment: 'sandbox', statuses: ['CONFIRMED'] },
    answer: {
      bookings: [{ ...summaryExample, partnerId: 'prt_01J9ZC4T3E' }],
      page: { nextCursor: null, hasMore: false },
    },
  },
});

export const MAX_SUMMARY_DAYS = 92;
export const DEFAULT_SUMMARY_DAYS = 30;

const input = z
  .strictObject({
    ...anyPartner(),
    environment: environment().optional().describe('Default: both environments.'),
    ...timeRange(),
  })
  .check(periodUpTo(MAX_SUMMARY_DAYS));

export const summariseBookings = defineOperatorOperation({
  name: 'bookings/summary',
  permission: 'bookings:view',
  partner: 'optional',
  summary: 'Count bookings in a period by status',
  description: `Returns the number of bookings created in a period, by their current state. Covers both environments unless one is given. \`from\` defaults to ${DEFAULT_SUMMARY_DAYS} days before \`to\`, and \`to\` defaults to the current time. If \`to\` is omitted and \`from\` is more than ${MAX_SUMMARY_DAYS} days ago, only the last ${MAX_SUMMARY_DAYS} days are counted. \`needsAttention\` does not depend on the period.`,
  input,
  output: z.strictObject({
    from: instant(),
    to: instant(),
    timeZone: timeZone().describe('Time zone of the operator, in which days begin.'),
    total: anyCount().describe('Bookings created in the period.'),
    states: z
      .array(z.strictObject({ status: bookingStatus(), count: anyCount() }))
      .describe('All states, including those without bookings.'),
    needsAttention: anyCount().describe(
      'Bookings that need attention, whenever they were created. At most 1,000 are counted.',
    ),
    created: z
      .array(
        z.strictObject({
          date: calendarDate().describe('Day in `timeZone` (`YYYY-MM-DD`).'),
          start: instant().describe('Start of the day in `timeZone`.'),
          count: anyCount(),
          states: z.array(z.strictObject({ status: bookingStatus(), count: anyCount() })),
        }),
      )
      .describe(
        'Bookings created per day, including days without bookings. `states` lists only the states that occur.',
      ),
    confirmedValue: z
      .array(money())
      .describe('Sum of the net prices of confirmed and completed bookings, one entry per currency.'),
  }),
  examples: {
    request: { environment: 'sandbox', from: '2027-02-01T00:00:00Z', to: '2027-02-02T00:00:00Z' },
    answer: {
      from: '2027-02-01T00:00:00Z',
      to: '2027-02-02T00:00:00Z',
      timeZone: 'UTC',
      total: 3,
      states: BOOKING_STATES.map(status => ({
        status,
        count: status === 'CONFIRMED' ? 2 : status === 'PENDING' ? 1 : 0,
      })),
      needsAttention: 1,
      created: [
        {
          date: '2027-02-01',
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
  permission: 'bookings:view',
  partner: ['bookingId'],
  summary: 'Show one booking',
  description:
    'Returns one booking with its history and its webhook deliveries. Partner users never get `by`. They get `evidence`, `note` and `audit` for test bookings only, because exchanges with real providers contain the cost.',
  input: z.strictObject({
    bookingId: bookingId(),
    includeAudit: flag()
      .optional()
      .describe(
        `Adds at most ${MAX_EXCHANGES_SHOWN} exchanges with the provider, the first and the most recent ones, redacted.`,
      ),
  }),
  output: z.strictObject({
    partnerId: partnerId(),
    booking: bookingRecord(),
    history: z.array(operatorHistoryEntry()).describe('Oldest first.'),
    deliveries: z.array(delivery).describe('The last 100 deliveries, newest first.'),
    audit: audit().describe('Exchanges with the provider, oldest first. Present only with `includeAudit`.'),
    origin: bookingOrigin().optional().describe('Where the booking came from. Returned only to staff.'),
    notes: z.array(bookingNote()).optional().describe('Staff notes, oldest first. Returned only to staff.'),
    taken: takenCase()
      .nullable()
      .optional()
      .describe('To whom the booking is assigned, if it needs attention. Returned only to staff.'),
    checkUnderWay: flag()
      .optional()
      .describe('Whether the outcome is being checked at the provider. Returned only to staff.'),
  }),
  errors: ['BOOKING_NOT_FOUND'],
  examples: {
    request: { bookingId: bookingExample.bookingId },
    answer: {
      partnerId: 'prt_01J9ZC4T3E',
      booking: bookingExample,
      history: OPERATOR_HISTORY_EXAMPLE,
      deliveries: [{ ...DELIVERY_EXAMPLE, bookingId: bookingExample.bookingId }],
      origin: BOOKING_ORIGIN_EXAMPLE,
      notes: [BOOKING_NOTE_EXAMPLE],
      taken: TAKEN_EXAMPLE,
      checkUnderWay: false,
    },
  },
});

/** CONFIRMED and CANCELLED record what exists at the provider. DISMISSED only clears `needsAttention`. */
export const DECISIONS = ['CONFIRMED', 'REJECTED', 'CANCELLED', 'NO_SHOW', 'DISMISSED'] as const;

const resolveInput = z
  .strictObject({
    bookingId: bookingId(),
    version: count(1, Number.MAX_SAFE_INTEGER).describe(
      'Version of the booking on which the decision is based. The request is rejected if the booking has changed since then.',
    ),
    decision: choice(DECISIONS).describe(
      'The new state of the booking. DISMISSED keeps the state and only clears `needsAttention`.',
    ),
    providerReference: z
      .string()
      .min(1)
      .max(512)
      .optional()
      .describe('Reference at the provider. Required for CONFIRMED if the booking has no reference yet.'),
    penalty: nonNegativeMoney()
      .optional()
      .describe(
        'Cancellation cost. Required for CANCELLED. The partner owes it, unless staff cancelled the booking and the operator bears the penalty.',
      ),
    evidence: withoutCardNumber(z.string().min(3).max(2_000)).describe(
      'How the facts were established: who was asked and what they replied. Stored in the history.',
    ),
  })
  .check(
    rule(['decision', 'penalty'], function* ({ decision, penalty }) {
      if ((decision === 'CANCELLED') === (penalty !== undefined)) return;
      const message = '`penalty` is required for CANCELLED and not allowed for other decisions.';
      yield { path: ['penalty'], code: 'PENALTY_MISMATCH', message };
    }),
  );

export const resolveBooking = defineOperatorOperation({
  name: 'bookings/resolve',
  permission: 'bookings:resolve',
  partner: ['bookingId'],
  summary: 'Resolve a booking manually',
  description:
    'Records a manual decision about a booking, for example because the service cannot determine its outcome. Nothing is sent to the provider. The decision adds a history entry and sends an event.',
  input: resolveInput,
  output: z.strictObject({ booking: bookingRecord() }),
  errors: ['BOOKING_NOT_FOUND', 'INVALID_STATE', 'OPERATION_IN_PROGRESS'],
  examples: {
    request: {
      bookingId: bookingExample.bookingId,
      version: 1,
      decision: 'CONFIRMED',
      providerReference: 'TP1-88213407',
      evidence: 'The provider confirmed the reservation by telephone.',
    },
    answer: { booking: bookingExample },
  },
});
