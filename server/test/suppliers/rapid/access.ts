/** Checks the signature and the required headers of a request, and counts requests for Rapid's rate limit headers. */
import { createHash } from 'node:crypto';
import type { SimulatedRequest, SimulatedResponse } from '../supplier-simulator.ts';
import { FORBIDDEN, invalidInput, THROTTLED, UNAUTHENTICATED } from './errors.ts';

export interface Credentials {
  apiKey: string;
  secret: string;
}

/** Rapid accepts a timestamp that differs from its own clock by a few minutes. */
const MAX_SKEW_MS = 5 * 60_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const HEADER = /^EAN apikey=([^,]+),signature=([0-9a-f]{128}),timestamp=(\d{1,12})$/;
/** Values of the `Test` header by operation. */
const TEST_VALUES: Readonly<Record<string, readonly string[]>> = {
  search: ['standard', 'service_unavailable', 'unknown_internal_error'],
  priceCheck: ['available', 'price_changed', 'sold_out', 'service_unavailable', 'unknown_internal_error'],
  book: [
    'standard',
    'complete_payment_session',
    'service_unavailable',
    'internal_server_error',
    'price_mismatch',
    'cc_declined',
    'rooms_unavailable',
  ],
  lookup: ['standard', 'degraded_response', 'service_unavailable', 'internal_server_error'],
  cancel: ['standard', 'post_stay_cancel', 'service_unavailable', 'internal_server_error'],
};
const NEEDS_CUSTOMER_IP: ReadonlySet<string> = new Set(['book', 'lookup', 'cancel']);

/** Returns the error response, or undefined if the request is accepted. */
export function checkAccess(
  operation: string,
  { headers }: SimulatedRequest,
  accounts: readonly Credentials[],
  nowMs: number,
): SimulatedResponse | undefined {
  const [, apiKey, signature, timestamp = ''] = HEADER.exec(headers.authorization ?? '') ?? [];
  const account = accounts.find(each => each.apiKey === apiKey);
  if (account === undefined || Math.abs(Number(timestamp) * 1_000 - nowMs) > MAX_SKEW_MS)
    return UNAUTHENTICATED;
  const expected = createHash('sha512').update(`${apiKey}${account.secret}${timestamp}`).digest('hex');
  if (signature !== expected) return UNAUTHENTICATED;
  if (headers.accept !== 'application/json' || headers['accept-encoding'] !== 'gzip') return FORBIDDEN;
  if ((headers['user-agent'] ?? '') === '') return FORBIDDEN;
  if (NEEDS_CUSTOMER_IP.has(operation) && headers['customer-ip'] === undefined)
    return invalidInput({ type: 'customer_ip.required', message: 'Customer-Ip header is required.' });
  const { test } = headers;
  if (test !== undefined && !(TEST_VALUES[operation] ?? []).includes(String(test)))
    return invalidInput({ type: 'test.content_invalid', message: 'Content of the test header is invalid.' });
  return undefined;
}

/** Counts the requests of a minute and of a day. The headers contain percentages, and times in milliseconds. */
export class Budget {
  #minute = { start: 0, used: 0 };
  #day = { start: 0, used: 0 };

  /** Returns the headers of the response, and whether the request exceeds the limit. */
  take(
    nowMs: number,
    perMinute: number,
    perDay: number,
  ): { headers: Record<string, string>; isThrottled: boolean } {
    this.#minute = renewed(this.#minute, nowMs - (nowMs % MINUTE_MS));
    this.#day = renewed(this.#day, nowMs - (nowMs % DAY_MS));
    const remaining = (used: number, limit: number) =>
      String(Math.max(0, Math.floor(100 - (100 * used) / limit)));
    const isThrottled = this.#minute.used > perMinute || this.#day.used > perDay;
    return {
      isThrottled,
      headers: {
        'Rate-Limit-Minute-Remaining': remaining(this.#minute.used, perMinute),
        'Rate-Limit-Minute-Reset': String(this.#minute.start + MINUTE_MS),
        'Rate-Limit-Day-Remaining': remaining(this.#day.used, perDay),
        'Rate-Limit-Day-Reset': String(this.#day.start + DAY_MS),
        'Rate-Limit-Reduction-Status': 'inactive',
        Region: 'us-west-2',
      },
    };
  }
}

function renewed(window: { start: number; used: number }, start: number) {
  return { start, used: (window.start === start ? window.used : 0) + 1 };
}

export function throttled(headers: Record<string, string>): SimulatedResponse {
  return { ...THROTTLED, headers };
}
