import { once } from 'node:events';
import fc from 'fast-check';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { type RedisForTest, startRedis } from '../../../test/redis.ts';
import { systemClock } from '../../platform/clock.ts';
import { quietLog } from '../../platform/database/database-log.ts';
import { connectRedis } from '../../platform/redis.ts';
import { describeLimiter } from './conformance/limiter-conformance.ts';
import { OPEN } from './conformance/limiter-under-test.ts';
import { MemoryLimiter } from './memory-limiter.ts';
import { RedisCounters, stateKey } from './redis-counters.ts';
import { checkEviction, RedisLimiter } from './redis-limiter.ts';
import type { KeyCounts } from './rings/key-counts.ts';

const START_MS = Date.UTC(2026, 2, 29, 0, 59, 59, 913);
const found = await startRedis();

describe.skipIf(found === undefined)('the limiter in Redis', () => {
  const server = found as RedisForTest;
  let redis: Redis;
  let second: Redis;

  beforeAll(async () => {
    redis = await connect();
    second = await connect();
  });
  afterAll(async () => {
    redis.disconnect();
    second.disconnect();
    await server.stop();
  });

  async function connect(): Promise<Redis> {
    const client = connectRedis(server.url, quietLog);
    client.options.commandTimeout = 5000;
    await once(client, 'ready');
    return client;
  }

  describeLimiter(
    async () => {
      await redis.flushall();
      const clock = new ManualClock(START_MS);
      const limiter = new RedisLimiter({ redis, clock, testTimeMs: () => clock.nowMs() });
      return {
        limiter,
        clock,
        stored: async keyId => (await redis.getBuffer(stateKey(keyId)))?.toString('hex') ?? '',
        remainingLagMs: 1000,
        close: () => limiter.close(),
      };
    },
    { runs: 120, trafficMinutes: 4 },
  );

  test('decides as the limiter in memory does, whatever the clock does', async () => {
    let decisions = 0;
    const limits = fc.record({
      perMinute: fc.integer({ min: 1, max: 5 }),
      perHour: fc.integer({ min: 1, max: 9 }),
      perDay: fc.integer({ min: 1, max: 20 }),
    });
    const gapMs = fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 0, max: 20_000 }) },
      { weight: 3, arbitrary: fc.integer({ min: -70_000, max: 4_000_000 }) },
      { weight: 1, arbitrary: fc.integer({ min: -100_000_000, max: 100_000_000 }) },
    );
    const step = fc.record({ gapMs, limits });
    const property = fc.asyncProperty(fc.array(step, { minLength: 100, maxLength: 140 }), async steps => {
      await redis.flushall();
      let timeMs = START_MS;
      const memory = new MemoryLimiter(new ManualClock(START_MS));
      const counters = new RedisCounters(redis, { testTimeMs: () => timeMs });
      const expected = [];
      const found = [];
      for (const { gapMs, limits } of steps) {
        timeMs += gapMs;
        expected.push(memory.decide('k', limits, timeMs - START_MS));
        // Sent one after the other on one connection: they run in this order without waiting for each answer.
        found.push(
          counters.decide('k', limits, 1).then(reply => ('late' in reply ? reply : reply[0]?.decision)),
        );
        decisions += 1;
      }
      expect(await Promise.all(found)).toEqual(expected);
    });
    await fc.assert(property, { numRuns: 200 });
    expect(decisions).toBeGreaterThanOrEqual(20_000);
  }, 120_000);

  test('several requests in one call are decided as they would be one after another', async () => {
    const limits = fc.record({
      perMinute: fc.integer({ min: 1, max: 12 }),
      perHour: fc.integer({ min: 1, max: 15 }),
      perDay: fc.integer({ min: 1, max: 20 }),
    });
    const step = fc.record({ gapMs: fc.nat(40_000), wanted: fc.integer({ min: 1, max: 8 }) });
    const property = fc.asyncProperty(limits, fc.array(step, { maxLength: 20 }), async (limits, steps) => {
      await redis.flushall();
      let timeMs = START_MS;
      const memory = new MemoryLimiter(new ManualClock(START_MS));
      const counters = new RedisCounters(redis, { testTimeMs: () => timeMs });
      for (const { gapMs, wanted } of steps) {
        timeMs += gapMs;
        const one = () => memory.decide('k', limits, timeMs - START_MS);
        const replies = await counters.decide('k', limits, wanted);
        if ('late' in replies) throw new Error('late without a limit');
        expect(replies.map(({ decision }) => decision)).toEqual(Array.from({ length: wanted }, one));
      }
    });
    await fc.assert(property, { numRuns: 60 });
  }, 60_000);

  test('2 nodes with 2000 parallel calls each admit exactly 600', async () => {
    const nodes = [redis, second].map(client => new RedisLimiter({ redis: client, clock: systemClock }));
    const limits = { ...OPEN, perMinute: 600 };
    const calls = nodes.flatMap(node => Array.from({ length: 2000 }, () => node.decide('parallel', limits)));
    const decisions = await Promise.all(calls);
    expect(decisions.filter(({ admitted }) => admitted)).toHaveLength(600);
  });

  test('a flushed script cache is loaded again without a failure', async () => {
    const limiter = new RedisLimiter({ redis, clock: systemClock });
    await limiter.decide('flushed', OPEN);
    await redis.script('FLUSH');
    const decisions = await Promise.all(Array.from({ length: 20 }, () => limiter.decide('flushed', OPEN)));
    expect(decisions.map(({ remaining }) => remaining[0])).toContain(1e9 - 21);
  });

  test('a key takes under 3 KB and expires a little over a day after its last use', async () => {
    await new RedisLimiter({ redis, clock: systemClock }).decide('size', OPEN);
    expect(await redis.strlen(stateKey('size'))).toBeLessThan(3072);
    const expiresMs = await redis.pttl(stateKey('size'));
    expect(expiresMs).toBeGreaterThan(86_400_000 + 360_000);
    expect(expiresMs).toBeLessThan(86_400_000 + 7_200_000);
  });

  test('a known refusal is answered without asking, for a second at most and for the same limits alone', async () => {
    const clock = new ManualClock(START_MS);
    const limiter = new RedisLimiter({ redis, clock, testTimeMs: () => clock.nowMs() });
    const limits = { ...OPEN, perMinute: 1 };
    await limiter.decide('hammer', limits);
    await limiter.decide('hammer', limits);
    expect(limiter.findRefusal('hammer', limits)).toMatchObject({ admitted: false, violated: 'minute' });
    expect(limiter.findRefusal('hammer', { ...limits })).toBeDefined();
    clock.advance(999);
    expect(limiter.findRefusal('hammer', limits)).toBeDefined();
    clock.advance(1);
    expect(limiter.findRefusal('hammer', limits)).toBeUndefined();
    await limiter.decide('hammer', limits);
    expect(limiter.findRefusal('hammer', { ...limits, perMinute: 2 })).toBeUndefined();
    expect(limiter.findRefusal('hammer', limits)).toBeUndefined();
  });

  test('a script that runs after its time does nothing', async () => {
    const counters = new RedisCounters(redis, { testTimeMs: () => START_MS });
    expect(await counters.decide('late', OPEN, 1, START_MS - 1)).toEqual({ late: true, nowMs: START_MS });
    expect(await redis.exists(stateKey('late'))).toBe(0);
    expect(await counters.decide('late', OPEN, 1, START_MS)).toMatchObject([
      { decision: { admitted: true } },
    ]);
  });

  test('what a node admitted alone is added once, in its own cells, and what has left the window is not', async () => {
    const counters = new RedisCounters(redis, { testTimeMs: () => START_MS });
    const minuteCell = Math.floor(START_MS / 250);
    const admitted: KeyCounts = [
      [
        { cell: minuteCell - 240, count: 1000 },
        { cell: minuteCell - 100, count: 7 },
        { cell: minuteCell + 5, count: 2 },
      ],
      [{ cell: Math.floor(START_MS / 15_000), count: 70_000 }],
      [],
    ];
    const before: KeyCounts = [[{ cell: minuteCell, count: 50 }], [], []];
    const addition = { keyId: 'added', token: 't1', knownBorn: 0, admitted, before };
    const born = await counters.add(addition);
    expect(await counters.add(addition)).toBe(born);
    expect((await counters.peek('added', OPEN)).decision.remaining).toEqual([1e9 - 9, 1e9 - 70_000, 1e9]);

    const empty: KeyCounts = [[], [], []];
    await counters.add({ ...addition, token: 't2', knownBorn: born, admitted: empty });
    expect((await counters.peek('added', OPEN)).decision.remaining[0]).toBe(1e9 - 9);
    await counters.add({ ...addition, token: 't3', knownBorn: born - 1, admitted: empty });
    expect((await counters.peek('added', OPEN)).decision.remaining[0]).toBe(1e9 - 59);
  });

  test('a server that may evict counters is warned about', async () => {
    const warnings: string[] = [];
    await checkEviction(redis, message => warnings.push(message));
    expect(warnings).toEqual([]);
    await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
    await checkEviction(redis, message => warnings.push(message));
    await redis.config('SET', 'maxmemory-policy', 'noeviction');
    expect(warnings).toEqual([expect.stringContaining('noeviction')]);
  });
});
