/** The failed calls to a provider, one by one. */
import { z } from 'zod';
import { exchange, PROVIDER_OPERATIONS } from '../booking/provider-exchange.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { anyCount, choice, count, instant } from '../shared/values.ts';
import { providerId, timeRange } from './fields.ts';
import { PROVIDER_EXAMPLE } from './providers.ts';

/** Number of days for which failed calls are listed. */
export const FAILURE_DAYS = 7;
/** Number of listed entries per provider. Older entries are deleted. */
export const MAX_FAILURES = 5_000;
/** Number of failed calls per provider and minute that each process lists one by one. It only counts the others. */
export const FAILURES_PER_MINUTE = 20;

export const FAILURE_CAUSES = [
  'TIMEOUT',
  'CONNECTION',
  'SERVER',
  'CREDENTIALS',
  'THROTTLED',
  'UNREADABLE',
  'INCOMPLETE',
  'NOT_SENT',
] as const;

const failureId = () => z.string().describe('ID of a failed call (`pfl_…`).');

const cause = () =>
  choice(FAILURE_CAUSES).describe(
    'TIMEOUT: no response in time. CONNECTION: no connection. SERVER: the supplier returned an error. CREDENTIALS: it rejected the credentials. THROTTLED: it rejected the call because of its rate limit. UNREADABLE: the response could not be interpreted. INCOMPLETE: a part of the response was missing. NOT_SENT: the call could not be sent.',
  );

const failure = z.strictObject({
  failureId: failureId(),
  at: instant().describe('Start of the call. With several calls, start of the last one.'),
  operation: choice(PROVIDER_OPERATIONS),
  cause: cause(),
  calls: count(1, Number.MAX_SAFE_INTEGER).describe(
    `1 for a single call. If more than ${FAILURES_PER_MINUTE} calls to the provider fail within a minute, one entry counts the further calls with the same operation and cause. Such an entry has no details.`,
  ),
  durationMs: anyCount().nullable().describe('Null if the entry counts several calls.'),
  attempt: count(1, 1_000).nullable().describe('Starts at 1. Null if the entry counts several calls.'),
  retry: choice(['NONE', 'FAILED', 'SUCCEEDED'])
    .nullable()
    .describe(
      'Whether Serai sent the call again, and whether that succeeded. Null for bookings and cancellations, whose attempts are listed one by one, and if the entry counts several calls.',
    ),
  status: z.int().nullable().describe('HTTP status. Null if there was no response.'),
  supplierSays: z
    .string()
    .nullable()
    .describe(
      "The supplier's error message, as short plain text without personal data or credentials. Null for calls about bookings, because the message may name a guest. `providers/failure` returns the messages of calls that were made for a booking.",
    ),
  bookingId: z.string().nullable().describe('The booking that the call was made for.'),
  requestId: z
    .string()
    .nullable()
    .describe('ID of the client request that caused the call. Null if Serai made the call automatically.'),
});

const FAILURE_EXAMPLE = {
  failureId: 'pfl_6yT2vQ8mKd4RzX1pLw9c',
  at: '2026-07-02T10:14:09Z',
  operation: 'quote',
  cause: 'SERVER',
  calls: 1,
  durationMs: 812,
  attempt: 1,
  retry: 'NONE',
  status: 503,
  supplierSays: 'The service is temporarily unavailable.',
  bookingId: null,
  requestId: 'req_01J9ZD8K5N',
} satisfies z.input<typeof failure>;

export const listProviderFailures = defineOperatorOperation({
  name: 'providers/failures',
  permission: 'providers:view',
  summary: 'List failed calls to a provider',
  description: `Returns the failed calls to a provider, newest first. They are kept for ${FAILURE_DAYS} days, at most the newest ${MAX_FAILURES.toLocaleString('en')} entries. A rejection or a response without rooms is not a failure. The most recent seconds may be missing.`,
  input: z.strictObject({
    providerId: providerId(),
    operation: choice(PROVIDER_OPERATIONS).optional().describe('Default: all operations.'),
    cause: cause().optional().describe('Default: all causes.'),
    ...timeRange(),
    page: pageInput(200, 50),
  }),
  output: z.strictObject({ failures: z.array(failure), page: pageOutput() }),
  errors: ['NOT_FOUND', 'INVALID_CURSOR'],
  examples: {
    request: { providerId: PROVIDER_EXAMPLE.providerId, operation: 'quote' },
    answer: { failures: [FAILURE_EXAMPLE], page: { nextCursor: null, hasMore: false } },
  },
});

export const showProviderFailure = defineOperatorOperation({
  name: 'providers/failure',
  permission: 'providers:view',
  summary: 'Show a failed call to a provider',
  description:
    'Returns a failed call with the request and the response, if they were recorded. Credentials, card data and personal data are redacted. For a call that was made for a booking, the messages are those recorded with the booking. Bodies of other calls are cut after 8 KiB.',
  input: z.strictObject({ providerId: providerId(), failureId: failureId() }),
  output: z.strictObject({
    failure,
    exchanges: z.array(exchange).describe('Oldest first. Empty if nothing was recorded.'),
  }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { providerId: PROVIDER_EXAMPLE.providerId, failureId: FAILURE_EXAMPLE.failureId },
    answer: {
      failure: FAILURE_EXAMPLE,
      exchanges: [
        {
          provider: 'liteapi',
          operation: 'quote',
          attempt: 1,
          startedAt: '2026-07-02T10:14:09Z',
          durationMs: 812,
          outcome: 'FAILED',
          request: {
            method: 'POST',
            target: 'https://api.example.com/rates/prebook',
            headers: { 'content-type': 'application/json' },
            body: '{"offerId":"[redacted]"}',
            truncated: false,
          },
          response: {
            status: 503,
            headers: { 'content-type': 'application/json' },
            body: '{"error":{"message":"The service is temporarily unavailable."}}',
            truncated: false,
          },
        },
      ],
    },
  },
});
