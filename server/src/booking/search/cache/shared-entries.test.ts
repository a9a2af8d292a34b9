import { once } from 'node:events';
import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type CacheNode,
  type CountedSupplier,
  cacheNode,
  countedSupplier,
  decoded,
  soldHotel,
  soldResult,
  TODAY,
} from '../../../../test/cache-under-test.ts';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { type RedisForTest, startRedis } from '../../../../test/redis.ts';
import { quietLog } from '../../../platform/database/database-log.ts';
import { connectRedis } from '../../../platform/redis.ts';
import type { SearchPart } from '../search-in-batches.ts';
import { FORMAT } from './entry-codec.ts';
import { isNearlyFull, SharedEntries } from './shared-entries.ts';

const found = await startRedis();
const HOUR_MS = 3_600_000;
const withDecoded = (part: SearchPart) => ({
  ...part,
  outcome: part.outcome.kind === 'OK' ? { kind: 'OK', value: decoded(part.outcome.value) } : part.outcome,
});
const settled = () => new Promise(resolve => setImmediate(() => setImmediate(resolve)));

describe.skipIf(found === undefined)('a shared cache', () => {
  const server = found as RedisForTest;
  let redis: Redis;
  let clock: ManualClock;
  let counted: CountedSupplier;
  let nodes: CacheNode[];
  let errors: number;

  beforeAll(async () => {
    redis = await connect();
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });
  beforeEach(async () => {
    await redis.flushall();
    clock = new ManualClock(Date.parse(TODAY));
    counted = countedSupplier();
    nodes = [];
    errors = 0;
  });
  afterEach(async () => {
    for (const { cache } of nodes) await cache.stop();
  });

  async function connect(): Promise<Redis> {
    const client = connectRedis(server.url, quietLog);
    await once(client, 'ready');
    return client;
  }

  async function start(supplier = counted): Promise<CacheNode> {
    const onError = () => {
      errors += 1;
    };
    const shared = new SharedEntries({ redis: await connect(), clock, onError });
    const node = cacheNode(clock, supplier, { shared });
    nodes.push(node);
    return node;
  }

  /** Advances the clock while the work runs, and leaves time for real messages in between. */
  async function passing<T>(work: Promise<T>, stepMs = 20): Promise<T> {
    let isOver = false;
    void work.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await new Promise(resolve => setTimeout(resolve, 2));
      if (!isOver) clock.advance(stepMs);
    }
    return work;
  }

  /** Writes run in the background, so tests wait for them. */
  const written = (count: number) =>
    expect.poll(async () => (await redis.keys(`av${FORMAT}:e:*`)).length).toBe(count);

  test('a cache entry fetched by one process can be used by another process and keeps its age', async () => {
    const [a, b] = [await start(), await start()];
    const [live] = await a.parts(['htl_1']);
    await written(1);
    clock.advance(10_000);
    const [cached] = await b.parts(['htl_1']);
    expect(cached && withDecoded(cached)).toEqual({ ...live, isCached: true });
    expect(counted.calls).toHaveLength(1);
    clock.advance(HOUR_MS - 10_000);
    await b.parts(['htl_1']);
    await expect.poll(() => counted.calls.length).toBe(2);
    const [ttl] = await Promise.all((await redis.keys(`av${FORMAT}:e:*`)).map(key => redis.pttl(key)));
    expect(ttl).toBeGreaterThan(4 * HOUR_MS - 60_000);
    expect(ttl).toBeLessThanOrEqual(4 * HOUR_MS);
  });

  test('two processes that search concurrently fetch each hotel once and share the results', async () => {
    const [a, b] = [await start(), await start()];
    const gate = Promise.withResolvers<void>();
    counted.respondWith(async ({ hotels }) => {
      await gate.promise;
      return { kind: 'OK', value: soldResult(hotels.map(({ hotelId }) => hotelId)) };
    });
    const first = a.search(['htl_1', 'htl_2']);
    await expect.poll(() => counted.calls.length).toBe(1);
    const second = b.search(['htl_2', 'htl_3']);
    await expect.poll(() => counted.calls.length).toBe(2);
    gate.resolve();
    expect(await first).toEqual({ htl_1: '10000', htl_2: '10000' });
    expect(await passing(second)).toEqual({ htl_2: '10000 cached', htl_3: '10000' });
    expect(counted.calls).toEqual([['htl_1', 'htl_2'], ['htl_3']]);
    await expect.poll(async () => (await redis.keys(`av${FORMAT}:c:*`)).length).toBe(0);
  });

  test('a process that dies during a fetch delays other processes by at most half of their remaining time', async () => {
    const [a, b] = [await start(), await start()];
    counted.respondWith(() => new Promise(() => {}));
    const stuck = a.search(['htl_2'], { timeLeftMs: 60_000 });
    await expect.poll(() => counted.calls.length).toBe(1);
    expect(await redis.keys(`av${FORMAT}:c:*`)).toHaveLength(1);
    counted.respondWith(async () => ({ kind: 'OK', value: soldResult(['htl_2']) }));
    const beganMs = clock.monotonicMs();
    expect(await passing(b.search(['htl_2'], { timeLeftMs: 2_300 }))).toEqual({ htl_2: '10000' });
    expect(clock.monotonicMs() - beganMs).toBeLessThanOrEqual(1_100);
    await passing(stuck, 500);
  });

  test('the claim on a shared entry expires before the deadline of its search', async () => {
    const a = await start();
    counted.respondWith(() => new Promise(() => {}));
    const stuck = a.search(['htl_1'], { timeLeftMs: 1_300 });
    await expect.poll(() => counted.calls.length).toBe(1);
    const [claim] = await redis.keys(`av${FORMAT}:c:*`);
    const leftMs = await redis.pttl(claim as string);
    expect(leftMs).toBeLessThanOrEqual(1_000);
    expect(leftMs).toBeGreaterThan(0);
    await passing(stuck, 100);
  });

  test('an invalidation by one process is seen by another process at its next search', async () => {
    const [a, b] = [await start(), await start()];
    await a.search(['htl_1']);
    await written(1);
    await b.search(['htl_1']);
    clock.advance(1);
    a.cache.quoted(counted.provider, soldHotel('htl_1'), true);
    await expect.poll(() => redis.keys(`av${FORMAT}:g:*`)).toHaveLength(1);
    clock.advance(1);
    counted.respondWith(async () => ({ kind: 'OK', value: soldResult(['htl_1'], 12_000) }));
    expect(await b.search(['htl_1'])).toEqual({ htl_1: '12000' });
    await expect.poll(() => a.search(['htl_1'])).toEqual({ htl_1: '12000 cached' });
    expect(counted.calls).toHaveLength(2);
  });

  test('an invalidation made while Redis is unavailable is published once Redis is back', async () => {
    const [a, b] = [await start(), await start()];
    await a.search(['htl_1']);
    await written(1);
    expect(await b.search(['htl_1'])).toEqual({ htl_1: '10000 cached' });
    server.pause();
    try {
      await passing(a.search(['htl_2']));
      a.cache.quoted(counted.provider, soldHotel('htl_1'), true);
    } finally {
      server.resume();
    }
    await expect
      .poll(async () => {
        clock.advance(1_000);
        await settled();
        await a.search([`htl_${clock.monotonicMs()}`]);
        return redis.keys(`av${FORMAT}:g:*`);
      })
      .toHaveLength(1);
    counted.respondWith(async () => ({ kind: 'OK', value: soldResult(['htl_1'], 12_000) }));
    expect(await b.search(['htl_1'])).toEqual({ htl_1: '12000' });
  });

  test('an unresponsive Redis delays one search by 50 ms and no further search until it responds', async () => {
    const a = await start();
    await a.search(['htl_1']);
    server.pause();
    try {
      let isOver = false;
      const slow = a.search(['htl_2']).finally(() => {
        isOver = true;
      });
      await settled();
      clock.advance(49);
      await settled();
      await settled();
      expect([isOver, counted.calls.length]).toEqual([false, 1]);
      clock.advance(1);
      expect(await slow).toEqual({ htl_2: '10000' });
      // From here on, the clock does not advance.
      expect(await a.search(['htl_1', 'htl_2', 'htl_3'])).toEqual({
        htl_1: '10000 cached',
        htl_2: '10000 cached',
        htl_3: '10000',
      });
      expect(errors).toBe(1);
    } finally {
      server.resume();
    }
    await expect
      .poll(async () => {
        clock.advance(1_000);
        await settled();
        await a.search([`htl_${clock.monotonicMs()}`]);
        return (await redis.keys(`av${FORMAT}:e:*`)).length;
      })
      .toBeGreaterThan(1);
  });

  test('a Redis crash or data loss causes extra supplier calls but loses no results', async () => {
    const [a, b] = [await start(), await start()];
    await a.search(['htl_1']);
    await written(1);
    await redis.flushall();
    expect(await b.search(['htl_1'])).toEqual({ htl_1: '10000' });
    await server.kill();
    expect(await passing(a.search(['htl_1', 'htl_2']))).toEqual({ htl_1: '10000 cached', htl_2: '10000' });
    a.cache.quoted(counted.provider, soldHotel('htl_1'), true);
    clock.advance(1);
    expect(await a.search(['htl_1'])).toEqual({ htl_1: '10000' });
    await server.restart();
    await expect.poll(() => redis.ping().catch(() => undefined)).toBe('PONG');
  });

  test('a shared entry that is damaged or was written by a newer version counts as missing', async () => {
    const [a, b] = [await start(), await start()];
    await a.search(['htl_1']);
    await written(1);
    const [key] = (await redis.keys(`av${FORMAT}:e:*`)) as [string];
    const bytes = (await redis.getBuffer(key)) as Buffer;
    const newer = Buffer.from(bytes);
    newer[0] = FORMAT + 1;
    const others = [newer, bytes.subarray(0, 20), Buffer.from('{}'), Buffer.alloc(0)];
    for (const [i, value] of others.entries()) {
      await redis.set(key, value);
      const fresh = i === 0 ? b : await start();
      expect(await fresh.search(['htl_1'])).toEqual({ htl_1: '10000' });
      await expect.poll(() => redis.strlen(key)).toBe(bytes.length);
    }
    await redis.del(key);
    await redis.lpush(key, 'not a string');
    expect(await (await start()).search(['htl_1'])).toEqual({ htl_1: '10000' });
  });

  test('no entries are written to Redis while it has no free memory, and searches still succeed', async () => {
    const a = await start();
    await redis.config('SET', 'maxmemory', '1');
    try {
      expect(await a.search(['htl_1'])).toEqual({ htl_1: '10000' });
      await expect.poll(() => errors).toBeGreaterThan(0);
      expect(await a.search(['htl_1', 'htl_2'])).toEqual({ htl_1: '10000 cached', htl_2: '10000' });
    } finally {
      await redis.config('SET', 'maxmemory', '0');
    }
    expect(await redis.keys(`av${FORMAT}:e:*`)).toEqual([]);
  });

  test('cache entries of a supplier that opts out of sharing stay in the process that fetched them', async () => {
    const unshared = countedSupplier({ isShared: false });
    const [a, b] = [await start(unshared), await start(unshared)];
    await a.search(['htl_1']);
    await b.search(['htl_1']);
    expect(await a.search(['htl_1'])).toEqual({ htl_1: '10000 cached' });
    a.cache.quoted(unshared.provider, soldHotel('htl_1'), true);
    await settled();
    expect([unshared.calls.length, await redis.keys('av*')]).toEqual([2, []]);
  });
});

test('Redis counts as nearly full when three quarters of its memory are used', () => {
  const info = (used: number, most: number) => `used_memory:${used}\r\nmaxmemory:${most}\r\n`;
  expect([info(74, 100), info(75, 100), info(900, 0), ''].map(isNearlyFull)).toEqual([
    false,
    true,
    false,
    false,
  ]);
});
