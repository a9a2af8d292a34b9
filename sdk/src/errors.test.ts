import { inspect } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { failure, scriptedServer, thrown } from '../test/scripted-server.ts';
import { ERRORS } from './generated/types.ts';
import {
  ApiError,
  ConflictError,
  ConnectionError,
  ForbiddenError,
  GoneError,
  NotFoundError,
  RateLimitError,
  SeraiError,
  ServerError,
  UnauthorizedError,
  ValidationError,
} from './serai.ts';

const server = await scriptedServer();
afterAll(() => server.close());

const search = (maxRetries = 0) => server.client({ maxRetries }).places.search({ query: 'x' });

const CLASSES: Record<number, typeof ApiError> = {
  400: ValidationError,
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  410: GoneError,
  413: ValidationError,
  422: ValidationError,
  429: RateLimitError,
  500: ServerError,
  502: ServerError,
  503: ServerError,
  504: ServerError,
};

test.each(Object.entries(ERRORS))(
  'the error class for %s matches the status of that code',
  async (code, { status, retryable }) => {
    server.script(failure(status, code));
    const error = await thrown(search());
    expect(error.constructor).toBe(CLASSES[status] ?? ApiError);
    expect(error).toBeInstanceOf(SeraiError);
    expect(error).toBeInstanceOf(Error);
    expect([error.status, error.code, error.retryable, error.name]).toEqual([
      status,
      code,
      retryable,
      error.constructor.kind,
    ]);
  },
);

test('an error contains all known fields of the response and the request ID from the header', async () => {
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

test.each([undefined, '212.40', { amount: 212.4, currency: 'EUR' }, []])(
  'newPrice is null if the response contains %j instead of an amount of money',
  async newPrice => {
    server.script(failure(409, 'PRICE_CHANGED', { newPrice }));
    expect(await thrown(search())).toMatchObject({ code: 'PRICE_CHANGED', newPrice: null, replayed: false });
  },
);

test('a ValidationError shows the first details in its message and contains all of them', async () => {
  const details = ['/a', '/b', '', '/d'].map(path => ({ path, code: 'REQUIRED', message: 'Is missing.' }));
  server.script(failure(400, 'VALIDATION_ERROR', { details }));
  const error = await thrown(search());
  expect(error.message).toBe(
    `VALIDATION_ERROR occurred.
  /a: Is missing.
  /b: Is missing.
  /: Is missing.`,
  );
  expect(error.details).toEqual(details);
});

test('a RateLimitError states the exhausted window with the longest wait', async () => {
  server.script({
    ...failure(429, 'RATE_LIMIT_EXCEEDED'),
    headers: { 'retry-after': '900', ratelimit: '"minute";r=0;t=12, "hour";r=0;t=900, "day";r=80' },
  });
  expect(await thrown(search())).toMatchObject({
    window: 'hour',
    retryAfter: 900,
    requestId: 'req_test',
    retryable: true,
  });
});

test('a 409 response with an unknown error code throws a ConflictError that contains the code', async () => {
  server.script(failure(409, 'MOON_TOO_CLOSE'));
  expect(await thrown(search())).toMatchObject({
    name: 'ConflictError',
    code: 'MOON_TOO_CLOSE',
    retryable: false,
  });
});

test.each([
  [404, 'text/html', '<h1>Not found</h1>', NotFoundError, /baseUrl/],
  [403, 'text/html', 'blocked', ForbiddenError, /did not come from Serai/],
  [405, 'application/json', '{"error":"no"}', ApiError, /did not come from Serai/],
  [308, 'text/plain', '', ApiError, /redirect/],
])(
  'an error response with status %i that did not come from Serai is reported with its likely cause',
  async (status, type, body, errorClass, message) => {
    server.script({
      status,
      body,
      headers: { 'content-type': type, location: 'https://elsewhere.example/' },
    });
    const error = await thrown(search());
    expect(error).toBeInstanceOf(errorClass);
    expect([error.status, error.code]).toEqual([status, 'UNEXPECTED_ANSWER']);
    expect(error.message).toMatch(message);
    expect(server.received).toHaveLength(1);
  },
);

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
