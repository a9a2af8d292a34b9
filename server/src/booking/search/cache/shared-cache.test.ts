/** Two processes on one Redis, and what becomes of them without it. */
import { once } from 'node:events';
import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type CacheNode,
  type CountedSupplier,
  cacheNode,
  countedSupplier,
  soldAnswer,
  soldHotel,
  TODAY,
} from '../../../../test/cache-under-test.ts';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { type RedisForTest, startRedis } from '../../../../test/redis.ts';
import { quietLog } from '../../../platform/database/database-log.ts';
import { connectRedis } from '../../../platform/redis.ts';
import { isNearlyFull, SharedEntries } from './shared-entries.ts';

const found = await startRedis();
const HOUR_MS = 3_600_000;
const settled = () => new Promise(resolve => setImmediate(() => setImmediate(resolve)));

describe.skipIf(found === undefined)('a shared cache', () => {
  const server = found as RedisForTest;
  let redis: Redis;
  let clock: ManualClock;
  let company: CountedSupplier;
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
    company = countedSupplier();
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

  async function start(supplier = company): Promise<CacheNode> {
    const onError = () => {
      errors += 1;
    };
    const shared = new SharedEntries({ redis: await connect(), clock, onError });
    const node = cacheNode(clock, supplier, { shared });
    nodes.push(node);
    return node;
  }

  /** Lets time pass while something runs, as far as real messages allow. */
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

  /** Writing is not waited for by anybody. */
  const written = (count: number) =>
    expect.poll(async () => (await redis.keys('av1:e:*')).length).toBe(count);

  test('what one process fetched serves the other, with its age', async () => {
    const [a, b] = [await start(), await start()];
    const [live] = await a.parts(['htl_1']);
    await written(1);
    clock.advance(10_000);
    const [kept] = await b.parts(['htl_1']);
    expect(kept).toEqual({ ...live, isCached: true });
    expect(company.asked).toHaveLength(1);
    clock.advance(HOUR_MS - 10_000);
    await b.parts(['htl_1']);
    await expect.poll(() => company.asked.length).toBe(2);
    const [ttl] = await Promise.all((await redis.keys('av1:e:*')).map(key => redis.pttl(key)));
    expect(ttl).toBeGreaterThan(4 * HOUR_MS - 60_000);
    expect(ttl).toBeLessThanOrEqual(4 * HOUR_MS);
  });

  test('two processes at once ask for each hotel once; who waits gets the answer of the other', async () => {
    const [a, b] = [await start(), await start()];
    const gate = Promise.withResolvers<void>();
    company.say(async ({ hotels }) => {
      await gate.promise;
      return { kind: 'OK', value: soldAnswer(hotels.map(({ hotelId }) => hotelId)) };
    });
    const first = a.search(['htl_1', 'htl_2']);
    await expect.poll(() => company.asked.length).toBe(1);
    const second = b.search(['htl_2', 'htl_3']);
    await expect.poll(() => company.asked.length).toBe(2);
    gate.resolve();
    expect(await first).toEqual({ htl_1: '10000', htl_2: '10000' });
    expect(await passing(second)).toEqual({ htl_2: '10000 kept', htl_3: '10000' });
    expect(company.asked).toEqual([['htl_1', 'htl_2'], ['htl_3']]);
    await expect.poll(async () => (await redis.keys('av1:c:*')).length).toBe(0);
  });

  test('a process that dies while it fetches costs others half of their time at most', async () => {
    const [a, b] = [await start(), await start()];
    company.say(() => new Promise(() => {}));
    const stuck = a.search(['htl_2'], { timeLeftMs: 60_000 });
    await expect.poll(() => company.asked.length).toBe(1);
    expect(await redis.keys('av1:c:*')).toHaveLength(1);
    company.say(async () => ({ kind: 'OK', value: soldAnswer(['htl_2']) }));
    const beganMs = clock.monotonicMs();
    expect(await passing(b.search(['htl_2'], { timeLeftMs: 2_300 }))).toEqual({ htl_2: '10000' });
    expect(clock.monotonicMs() - beganMs).toBeLessThanOrEqual(1_100);
    await passing(stuck, 500);
  });

  test('a claim ends with the deadline it was made for', async () => {
    const a = await start();
    company.say(() => new Promise(() => {}));
    const stuck = a.search(['htl_1'], { timeLeftMs: 1_300 });
    await expect.poll(() => company.asked.length).toBe(1);
    const [claim] = await redis.keys('av1:c:*');
    const leftMs = await redis.pttl(claim as string);
    expect(leftMs).toBeLessThanOrEqual(1_000);
    expect(leftMs).toBeGreaterThan(0);
    await passing(stuck, 100);
  });

  test('a quote that differs on one process is seen by the other at its next search', async () => {
    const [a, b] = [await start(), await start()];
    await a.search(['htl_1']);
    await written(1);
    await b.search(['htl_1']);
    clock.advance(1);
    a.cache.quoted(company.provider, soldHotel('htl_1'), true);
    await expect.poll(() => redis.keys('av1:g:*')).toHaveLength(1);
    clock.advance(1);
    company.say(async () => ({ kind: 'OK', value: soldAnswer(['htl_1'], 12_000) }));
    expect(await b.search(['htl_1'])).toEqual({ htl_1: '12000' });
    await expect.poll(() => a.search(['htl_1'])).toEqual({ htl_1: '12000 kept' });
    expect(company.asked).toHaveLength(2);
  });

  test('a quote that differs while Redis is away is told to the others when it is back', async () => {
    const [a, b] = [await start(), await start()];
    await a.search(['htl_1']);
    await written(1);
    expect(await b.search(['htl_1'])).toEqual({ htl_1: '10000 kept' });
    server.pause();
    try {
      await passing(a.search(['htl_2']));
      a.cache.quoted(company.provider, soldHotel('htl_1'), true);
    } finally {
      server.resume();
    }
    await expect
      .poll(async () => {
        clock.advance(1_000);
        await settled();
        await a.search([`htl_${clock.monotonicMs()}`]);
        return redis.keys('av1:g:*');
      })
      .toHaveLength(1);
    company.say(async () => ({ kind: 'OK', value: soldAnswer(['htl_1'], 12_000) }));
    expect(await b.search(['htl_1'])).toEqual({ htl_1: '12000' });
  });

  test('a frozen Redis costs 50 ms once, then nothing until it answers again', async () => {
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
      expect([isOver, company.asked.length]).toEqual([false, 1]);
      clock.advance(1);
      expect(await slow).toEqual({ htl_2: '10000' });
      // No time passes any more.
      expect(await a.search(['htl_1', 'htl_2', 'htl_3'])).toEqual({
        htl_1: '10000 kept',
        htl_2: '10000 kept',
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
        return (await redis.keys('av1:e:*')).length;
      })
      .toBeGreaterThan(1);
  });

  test('a Redis that died or lost everything costs calls, never an answer', async () => {
    const [a, b] = [await start(), await start()];
    await a.search(['htl_1']);
    await written(1);
    await redis.flushall();
    expect(await b.search(['htl_1'])).toEqual({ htl_1: '10000' });
    await server.kill();
    expect(await passing(a.search(['htl_1', 'htl_2']))).toEqual({ htl_1: '10000 kept', htl_2: '10000' });
    a.cache.quoted(company.provider, soldHotel('htl_1'), true);
    clock.advance(1);
    expect(await a.search(['htl_1'])).toEqual({ htl_1: '10000' });
    await server.restart();
    await expect.poll(() => redis.ping().catch(() => undefined)).toBe('PONG');
  });

  test('what a newer version or an accident wrote is a miss', async () => {
    const [a, b] = [await start(), await start()];
    await a.search(['htl_1']);
    await written(1);
    const [key] = (await redis.keys('av1:e:*')) as [string];
    const bytes = (await redis.getBuffer(key)) as Buffer;
    const newer = Buffer.from(bytes);
    newer[0] = 2;
    const others = [newer, bytes.subarray(0, 20), Buffer.from('{}'), Buffer.alloc(0)];
    for (const [i, value] of others.entries()) {
      await redis.set(key, value);
      const fresh = i === 0 ? b : await start();
      expect(await fresh.search(['htl_1'])).toEqual({ htl_1: '10000' });
      await expect.poll(() => redis.strlen(key)).toBe(bytes.length);
    }
    await redis.del(key);
    await redis.lpush(key, 'no text at all');
    expect(await (await start()).search(['htl_1'])).toEqual({ htl_1: '10000' });
  });

  test('a Redis without memory to spare is not filled, and refuses nobody a search', async () => {
    const a = await start();
    await redis.config('SET', 'maxmemory', '1');
    try {
      expect(await a.search(['htl_1'])).toEqual({ htl_1: '10000' });
      await expect.poll(() => errors).toBeGreaterThan(0);
      expect(await a.search(['htl_1', 'htl_2'])).toEqual({ htl_1: '10000 kept', htl_2: '10000' });
    } finally {
      await redis.config('SET', 'maxmemory', '0');
    }
    expect(await redis.keys('av1:e:*')).toEqual([]);
  });

  test('answers of a supplier that shares nothing stay in their process', async () => {
    const alone = countedSupplier({ isShared: false });
    const [a, b] = [await start(alone), await start(alone)];
    await a.search(['htl_1']);
    await b.search(['htl_1']);
    expect(await a.search(['htl_1'])).toEqual({ htl_1: '10000 kept' });
    a.cache.quoted(alone.provider, soldHotel('htl_1'), true);
    await settled();
    expect([alone.asked.length, await redis.keys('av*')]).toEqual([2, []]);
  });
});

test('three quarters of the memory of a Redis are full', () => {
  const info = (used: number, most: number) => `used_memory:${used}\r\nmaxmemory:${most}\r\n`;
  expect([info(74, 100), info(75, 100), info(900, 0), ''].map(isNearlyFull)).toEqual([
    false,
    true,
    false,
    false,
  ]);
});
