import { z } from 'zod';
import { CANCEL_MODES } from '../booking/cancel.ts';
import { ERROR_CODES } from '../errors.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { bookingId, keyId, partnerId, requestId } from '../shared/ids.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { anyCount, choice, count, instant } from '../shared/values.ts';
import { anyPartner, rowId, secretId, timeRange } from './fields.ts';

const milliseconds = () => z.number().min(0);
const remaining = () => count(0, 1_000_000_000);

export const loggedRequest = z.strictObject({
  rowId: rowId(),
  requestId: requestId().describe(
    '`X-Request-ID` of the request. Clients may reuse their own IDs, so it is not unique.',
  ),
  at: instant(),
  partnerId: partnerId(),
  environment: environment(),
  keyId: keyId(),
  secretId: secretId().nullable(),
  address: z.string().nullable().describe('Client IP address.'),
  operation: z.string().nullable().describe('Name of the operation. Null if no route matched.'),
  path: z.string(),
  status: count(0, 599).describe(
    'HTTP status. 0: the connection was closed without a response. 499: the client disconnected first.',
  ),
  code: choice(ERROR_CODES).nullable().describe('Error code of the response.'),
  reason: z
    .string()
    .nullable()
    .describe(
      'Why the key was rejected: `malformed`, `wrong-secret`, `environment`, `revoked`, `disabled` or `expired`. The client does not see this reason.',
    ),
  bytesIn: anyCount(),
  bytesOut: anyCount(),
  totalMs: milliseconds().describe('From the arrival of the request to the end of the response.'),
  backendMs: milliseconds().nullable(),
  providerMs: milliseconds().nullable(),
  remaining: z
    .strictObject({ perMinute: remaining(), perHour: remaining(), perDay: remaining() })
    .nullable()
    .describe('Requests remaining in the three rate windows.'),
  clientVersion: z.string().nullable(),
  userAgent: z.string().nullable(),
  idempotencyKey: z.string().nullable(),
  bookingId: bookingId().nullable(),
  cancelMode: choice(CANCEL_MODES)
    .nullable()
    .describe(
      'What a request to `cancel` asked for. QUOTE: only the penalty. COMMIT: the cancellation. Null for other operations and if the body was not stored.',
    ),
  resends: count(0, 100).describe('How many times the gateway sent the request again to another backend.'),
});

export const LOGGED_REQUEST_EXAMPLE = {
  rowId: 'log_01J9ZD8K5M',
  requestId: 'req_01J9ZD8K5N',
  at: '2026-07-02T10:15:00.120Z',
  partnerId: 'prt_01J9ZC4T3E',
  environment: 'production',
  keyId: '4Zk81mQpXr2T',
  secretId: 'sec_01J9ZC4T3E',
  address: '203.0.113.7',
  operation: 'availability',
  path: '/connect/hotels/v1/availability',
  status: 200,
  code: null,
  reason: null,
  bytesIn: 312,
  bytesOut: 18_204,
  totalMs: 412.6,
  backendMs: 410.1,
  providerMs: 398,
  remaining: { perMinute: 412, perHour: 14_310, perDay: 180_220 },
  clientVersion: '4.2.0',
  userAgent: 'booking-engine',
  idempotencyKey: null,
  bookingId: null,
  cancelMode: null,
  resends: 0,
} satisfies z.input<typeof loggedRequest>;

export const listRequests = defineOperatorOperation({
  name: 'requests/list',
  permission: 'requests:view',
  partner: 'optional',
  summary: 'List logged requests',
  description:
    'Returns the request log, newest first. All given filters must match. Entries are written in batches, so the last few seconds may be missing.',
  input: z.strictObject({
    ...anyPartner(),
    ...timeRange(),
    environment: environment().optional().describe('Default: both environments.'),
    status: count(0, 599).optional().describe('HTTP status.'),
    statusClass: choice(['2xx', '3xx', '4xx', '5xx'])
      .optional()
      .describe('Class of the HTTP status. Requests without a response are in `5xx`.'),
    code: choice(ERROR_CODES).optional().describe('Error code.'),
    operation: z.string().min(1).max(64).optional().describe('Name of the operation.'),
    keyId: keyId().optional(),
    address: z.string().min(1).max(64).optional().describe('Client IP address.'),
    requestId: requestId().optional(),
    idempotencyKey: z.string().min(1).max(255).optional().describe('`Idempotency-Key` of the request.'),
    bookingId: bookingId().optional(),
    page: pageInput(500, 100),
  }),
  output: z.strictObject({
    requests: z.array(loggedRequest),
    page: pageOutput(),
    retentionDays: count(1, 3_650).describe('Entries are deleted after this number of days.'),
    droppedRows: anyCount()
      .nullable()
      .describe(
        'Entries of all partners that this node has dropped since it started because of high load or an error. Null for users of partners.',
      ),
  }),
  errors: ['INVALID_CURSOR'],
  examples: {
    request: { from: '2026-07-02T10:00:00Z', operation: 'availability', status: 200 },
    answer: {
      requests: [LOGGED_REQUEST_EXAMPLE],
      page: { nextCursor: null, hasMore: false },
      retentionDays: 30,
      droppedRows: 0,
    },
  },
});

const body = () =>
  z
    .unknown()
    .describe(
      'At most 16 KiB. Values that are not loggable, such as guest data, are redacted. Null if the body was not stored.',
    );

export const showRequest = defineOperatorOperation({
  name: 'requests/show',
  permission: 'requests:view',
  partner: 'optional',
  summary: 'Show one logged request',
  description:
    'Returns one entry with its request and response bodies, if they were stored, and the other requests of the same journey.',
  input: z.strictObject({ ...anyPartner(), rowId: rowId() }),
  output: z.strictObject({
    request: loggedRequest,
    requestBody: body(),
    answerBody: body(),
    related: z
      .array(loggedRequest)
      .describe(
        'The search, the quote, the booking and its cancellations that belong together, oldest first, without this entry. They are found by the IDs in stored bodies, so some may be missing. At most 20.',
      ),
  }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { rowId: LOGGED_REQUEST_EXAMPLE.rowId },
    answer: {
      request: LOGGED_REQUEST_EXAMPLE,
      requestBody: { checkIn: '2026-08-01', checkOut: '2026-08-03', occupancies: [{ adults: 2 }] },
      answerBody: null,
      related: [],
    },
  },
});
