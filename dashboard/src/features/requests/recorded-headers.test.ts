import { LOGGED_REQUEST_EXAMPLE } from '@serai/contract/account/requests.ts';
import { expect, test } from 'vitest';
import { HIDDEN_KEY, requestHeaders, responseHeaders, STORED_HEADERS } from './recorded-headers.ts';
import type { LoggedRequest } from './request-filters.ts';

const request = LOGGED_REQUEST_EXAMPLE as unknown as LoggedRequest;

test('the stored headers of a request are shown, and the key never is', () => {
  expect(requestHeaders(request)).toEqual([
    HIDDEN_KEY,
    ['User-Agent', 'booking-engine'],
    ['X-Client-Version', '4.2.0'],
  ]);
  expect(requestHeaders({ ...request, idempotencyKey: 'once' }).at(-1)).toEqual(['Idempotency-Key', 'once']);
});

test('the hints name all headers that are stored', () => {
  const [, ...stored] = requestHeaders({ ...request, idempotencyKey: 'once' });
  expect(stored).toHaveLength(3);
  for (const [name] of stored) expect(STORED_HEADERS.request).toContain(name);
  for (const [name] of responseHeaders(request)) expect(STORED_HEADERS.response).toContain(name);
});

test('the key has no header name, because the log does not show how the client sent it', () => {
  expect(HIDDEN_KEY).toEqual(['API key', '[not stored]']);
});

test('the headers of a response contain only what the log stores', () => {
  expect(responseHeaders(request)).toEqual([['X-Request-ID', 'req_01J9ZD8K5N']]);
});

test('a response that was lost has no headers', () => {
  expect(responseHeaders({ ...request, status: 0 })).toEqual([]);
});
