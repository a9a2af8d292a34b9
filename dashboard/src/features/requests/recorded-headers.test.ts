import { LOGGED_REQUEST_EXAMPLE } from '@serai/contract/account/requests.ts';
import { expect, test } from 'vitest';
import { HIDDEN_KEY, requestHeaders, responseHeaders } from './recorded-headers.ts';
import type { LoggedRequest } from './request-filters.ts';

const request = LOGGED_REQUEST_EXAMPLE as unknown as LoggedRequest;

test('the stored headers of a request are shown, and the key never is', () => {
  expect(requestHeaders(request)).toEqual([
    ['Authorization', HIDDEN_KEY],
    ['User-Agent', 'booking-engine'],
    ['X-Client-Version', '4.2.0'],
  ]);
  expect(requestHeaders({ ...request, idempotencyKey: 'once' }).at(-1)).toEqual(['Idempotency-Key', 'once']);
});

test('the headers of a response contain the rate limit, unless the key was rejected', () => {
  expect(responseHeaders(request)).toEqual([
    ['X-Request-ID', 'req_01J9ZD8K5N'],
    ['RateLimit', '"minute";r=412, "hour";r=14310, "day";r=180220'],
  ]);
  expect(responseHeaders({ ...request, remaining: null })).toHaveLength(1);
});

test('a response that was lost has no headers', () => {
  expect(responseHeaders({ ...request, status: 0 })).toEqual([]);
});
