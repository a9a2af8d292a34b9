/** One row of the request log. */
import { z } from 'zod';
import { ERROR_CODES } from '../../errors.ts';
import { environment } from '../../shared/answer.ts';
import { bookingId, keyId, requestId } from '../../shared/ids.ts';
import { choice, count, instant } from '../../shared/values.ts';
import { rowId, secretId } from '../account-ids.ts';

const bytes = () => count(0, Number.MAX_SAFE_INTEGER);
const milliseconds = () => z.number().min(0);
const remaining = () => count(0, 1_000_000_000);

export const loggedRequest = z.strictObject({
  rowId: rowId(),
  requestId: requestId().describe('`X-Request-ID`. Clients may repeat theirs, so it is not unique.'),
  at: instant(),
  environment: environment(),
  keyId: keyId(),
  secretId: secretId().nullable(),
  address: z.string().nullable().describe('Client address.'),
  operation: z.string().nullable().describe('Name of the operation, null where no route matched.'),
  path: z.string(),
  status: count(0, 599).describe(
    'HTTP status; 0 when the answer was lost and the connection closed without one, 499 when the client went away first.',
  ),
  code: choice(ERROR_CODES).nullable().describe('Error code of the answer.'),
  reason: z
    .string()
    .nullable()
    .describe('Why it was refused, where the client is not told: unknown, revoked, expired.'),
  bytesIn: bytes(),
  bytesOut: bytes(),
  totalMs: milliseconds().describe('From arrival to the end of the answer.'),
  backendMs: milliseconds().nullable(),
  providerMs: milliseconds().nullable(),
  remaining: z
    .strictObject({ perMinute: remaining(), perHour: remaining(), perDay: remaining() })
    .nullable()
    .describe('What was left of the three windows.'),
  clientVersion: z.string().nullable(),
  userAgent: z.string().nullable(),
  idempotencyKey: z.string().nullable(),
  bookingId: bookingId().nullable(),
  resends: count(0, 100).describe('How often the gateway sent it again to another backend.'),
});

export const LOGGED_REQUEST_EXAMPLE = {
  rowId: 'log_01J9ZD8K5M',
  requestId: 'req_01J9ZD8K5N',
  at: '2026-07-02T10:15:00.120Z',
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
  resends: 0,
} satisfies z.input<typeof loggedRequest>;
