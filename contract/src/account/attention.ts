/** The queue of everything that needs a decision by the operator's staff. */
import { z } from 'zod';
import { bookingStatus } from '../booking/booking-record.ts';
import { STATUS_REASONS } from '../booking/booking-states.ts';
import { bookingExample } from '../booking/examples/booking-example.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { bookingId, clientReference, hotelId, partnerId } from '../shared/ids.ts';
import { money } from '../shared/money.ts';
import { withoutCardNumber } from '../shared/text.ts';
import {
  anyCount,
  calendarDate,
  choice,
  count,
  flag,
  instant,
  listCode,
  timeZone,
} from '../shared/values.ts';
import { anyPartner, endpointId } from './fields.ts';
import { TAKEN_EXAMPLE, takenCase } from './take-case.ts';
import { endpointUrl } from './webhook-endpoint.ts';

/**
 * DECISION: `needsAttention` is set. OUTCOME_UNKNOWN: the outcome at the provider has been unknown for an hour.
 * HOTEL_SILENT: the hotel has not responded to a request, and the stay begins within two days.
 */
export const ATTENTION_KINDS = ['DECISION', 'OUTCOME_UNKNOWN', 'HOTEL_SILENT'] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/**
 * Hours within which staff should decide, counted from the time when a booking entered the queue. While the outcome is
 * unknown, the guests do not know whether they have a room.
 */
export const RESPONSE_TARGET_HOURS = { outcomeUnknown: 1, other: 4 } as const;

/** Counting stops at this number for each kind. */
export const MAX_ATTENTION_COUNTED = 1_000;
export const MAX_ATTENTION_LISTED = 200;
export const DEFAULT_ATTENTION_LISTED = 100;

const queuedBooking = z.strictObject({
  bookingId: bookingId(),
  partnerId: partnerId(),
  environment: environment(),
  kind: choice(ATTENTION_KINDS).describe(
    'DECISION: Serai cannot settle the booking automatically. OUTCOME_UNKNOWN: the outcome at the provider has been unknown for an hour, and automatic checks continue. HOTEL_SILENT: the hotel has not responded to a request, and the stay begins within two days.',
  ),
  status: bookingStatus(),
  statusReason: choice(STATUS_REASONS).nullable(),
  cause: z
    .string()
    .nullable()
    .describe('Code of the cause that was recorded last, if it still applies. For example `TIMEOUT`.'),
  summary: z.string().nullable().describe('The differences that were found, in a sentence.'),
  lastEvent: z.string().nullable().describe('Type of the last event of the booking.'),
  since: instant().describe('When the booking began to wait, or its last change.'),
  deadline: instant().describe(
    'DECISION: the end of free cancellation if it is in the future, otherwise the start of the check-in day at the property. OUTCOME_UNKNOWN: when a decision is required, or the start of the check-in day if it is earlier. HOTEL_SILENT: when the request expires.',
  ),
  dueAt: instant().describe(
    `By when staff should decide: ${RESPONSE_TARGET_HOURS.outcomeUnknown} hour after the booking entered the queue while its outcome at the provider is unknown, otherwise ${RESPONSE_TARGET_HOURS.other} hours. Earlier if free cancellation ends or the check-in day at the property begins before that.`,
  ),
  net: money().describe('Net price of the booking.'),
  taken: takenCase().nullable().describe('To whom the booking is assigned. Null if it is unassigned.'),
  holder: z.strictObject({ firstName: z.string().nullable(), lastName: z.string().nullable() }),
  hotel: z.strictObject({
    hotelId: hotelId(),
    name: z.string(),
    timeZone: timeZone().nullable().describe('IANA time zone. Null if it is not known.'),
  }),
  checkIn: calendarDate(),
  checkOut: calendarDate(),
  clientReference: clientReference(),
  providerCode: listCode().describe('Code of the provider of the booking.'),
  providerReference: z.string().nullable(),
});

const orphan = z.strictObject({
  provider: listCode().describe('Code of the provider.'),
  environment: environment(),
  reference: z.string().describe('Our reference at the provider: a booking ID without `bkg_`.'),
  providerReference: z.string(),
  foundAt: instant(),
});

const missingEvents = z.strictObject({
  endpointId: endpointId(),
  partnerId: partnerId(),
  environment: environment(),
  url: endpointUrl(),
  status: choice(['ENABLED', 'PAUSED', 'DISABLED']),
  missed: count(1, MAX_ATTENTION_COUNTED).describe(
    `Events about bookings that failed permanently or are on hold, unless the partner was contacted later (\`bookings/mark-contacted\`). At most ${MAX_ATTENTION_COUNTED} are counted.`,
  ),
  since: instant().describe('Time of the oldest of these events.'),
  hasRecovered: flag().describe(
    'True if the endpoint receives events again, so that the missed events can be replayed.',
  ),
  lastError: z
    .string()
    .nullable()
    .describe(
      'Why the last attempt failed. Null if the endpoint has recovered or the reason is not recorded.',
    ),
});

const overdueCount = () => anyCount().describe('Number of bookings whose `dueAt` has passed.');

export const listAttention = defineOperatorOperation({
  name: 'attention/list',
  permission: 'bookings:resolve',
  partner: 'optional',
  summary: 'List what needs attention',
  description: `Returns the bookings that need attention, the most urgent (\`dueAt\`) first, then reservations at providers that no booking accounts for, and webhook endpoints that miss events about bookings. Test bookings in production are left out. Of each kind, at most ${MAX_ATTENTION_COUNTED.toLocaleString('en')} bookings are considered. If \`partnerId\` is given, reservations without a booking are left out. If \`providerCode\` is given, webhook endpoints are left out.`,
  input: z.strictObject({
    ...anyPartner(),
    environment: environment().optional().describe('Default: both environments.'),
    providerCode: listCode()
      .optional()
      .describe('Code of a provider: only its bookings and reservations are listed and counted.'),
    taken: choice(['MINE', 'NOBODY'])
      .optional()
      .describe(
        'MINE: only bookings that are assigned to the caller. NOBODY: only unassigned bookings. Default: all bookings.',
      ),
    limit: count(1, MAX_ATTENTION_LISTED)
      .optional()
      .describe(`Maximum number of entries in each list. Default: ${DEFAULT_ATTENTION_LISTED}.`),
  }),
  output: z.strictObject({
    count: anyCount().describe('Number of bookings and reservations that wait.'),
    overdue: overdueCount(),
    mine: anyCount().describe('Number of bookings that are assigned to the caller.'),
    notTaken: anyCount().describe('Number of unassigned bookings.'),
    bookings: z.array(queuedBooking).describe('The earliest `dueAt` first.'),
    orphans: z
      .array(orphan)
      .describe('Reservations at providers that no booking accounts for, the oldest first.'),
    endpoints: z
      .array(missingEvents)
      .describe('Endpoints that miss events about bookings, the oldest first.'),
  }),
  examples: {
    request: { environment: 'production' },
    answer: {
      count: 1,
      overdue: 0,
      mine: 1,
      notTaken: 0,
      bookings: [
        {
          bookingId: bookingExample.bookingId,
          partnerId: 'prt_01J9ZC4T3E',
          environment: 'production',
          kind: 'DECISION',
          status: 'PENDING',
          statusReason: 'OUTCOME_UNKNOWN',
          cause: 'TIMEOUT',
          summary: null,
          lastEvent: 'booking.attention_required',
          since: '2027-02-02T09:00:00Z',
          deadline: '2027-03-10T23:00:00Z',
          dueAt: '2027-02-02T10:00:00Z',
          net: bookingExample.price.net,
          taken: TAKEN_EXAMPLE,
          holder: { firstName: 'Ada', lastName: 'Moreno' },
          hotel: {
            hotelId: bookingExample.hotel.hotelId,
            name: bookingExample.hotel.name,
            timeZone: bookingExample.hotel.timeZone,
          },
          checkIn: bookingExample.checkIn,
          checkOut: bookingExample.checkOut,
          clientReference: bookingExample.clientReference,
          providerCode: 'test-1',
          providerReference: null,
        },
      ],
      orphans: [],
      endpoints: [],
    },
  },
});
export type AttentionList = z.input<typeof listAttention.output>;

export const countAttention = defineOperatorOperation({
  name: 'attention/count',
  permission: 'bookings:resolve',
  partner: 'optional',
  summary: 'Count what needs attention',
  description:
    'Returns the number of bookings that need attention and of reservations at providers that no booking accounts for. The dashboard reads it regularly, so it uses only small indexes and stops counting at a limit.',
  input: z.strictObject({
    ...anyPartner(),
    environment: environment().optional().describe('Default: both environments.'),
  }),
  output: z.strictObject({
    count: anyCount().describe(
      `At most ${MAX_ATTENTION_COUNTED.toLocaleString('en')} of each kind are counted.`,
    ),
    overdue: overdueCount(),
  }),
  examples: { request: { environment: 'production' }, answer: { count: 1, overdue: 0 } },
});

export const settleOrphan = defineOperatorOperation({
  name: 'orphans/settle',
  permission: 'bookings:resolve',
  summary: 'Remove a reservation without a booking from the queue',
  description:
    'Records what staff did about a reservation at a provider that no booking accounts for. Nothing is sent to the provider. The reservation is not reported again.',
  input: z.strictObject({
    provider: listCode().describe('Code of the provider.'),
    environment: environment(),
    reference: z.string().min(1).max(64).describe('`reference` in `attention/list`.'),
    evidence: withoutCardNumber(z.string().min(3).max(2_000)).describe(
      'What was done and who was asked. Stored in the audit log.',
    ),
  }),
  output: z.strictObject({ settled: flag().describe('False if it had already been settled.') }),
  errors: ['NOT_FOUND'],
  examples: {
    request: {
      provider: 'liteapi',
      environment: 'production',
      reference: '7Q2M4K9TXA1WZB3EHV6C',
      evidence: 'Cancelled free of charge in the portal of the provider.',
    },
    answer: { settled: true },
  },
});
