import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { BOOK, failure, hangUp, type Scripted, scriptedServer, thrown } from '../../test/scripted-server.ts';
import { AbortedError, ConflictError, ConnectionError, RateLimitError, TimeoutError } from '../serai.ts';

const server = await scriptedServer();
afterAll(() => server.close());
beforeEach(() => {
  // Removes the jitter, so that the tests do not wait.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

const FINE: Scripted = { body: { booking: { bookingId: 'bkg_1' }, places: [] } };
const search = { query: 'barcelona' };
const slowDown = (seconds: number): Scripted => ({
  ...failure(429, 'RATE_LIMIT_EXCEEDED'),
  headers: { 'retry-after': String(seconds) },
});

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const startedMs = performance.now();
  return [await work(), performance.now() - startedMs];
}

describe('retries', () => {
  test.each([
    ['429', slowDown(0)],
    ['503', failure(503, 'SERVICE_UNAVAILABLE', { retryable: true })],
    ['a response that is marked as retryable', failure(502, 'PROVIDER_ERROR', { retryable: true })],
    ['an operation in progress', failure(409, 'OPERATION_IN_PROGRESS', { retryable: true })],
    ['a 502 from a proxy', { status: 502, body: '<h1>Bad gateway</h1>' }],
    ['a closed connection', hangUp],
  ])('a request is retried at most twice after %s', async (_, step) => {
    const serai = server.client();
    server.script(step, step, FINE);
    await serai.places.search(search);
    expect(server.received).toHaveLength(3);
    server.script(step);
    await thrown(serai.places.search(search));
    expect(server.received).toHaveLength(3);
  });

  test('the number of retries can be set for the client or for a call', async () => {
    server.script(slowDown(0));
    await thrown(server.client({ maxRetries: 4 }).places.search(search));
    expect(server.received).toHaveLength(5);
    server.script(slowDown(0));
    await thrown(server.client({ maxRetries: 4 }).places.search(search, { maxRetries: 0 }));
    expect(server.received).toHaveLength(1);
  });

  test.each([
    [400, 'VALIDATION_ERROR'],
    [401, 'UNAUTHORIZED'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [409, 'PRICE_CHANGED'],
    [410, 'QUOTE_EXPIRED'],
    [422, 'PRICE_MISMATCH'],
    [500, 'INTERNAL_ERROR'],
  ])('a request is not retried after %i %s', async (status, code) => {
    server.script(failure(status, code));
    expect(await thrown(server.client().bookings.create(BOOK))).toMatchObject({ status, code });
    expect(server.received).toHaveLength(1);
  });

  test('all attempts of one booking or cancellation share a body and an Idempotency-Key that no other call uses', async () => {
    const serai = server.client();
    const { bookings } = serai;
    const calls = [
      () => bookings.create(BOOK),
      () => bookings.cancel({ clientReference: 'REF-1' }),
      () => bookings.create(BOOK),
    ];
    const keys: unknown[] = [];
    for (const call of calls) {
      server.script(hangUp, failure(409, 'OPERATION_IN_PROGRESS', { retryable: true }), FINE);
      await call();
      const sent = new Set(
        server.received.map(({ text, headers }) => `${headers['idempotency-key']} ${text}`),
      );
      expect([server.received.length, sent.size]).toEqual([3, 1]);
      keys.push(server.received[0]?.headers['idempotency-key']);
    }
    expect(new Set(keys).size).toBe(3);
    expect(keys.every(key => typeof key === 'string' && key.length >= 16)).toBe(true);
    server.script(FINE);
    await bookings.create(BOOK, { idempotencyKey: 'mine' });
    expect(server.received[0]?.headers['idempotency-key']).toBe('mine');
    server.script(FINE);
    await bookings.quoteCancellation({ bookingId: 'bkg_1' });
    expect(server.received[0]?.headers['idempotency-key']).toBeUndefined();
  });

  test('retry delays use full jitter below a limit that doubles from half a second to eight seconds', async () => {
    const { retryDelayMs } = await import('./retry.ts');
    const lost = new ConnectionError('lost', { outcome: 'unknown' });
    const rules = { maxRetries: 9, maxRetryAfter: 60 };
    const delays = (random: number) =>
      [1, 2, 3, 4, 5, 6, 7].map(attempt =>
        retryDelayMs(lost, { attempt, retryAfter: undefined }, rules, () => random),
      );
    expect(delays(0)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(delays(1)).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
  });
});

describe('Retry-After', () => {
  test('Retry-After is respected, both in seconds and as a date', async () => {
    const serai = server.client();
    server.script(slowDown(1), FINE);
    const [, secondsMs] = await timed(async () => serai.places.search(search));
    expect(secondsMs).toBeGreaterThanOrEqual(990);
    const date = new Date(Date.now() + 1500).toUTCString();
    server.script({ ...slowDown(0), headers: { 'retry-after': date } }, FINE);
    await serai.places.search(search);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(date));
  });

  test('a call throws within one second if Retry-After is 40,000 seconds', async () => {
    server.script(slowDown(40_000));
    const [error, ms] = await timed(() => thrown(server.client().places.search(search)));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error.retryAfter).toBe(40_000);
    expect(server.received).toHaveLength(1);
    expect(ms).toBeLessThan(1000);
  });

  test('Retry-After is respected up to the maximum that is set for the client or the call', async () => {
    server.script(slowDown(1), FINE);
    await thrown(server.client({ maxRetryAfter: 0 }).places.search(search));
    expect(server.received).toHaveLength(1);
    server.script(slowDown(1), FINE);
    await server.client({ maxRetryAfter: 0 }).places.search(search, { maxRetryAfter: 1 });
    expect(server.received).toHaveLength(2);
  });

  test('a call is not retried if a proxy sends a Retry-After above the maximum', async () => {
    server.script({ status: 503, body: 'busy', headers: { 'retry-after': '40000' } });
    expect(await thrown(server.client().places.search(search))).toBeInstanceOf(ConnectionError);
    expect(server.received).toHaveLength(1);
  });
});

describe('aborts', () => {
  test('an abort during the wait before a retry makes the call throw immediately', async () => {
    server.script(slowDown(30));
    const controller = new AbortController();
    const logger = { warn: () => void setTimeout(() => controller.abort(new Error('enough')), 50) };
    const [error, ms] = await timed(() =>
      thrown(server.client({ logger }).bookings.create(BOOK, { signal: controller.signal })),
    );
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ outcome: 'not-sent', cause: { message: 'enough' } });
    expect(ms).toBeLessThan(10_000);
  });

  test('an abort during a request makes the call throw with an unknown outcome', async () => {
    const controller = new AbortController();
    server.script(() => controller.abort());
    const error = await thrown(server.client().bookings.create(BOOK, { signal: controller.signal }));
    expect(error).toBeInstanceOf(AbortedError);
    expect(error.outcome).toBe('unknown');
  });

  test('a signal that is already aborted prevents the request', async () => {
    server.script(FINE);
    const error = await thrown(server.client().bookings.create(BOOK, { signal: AbortSignal.abort() }));
    expect([error.name, error.outcome, server.received.length]).toEqual(['AbortedError', 'not-sent', 0]);
  });

  test('a call leaves no listener on a long-lived signal', async () => {
    server.script(FINE);
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    await server.client().places.search(search, { signal });
    expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(
      added.mock.calls.map(([, listener]) => listener),
    );
  });
});

describe('a timeout', () => {
  test('a timeout is not retried and leaves the outcome unknown', async () => {
    server.script(() => {});
    const error = await thrown(server.client({ timeout: 60 }).bookings.create(BOOK));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ outcome: 'unknown', timeout: 60 });
    expect(server.received).toHaveLength(1);
  });

  test('the timeout covers a body that never ends and a fetch that ignores its signal', async () => {
    server.script(response => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"places":');
    });
    expect(await thrown(server.client().places.search(search, { timeout: 60 }))).toBeInstanceOf(TimeoutError);
    const deaf = server.client({ timeout: 60, fetch: () => new Promise(() => {}) });
    expect(await thrown(deaf.places.search(search))).toBeInstanceOf(TimeoutError);
  });

  test('the default timeout is 15 seconds longer than the timeout of the operation or the timeout in the request settings', async () => {
    const allowed: number[] = [];
    const original = globalThis.setTimeout;
    vi.stubGlobal('setTimeout', (work: () => void, ms: number) => {
      allowed.push(ms);
      return original(work, ms);
    });
    const serai = server.client({ fetch: async () => new Response('{}') });
    await serai.bookings.create(BOOK);
    await serai.bookings.create({ ...BOOK, settings: { timeout: 20_000 } });
    await serai.hotels.prebooking({ offerId: 'off_1' });
    await serai.content.boards();
    await serai.content.boards({}, { timeout: Number.POSITIVE_INFINITY });
    vi.unstubAllGlobals();
    expect(allowed).toEqual([75_000, 35_000, 45_000, 30_000, 2 ** 31 - 1]);
  });
});

describe('the outcome of a failed call', () => {
  test('the outcome of a call is not-sent if the connection is refused', async () => {
    const { port } = new URL(server.url);
    const closed = await scriptedServer();
    await closed.close();
    expect(closed.url).not.toContain(`:${port}`);
    const error = await thrown(closed.client({ maxRetries: 1 }).bookings.create(BOOK));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ outcome: 'not-sent', cause: { cause: { code: 'ECONNREFUSED' } } });
    expect(error.message).toContain('ECONNREFUSED');
  });

  test.each([
    ['a closed connection', hangUp, null],
    ['a 5xx response without a Serai error body', { status: 504, body: '<html>' }, 504],
    [
      'a 502 from a proxy whose JSON resembles a Serai error body',
      {
        status: 502,
        body: { error: { code: 'BadGateway', message: 'The upstream closed the connection.' } },
      },
      502,
    ],
    ['a 200 response that is not JSON', { status: 200, body: '<html>Sign in to the network' }, 200],
    [
      'a truncated response',
      (response: import('node:http').ServerResponse) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{', () => response.socket?.destroy());
      },
      null,
    ],
  ])('the outcome of a create call is unknown after %s', async (_, step, status) => {
    server.script(step);
    const error = await thrown(server.client({ maxRetries: 0 }).bookings.create(BOOK));
    expect(error).toBeInstanceOf(ConnectionError);
    expect([error.outcome, error.status]).toEqual(['unknown', status]);
  });

  test('after a lost response, the outcome stays unknown if a later attempt is rejected before the server examines the request', async () => {
    const refused = [
      slowDown(40_000),
      failure(503, 'SERVICE_UNAVAILABLE', { retryable: true }),
      failure(401, 'UNAUTHORIZED'),
      // A response from a proxy that cannot reach the server contains no information about the booking.
      { status: 404, body: '<h1>No such site</h1>' },
      { status: 302, body: '' },
    ];
    for (const last of refused) {
      server.script(hangUp, last);
      const error = await thrown(server.client({ maxRetries: 1 }).bookings.create(BOOK));
      expect(error).toBeInstanceOf(ConnectionError);
      expect(error.outcome).toBe('unknown');
      expect(error.cause.status).toBe(last.status);
      expect(error.message).toContain('may have been carried out');
    }
    server.script(hangUp, slowDown(40_000));
    const error = await thrown(server.client().places.search(search));
    expect(error, 'the outcome is irrelevant for a read').toBeInstanceOf(RateLimitError);
  });

  test('after a lost response, the outcome stays unknown if the server becomes unreachable or the caller aborts', async () => {
    const gone = await scriptedServer();
    gone.script(response => {
      hangUp(response);
      void gone.close();
    });
    const error = await thrown(gone.client().bookings.create(BOOK));
    expect([error.name, error.outcome, error.cause.outcome]).toEqual([
      'ConnectionError',
      'unknown',
      'not-sent',
    ]);

    const controller = new AbortController();
    server.script(hangUp, () => controller.abort());
    const left = await thrown(server.client().bookings.create(BOOK, { signal: controller.signal }));
    expect([left.name, left.outcome]).toEqual(['AbortedError', 'unknown']);
  });

  test('after a lost response, the outcome is known if a later attempt gets a definite rejection', async () => {
    server.script(hangUp, failure(409, 'BOOKING_REJECTED', { bookingId: 'bkg_9' }));
    const error = await thrown(server.client().bookings.create(BOOK));
    expect(error).toBeInstanceOf(ConflictError);
    expect(error.bookingId).toBe('bkg_9');
  });
});

describe('logging', () => {
  test('the logger receives every retry with its reason and delay', async () => {
    const lines: [string, Record<string, unknown>][] = [];
    const logger = {
      warn: (message: string, fields: Record<string, unknown>) => lines.push([message, fields]),
    };
    server.script(slowDown(1), hangUp, FINE);
    await server.client({ logger }).bookings.create(BOOK);
    expect(lines).toEqual([
      [
        'booking will be retried in 1000 ms: RATE_LIMIT_EXCEEDED occurred.',
        {
          operation: 'booking',
          attempt: 1,
          reason: 'RATE_LIMIT_EXCEEDED',
          delayMs: 1000,
          requestId: 'req_test',
        },
      ],
      [
        expect.stringMatching(
          /^booking will be retried in 0 ms: The connection for booking was interrupted: /,
        ),
        { operation: 'booking', attempt: 2, reason: 'ConnectionError', delayMs: 0, requestId: null },
      ],
    ]);
  });

  test('a call succeeds even if the logger throws', async () => {
    const logger = {
      debug() {
        throw new Error('disk full');
      },
      warn() {
        throw new Error('disk full');
      },
    };
    server.script(hangUp, FINE);
    await server.client({ logger }).bookings.create(BOOK);
    expect(server.received).toHaveLength(2);
  });
});
