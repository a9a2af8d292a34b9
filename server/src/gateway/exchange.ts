/** Everything that is known about a request while the gateway handles it. Its log row is built from this. */
import type { Operation } from '@serai/contract/operation.ts';
import type { RequestHeaders } from '../platform/http/request-headers.ts';
import type { KeyRecord } from './keys/key-record.ts';
import type { LimitDecision } from './limits/limiter.ts';

export interface Exchange {
  readonly requestId: string;
  readonly headers: RequestHeaders;
  readonly path: string;
  /** Calendar time of arrival. */
  readonly arrivedAtMs: number;
  /** Monotonic time of arrival. */
  readonly startedAtMs: number;
  address: string | undefined;
  /** Set once the key has been looked up, even if a known key is then rejected. */
  record: KeyRecord | undefined;
  secretId: string | undefined;
  /** Why the key was rejected. */
  reason: string | undefined;
  decision: LimitDecision | undefined;
  operation: Operation | undefined;
  requestBody: Buffer | undefined;
  /** How long the backend took to respond. */
  backendMs: number | undefined;
  /** How often the request was sent to a backend again. */
  resent: number;
}

export function beginExchange(
  fields: Pick<Exchange, 'requestId' | 'headers' | 'path' | 'arrivedAtMs' | 'startedAtMs'>,
): Exchange {
  return {
    ...fields,
    address: undefined,
    record: undefined,
    secretId: undefined,
    reason: undefined,
    decision: undefined,
    operation: undefined,
    requestBody: undefined,
    backendMs: undefined,
    resent: 0,
  };
}
