/** Errors as a program meets them. */
import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failure, type ScriptedServer, scriptedServer, thrown } from '../../test/scripted-server.ts';
import { ERRORS } from '../generated/types.ts';
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
} from '../serai.ts';

let server: ScriptedServer;
beforeAll(async () => {
  server = await scriptedServer();
});
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

test.each(Object.entries(ERRORS))('%s has the class of its status', async (code, { status, retryable }) => {
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
});

test('carries all that the answer tells, and the request id of the header', async () => {
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
    message: 'PRICE_CHANGED it is.',
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
  'newPrice is null when the answer holds %j instead of an amount of money',
  async newPrice => {
    server.script(failure(409, 'PRICE_CHANGED', { newPrice }));
    expect(await thrown(search())).toMatchObject({ code: 'PRICE_CHANGED', newPrice: null, replayed: false });
  },
);

test('of what is wrong with a request the message names the first members, and details all', async () => {
  const details = ['/a', '/b', '', '/d'].map(path => ({ path, code: 'REQUIRED', message: 'Is missing.' }));
  server.script(failure(400, 'VALIDATION_ERROR', { details }));
  const error = await thrown(search());
  expect(error.message).toBe(
    'VALIDATION_ERROR it is.\n  /a: Is missing.\n  /b: Is missing.\n  /: Is missing.',
  );
  expect(error.details).toEqual(details);
});

test('a refusal by the limits names the window that is used up the longest, and the wait', async () => {
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

test('a code of a later version is an error like any other', async () => {
  server.script(failure(409, 'MOON_TOO_CLOSE'));
  expect(await thrown(search())).toMatchObject({
    name: 'ConflictError',
    code: 'MOON_TOO_CLOSE',
    retryable: false,
  });
});

test.each([
  [404, 'text/html', '<h1>Not found</h1>', NotFoundError, /baseUrl/],
  [403, 'text/html', 'blocked', ForbiddenError, /not one of the service/],
  [405, 'application/json', '{"error":"no"}', ApiError, /not one of the service/],
  [308, 'text/plain', '', ApiError, /redirects/],
])('an answer %i that is not of the service says so', async (status, type, body, errorClass, message) => {
  server.script({ status, body, headers: { 'content-type': type, location: 'https://elsewhere.example/' } });
  const error = await thrown(search());
  expect(error).toBeInstanceOf(errorClass);
  expect([error.status, error.code]).toEqual([status, 'UNEXPECTED_ANSWER']);
  expect(error.message).toMatch(message);
  expect(server.received).toHaveLength(1);
});

test('is known by its class and those above it', async () => {
  server.script(failure(404, 'HOTEL_NOT_FOUND'));
  const error = await thrown(search());
  const classes = [NotFoundError, ApiError, SeraiError, ConflictError, ConnectionError];
  expect(classes.map(each => each.is(error))).toEqual([true, true, true, false, false]);
  for (const value of [undefined, null, 'SeraiError', new Error('x'), {}]) {
    expect(SeraiError.is(value)).toBe(false);
  }
});

test('is printed with its name and what it is about', async () => {
  server.script(failure(410, 'QUOTE_EXPIRED'));
  const error = await thrown(search());
  expect(String(error)).toBe('GoneError: QUOTE_EXPIRED it is.');
  expect(inspect(error)).toMatch(/^GoneError: QUOTE_EXPIRED it is\.\n {4}at /);
  expect(inspect(error)).toContain("code: 'QUOTE_EXPIRED'");
});
