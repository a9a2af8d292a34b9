import { once } from 'node:events';
import fc from 'fast-check';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { type RedisForTest, startRedis } from '../../../test/redis.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { quietLog } from '../../platform/database/database-log.ts';
import { connectRedis } from '../../platform/redis.ts';
import { describeLimiter } from './conformance/limiter-conformance.ts';
import { OPEN } from './conformance/limiter-under-test.ts';
import type { KeyCounts } from './key-counts.ts';
import { MemoryLimiter } from './memory-limiter.ts';
import { checkEviction, decisionAt, RedisCounters, stateKey } from './redis-counters.ts';
import { RedisLimiter } from './redis-limiter.ts';

const START_MS = Date.UTC(2026, 2, 29, 0, 59, 59, 913);
const found = await startRedis();

describe.skipIf(found === undefined)('the counters in Redis', () => {
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

  /** The deadline is long, so that a busy machine does not make the limiter decide without Redis. */
  const limiterOf = (client: Redis, clock: Clock, testTimeMs?: () => number) =>
    new RedisLimiter({
      redis: client,
      clock,
      policy: 'closed',
      liveGateways: () => 1,
      deadlineMs: 10_000,
      ...(testTimeMs && { testTimeMs }),
    });
  const countersAt = (testTimeMs: () => number) =>
    new RedisCounters({ redis, clock: systemClock, deadlineMs: 10_000, testTimeMs });

  describeLimiter(
    async () => {
      await redis.flushall();
      const clock = new ManualClock(START_MS);
      const limiter = limiterOf(redis, clock, () => clock.nowMs());
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

  test('the counters in Redis agree with the in-memory limiter, even if the clock changes', async () => {
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
      const counters = countersAt(() => timeMs);
      const expected = [];
      const found = [];
      for (const { gapMs, limits } of steps) {
        timeMs += gapMs;
        expected.push(memory.decide('k', limits, timeMs - START_MS));
        // All calls are sent on one connection, so they run in this order although no response is awaited.
        found.push(
          counters.decideUntil(undefined, 'k', limits, 1).then(reply => reply && decisionAt(reply, 0)),
        );
        decisions += 1;
      }
      expect(await Promise.all(found)).toEqual(expected);
    });
    await fc.assert(property, { numRuns: 200 });
    expect(decisions).toBeGreaterThanOrEqual(20_000);
  });

  test('several requests in one Redis call are admitted or rejected as if they had arrived one after the other', async () => {
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
      const counters = countersAt(() => timeMs);
      for (const { gapMs, wanted } of steps) {
        timeMs += gapMs;
        const one = () => memory.decide('k', limits, timeMs - START_MS);
        const reply = await counters.decideUntil(undefined, 'k', limits, wanted);
        if (reply === undefined) throw new Error('late without a deadline');
        const decisions = Array.from({ length: wanted }, (_, index) => decisionAt(reply, index));
        expect(decisions).toEqual(Array.from({ length: wanted }, one));
      }
    });
    await fc.assert(property, { numRuns: 60 });
  });

  test('two nodes that share Redis together admit exactly 600 of 4,000 parallel requests', async () => {
    const nodes = [redis, second].map(client => limiterOf(client, systemClock));
    const limits = { ...OPEN, perMinute: 600 };
    const calls = nodes.flatMap(node => Array.from({ length: 2000 }, () => node.decide('parallel', limits)));
    const decisions = await Promise.all(calls);
    expect(decisions.filter(({ admitted }) => admitted)).toHaveLength(600);
  });

  test('the Redis scripts are loaded again after the script cache was flushed', async () => {
    const limiter = limiterOf(redis, systemClock);
    await limiter.decide('flushed', OPEN);
    await redis.script('FLUSH');
    const decisions = await Promise.all(Array.from({ length: 20 }, () => limiter.decide('flushed', OPEN)));
    expect(decisions.map(({ remaining }) => remaining[0])).toContain(1e9 - 21);
  });

  test('the counters of a key take less than 3 KB in Redis and expire a little more than a day after their last use', async () => {
    await limiterOf(redis, systemClock).decide('size', OPEN);
    expect(await redis.strlen(stateKey('size'))).toBeLessThan(3072);
    const expiresMs = await redis.pttl(stateKey('size'));
    expect(expiresMs).toBeGreaterThan(86_400_000 + 360_000);
    expect(expiresMs).toBeLessThan(86_400_000 + 7_200_000);
  });

  test('a rejection is cached for up to a second, unless the limits change', async () => {
    const clock = new ManualClock(START_MS);
    const limiter = limiterOf(redis, clock, () => clock.nowMs());
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

  test('a Redis script that runs too late changes no counters', async () => {
    const counters = countersAt(() => START_MS);
    expect(await counters.decideUntil(START_MS - 1, 'late', OPEN, 1)).toBeUndefined();
    expect(await redis.exists(stateKey('late'))).toBe(0);
    expect(await counters.decideUntil(START_MS, 'late', OPEN, 1)).toMatchObject({ admitted: 1 });
  });

  test('requests that a node admitted without Redis are added to Redis once, in their original cells, unless they have left the window', async () => {
    const counters = countersAt(() => START_MS);
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
    expect((await counters.peek('added', OPEN)).remaining).toEqual([1e9 - 9, 1e9 - 70_000, 1e9]);

    const empty: KeyCounts = [[], [], []];
    await counters.add({ ...addition, token: 't2', knownBorn: born, admitted: empty });
    expect((await counters.peek('added', OPEN)).remaining[0]).toBe(1e9 - 9);
    await counters.add({ ...addition, token: 't3', knownBorn: born - 1, admitted: empty });
    expect((await counters.peek('added', OPEN)).remaining[0]).toBe(1e9 - 59);
  });

  test('the limiter warns if the Redis server may evict counters', async () => {
    const warnings: string[] = [];
    await checkEviction(redis, message => warnings.push(message));
    expect(warnings).toEqual([]);
    await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
    await checkEviction(redis, message => warnings.push(message));
    await redis.config('SET', 'maxmemory-policy', 'noeviction');
    expect(warnings).toEqual([expect.stringContaining('noeviction')]);
  });
});
