import { LOGGED_REQUEST_EXAMPLE } from '@serai/contract/account/requests.ts';
import { expect, test } from 'vitest';
import { requestHeaders, STORED_HEADERS } from './recorded-headers.ts';
import type { LoggedRequest } from './request-filters.ts';

const request = LOGGED_REQUEST_EXAMPLE as unknown as LoggedRequest;

test('the stored headers of a request are shown, and the key never is', () => {
  expect(requestHeaders(request)).toEqual([
    ['User-Agent', 'booking-engine'],
    ['X-Client-Version', '4.2.0'],
  ]);
  expect(requestHeaders({ ...request, idempotencyKey: 'once' }).at(-1)).toEqual(['Idempotency-Key', 'once']);
});

test('the hint names all headers that are stored', () => {
  const stored = requestHeaders({ ...request, idempotencyKey: 'once' });
  expect(stored).toHaveLength(3);
  for (const [name] of stored) expect(STORED_HEADERS).toContain(name);
});
