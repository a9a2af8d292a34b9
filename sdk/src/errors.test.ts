/** What only the TypeScript client promises. contract/conformance describes what all clients share. */
import { inspect } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { failure, scriptedServer, thrown } from '../test/scripted-server.ts';
import { ApiError, ConflictError, ConnectionError, NotFoundError, SeraiError } from './serai.ts';

const server = await scriptedServer();
afterAll(() => server.close());

const search = () => server.client({ maxRetries: 0 }).places.search({ query: 'x' });

test('an error as JSON contains its name, its message and all known fields of the response', async () => {
  const details = [{ path: '/rooms/0', code: 'REQUIRED', message: 'Is missing.' }];
  server.script({
    ...failure(409, 'PRICE_CHANGED', {
      details,
      requestId: 'req_body',
      retryable: false,
      bookingId: 'bkg_7',
      newPrice: { amount: '212.40', currency: 'EUR' },
      later: 1,
    }),
    headers: { 'x-request-id': 'req_header', 'idempotency-replayed': 'true' },
  });
  const error = await thrown(search());
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    name: 'ConflictError',
    message: 'PRICE_CHANGED occurred.',
    status: 409,
    code: 'PRICE_CHANGED',
    details,
    requestId: 'req_header',
    retryable: false,
    retryAfter: null,
    window: null,
    bookingId: 'bkg_7',
    newPrice: { amount: '212.40', currency: 'EUR' },
    replayed: true,
  });
});

test('is() returns true only for the class of an error and its base classes', async () => {
  server.script(failure(404, 'HOTEL_NOT_FOUND'));
  const error = await thrown(search());
  const classes = [NotFoundError, ApiError, SeraiError, ConflictError, ConnectionError];
  expect(classes.map(each => each.is(error))).toEqual([true, true, true, false, false]);
  for (const value of [undefined, null, 'SeraiError', new Error('x'), {}]) {
    expect(SeraiError.is(value)).toBe(false);
  }
});

test('a printed error shows its name and its fields', async () => {
  server.script(failure(410, 'QUOTE_EXPIRED'));
  const error = await thrown(search());
  expect(String(error)).toBe('GoneError: QUOTE_EXPIRED occurred.');
  expect(inspect(error)).toMatch(/^GoneError: QUOTE_EXPIRED occurred\.\n {4}at /);
  expect(inspect(error)).toContain("code: 'QUOTE_EXPIRED'");
});
