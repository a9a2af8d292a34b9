/** What is known of one request while it passes, and what its log row is made of. */
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
  /** Known once the key was looked up; also for a refused key, when it names an existing one. */
  record: KeyRecord | undefined;
  secretId: string | undefined;
  /** Why a key was refused. */
  reason: string | undefined;
  decision: LimitDecision | undefined;
  operation: Operation | undefined;
  requestBody: Buffer | undefined;
  /** How long the backend took. */
  backendMs: number | undefined;
  /** How often the request was sent again to a backend. */
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
