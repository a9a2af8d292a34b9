/** What only the TypeScript client promises. contract/conformance describes what all clients share. */
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { BOOK, failure, hangUp, type Scripted, scriptedServer, thrown } from '../../test/scripted-server.ts';
import { AbortedError, TimeoutError } from '../serai.ts';

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
  test('the timeout covers a fetch that ignores its signal', async () => {
    const deaf = server.client({ timeout: 60, fetch: () => new Promise(() => {}) });
    expect(await thrown(deaf.places.search(search))).toBeInstanceOf(TimeoutError);
  });

  test('an infinite timeout is limited to the longest delay of a timer', async () => {
    const allowed: number[] = [];
    const original = globalThis.setTimeout;
    vi.stubGlobal('setTimeout', (work: () => void, ms: number) => {
      allowed.push(ms);
      return original(work, ms);
    });
    const serai = server.client({ fetch: async () => new Response('{}') });
    await serai.content.boards({}, { timeout: Number.POSITIVE_INFINITY });
    vi.unstubAllGlobals();
    expect(allowed).toEqual([2 ** 31 - 1]);
  });
});

describe('the outcome of a failed call', () => {
  test('the error for a refused connection names the reason that the operating system gave', async () => {
    const closed = await scriptedServer();
    await closed.close();
    const error = await thrown(closed.client({ maxRetries: 1 }).bookings.create(BOOK));
    expect(error).toMatchObject({ outcome: 'not-sent', cause: { cause: { code: 'ECONNREFUSED' } } });
    expect(error.message).toContain('ECONNREFUSED');
  });

  test('after a lost response, the outcome stays unknown if the caller aborts', async () => {
    const controller = new AbortController();
    server.script(hangUp, () => controller.abort());
    const left = await thrown(server.client().bookings.create(BOOK, { signal: controller.signal }));
    expect([left.name, left.outcome]).toEqual(['AbortedError', 'unknown']);
  });
});

describe('logging', () => {
  test('the message of a logged retry contains the delay and the reason', async () => {
    const lines: string[] = [];
    server.script(hangUp, failure(503, 'SERVICE_UNAVAILABLE', { retryable: true }), FINE);
    await server.client({ logger: { warn: (message: string) => lines.push(message) } }).bookings.create(BOOK);
    expect(lines).toEqual([
      expect.stringMatching(/^booking will be retried in 0 ms: The connection for booking was interrupted: /),
      'booking will be retried in 0 ms: SERVICE_UNAVAILABLE occurred.',
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
