import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { scriptedServer, thrown } from '../test/scripted-server.ts';

const server = await scriptedServer();
afterAll(() => server.close());
beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

const POLICY = '"minute";q=600;w=60, "hour";q=10000;w=3600, "day";q=100000;w=86400';
const left = (minute: string, day = 'r=9') => ({
  headers: { ratelimit: `"minute";${minute}, "hour";r=99, "day";${day}`, 'ratelimit-policy': POLICY },
  body: { places: [] },
});
const query = { query: 'x' };

describe('rateLimit', () => {
  test('rateLimit shows the last reported state of the three windows, even if it came from a rejected request', async () => {
    const serai = server.client();
    expect(serai.rateLimit).toBeUndefined();
    server.script(left('r=599'), { ...left('r=0;t=12'), status: 401 }, {});
    await serai.places.search(query);
    expect(serai.rateLimit).toEqual({
      minute: { limit: 600, seconds: 60, remaining: 599, retryAfter: null },
      hour: { limit: 10_000, seconds: 3600, remaining: 99, retryAfter: null },
      day: { limit: 100_000, seconds: 86_400, remaining: 9, retryAfter: null },
      seenAt: expect.any(Date),
    });
    await thrown(serai.places.search(query));
    expect(serai.rateLimit?.minute).toMatchObject({ remaining: 0, retryAfter: 12 });
    const before = serai.rateLimit;
    await serai.places.search(query);
    expect(serai.rateLimit, 'a response without rate limit headers changes nothing').toBe(before);
  });

  test('rateLimit ignores unknown windows and parameters in the headers', async () => {
    const serai = server.client();
    server.script({ headers: { ratelimit: 'garbage, "minute";r=5;pk=:YQ==:, "week";r=1' } });
    await serai.places.search(query);
    expect(serai.rateLimit).toMatchObject({ minute: { limit: null, remaining: 5 }, hour: null, day: null });
    server.script({ headers: { ratelimit: '"default";r=5' } });
    const other = server.client();
    await other.places.search(query);
    expect(other.rateLimit).toBeUndefined();
  });
});

describe('throttle', () => {
  test('the throttle delays calls until the window allows more requests', async () => {
    const lines: string[] = [];
    const serai = server.client({ throttle: true, logger: { warn: line => lines.push(line) } });
    server.script(left('r=0;t=1'), left('r=600'));
    const startedMs = performance.now();
    await serai.places.search(query);
    await Promise.all([1, 2, 3, 4].map(() => serai.places.search(query)));
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(990);
    expect(server.received).toHaveLength(5);
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^places-search is delayed by \d+ ms because the rate limit is exhausted$/);
  });

  test('the throttle never has more requests in flight than the window allows', async () => {
    const serai = server.client({ throttle: true });
    let open = 0;
    let most = 0;
    server.script(left('r=3'), response => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        response.writeHead(200, left('r=3').headers).end('{"places":[]}');
      }, 20);
    });
    await serai.places.search(query);
    await Promise.all(Array.from({ length: 12 }, () => serai.places.search(query)));
    expect([server.received.length, most]).toEqual([13, 3]);
  });

  test('the throttle throws immediately and sends nothing if the wait would be longer than allowed', async () => {
    for (const minute of ['r=9', 'r=0;t=2']) {
      const lines: string[] = [];
      const serai = server.client({ throttle: true, logger: { warn: line => lines.push(line) } });
      server.script(left(minute, 'r=0;t=40000'));
      await serai.places.search(query);
      const error = await thrown(serai.places.search(query));
      expect(error).toMatchObject({ name: 'RateLimitError', window: 'day', requestId: null, status: 429 });
      expect(error.retryAfter).toBeGreaterThan(39_990);
      expect(server.received).toHaveLength(1);
      expect(lines, 'neither delayed nor retried').toEqual([]);
    }
  });

  test('a throttled call throws immediately when it is aborted, whether it is waiting for the window or for another response', async () => {
    const serai = server.client({ throttle: true });
    server.script(left('r=0;t=30'));
    await serai.places.search(query);
    const signal = AbortSignal.timeout(30);
    expect(await thrown(serai.places.search(query, { signal }))).toMatchObject({
      name: 'AbortedError',
      outcome: 'not-sent',
    });
    const full = server.client({ throttle: true });
    server.script(left('r=1'), () => {});
    await full.places.search(query);
    const first = thrown(full.places.search(query, { timeout: 500 }));
    const error = await thrown(full.places.search(query, { signal: AbortSignal.timeout(30) }));
    expect(error).toMatchObject({ name: 'AbortedError', outcome: 'not-sent' });
    expect((await first).name).toBe('TimeoutError');
  });

  test('the throttle is off by default', async () => {
    const serai = server.client();
    server.script(left('r=0;t=30'));
    await serai.places.search(query);
    await serai.places.search(query);
    expect(server.received).toHaveLength(2);
  });
});
