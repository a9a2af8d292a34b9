import { once } from 'node:events';
import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../../../test/fault-proxy.ts';
import { type RedisForTest, startRedis } from '../../../test/redis.ts';
import { sleep, systemClock } from '../../platform/clock.ts';
import { quietLog } from '../../platform/database/database-log.ts';
import { connectRedis } from '../../platform/redis.ts';
import { OPEN } from './conformance/limiter-under-test.ts';
import { LimiterUnavailable, type Limits } from './limiter.ts';
import { type LimiterChange, type LimiterFailurePolicy, RedisLimiter } from './redis-limiter.ts';

const found = await startRedis();

interface Node {
  limiter: RedisLimiter;
  redis: Redis;
  changes: LimiterChange[];
}

describe.skipIf(found === undefined)('the limiter over Redis', () => {
  const server = found as RedisForTest;
  let proxy: FaultProxy;
  let nodes: Node[] = [];

  beforeEach(async () => {
    await server.restart();
    proxy = await startFaultProxy({ target: { host: '127.0.0.1', port: server.port } });
  });
  afterEach(async () => {
    for (const { limiter, redis } of nodes) {
      await limiter.close();
      redis.disconnect();
    }
    nodes = [];
    await proxy.close();
  });
  afterAll(() => server.stop());

  async function start(
    options: { policy?: LimiterFailurePolicy; gateways?: number | undefined } = {},
  ): Promise<Node> {
    const redis = connectRedis(`redis://127.0.0.1:${proxy.port}`, quietLog);
    await once(redis, 'ready');
    const changes: LimiterChange[] = [];
    const limiter = new RedisLimiter({
      redis,
      clock: systemClock,
      policy: options.policy ?? 'local',
      liveGateways: () => options.gateways,
      onChange: change => changes.push(change),
    });
    const node = { limiter, redis, changes };
    nodes.push(node);
    return node;
  }

  /** Sends requests until the node stops using Redis. */
  async function degrade({ limiter }: Node, keyId: string, limits: Limits): Promise<number> {
    let admitted = 0;
    while (limiter.degradedSinceMs() === undefined) {
      if ((await limiter.decide(keyId, limits)).admitted) admitted += 1;
    }
    return admitted;
  }

  const restored = ({ limiter }: Node) => expect.poll(() => limiter.degradedSinceMs()).toBeUndefined();

  const used = async ({ limiter }: Node, keyId: string) =>
    1e9 - (await limiter.peek(keyId, OPEN)).remaining[0];

  test('after five failures, the limiter works without Redis, and adds the requests that it admitted to Redis exactly once after the outage', async () => {
    const node = await start();
    for (let index = 0; index < 10; index++) await node.limiter.decide('k', OPEN);
    server.pause();
    const first = await Promise.all(Array.from({ length: 4 }, () => node.limiter.decide('k', OPEN)));
    expect(first.every(({ admitted }) => admitted)).toBe(true);
    expect(node.limiter.degradedSinceMs()).toBeUndefined();
    await node.limiter.decide('k', OPEN);
    expect(node.limiter.degradedSinceMs()).toBeCloseTo(systemClock.nowMs(), -3);
    const alone = node.limiter.decide('k', OPEN);
    expect(alone).not.toBeInstanceOf(Promise);
    expect(alone).toMatchObject({ admitted: true, remaining: [1e9 - 16, 1e9 - 16, 1e9 - 16] });
    await sleep(systemClock, 300);
    server.resume();
    await restored(node);
    // Ten requests were admitted before the outage and six without Redis. The five scripts that ran late did nothing.
    expect(await used(node, 'k')).toBe(16);
    expect(node.changes).toEqual([
      { kind: 'degraded', server: '', reason: expect.any(String) },
      { kind: 'restored', server: '', degradedMs: expect.any(Number), addedKeys: 1 },
    ]);
  });

  test('during a Redis outage, the use of a key is that of all nodes, if all are used alike', async () => {
    const node = await start({ gateways: 4 });
    const limits = { ...OPEN, perMinute: 100, perHour: 30 };
    for (let index = 0; index < 5; index++) await node.limiter.decide('k', limits);
    await proxy.set({ kind: 'down' });
    await degrade(node, 'other', OPEN);
    const peeked = await node.limiter.peek('k', limits);
    expect(peeked).toMatchObject({ admitted: true, remaining: [80, 10, 1e9 - 20], waitMs: [0, 0, 0] });
    expect((await node.limiter.peek('unused', limits)).remaining).toEqual([100, 30, 1e9]);
    for (let index = 0; index < 2; index++) await node.limiter.decide('k', limits);
    // The share of the hourly limit is 7.
    expect(await node.limiter.peek('k', limits)).toMatchObject({ admitted: false, violated: 'hour' });
    expect((await node.limiter.peek('k', limits)).remaining).toEqual([72, 0, 1e9 - 28]);
  });

  test('during a Redis outage, the open policy also reports the use of all nodes', async () => {
    const node = await start({ policy: 'open', gateways: 4 });
    const limits = { ...OPEN, perMinute: 100, perHour: 30 };
    for (let index = 0; index < 5; index++) await node.limiter.decide('k', limits);
    await proxy.set({ kind: 'down' });
    await degrade(node, 'other', OPEN);
    expect((await node.limiter.peek('k', limits)).remaining).toEqual([80, 10, 1e9 - 20]);
    for (let index = 0; index < 5; index++) await node.limiter.decide('k', limits);
    expect(await node.limiter.peek('k', limits)).toMatchObject({
      admitted: true,
      remaining: [60, 0, 1e9 - 40],
    });
  });

  test('requests from before a Redis outage still count during the outage', async () => {
    const node = await start({ gateways: 2 });
    const limits = { ...OPEN, perMinute: 20 };
    for (let index = 0; index < 8; index++) await node.limiter.decide('k', limits);
    await proxy.set({ kind: 'down' });
    let admitted = await degrade(node, 'k', limits);
    for (let index = 0; index < 30; index++) {
      if ((await node.limiter.decide('k', limits)).admitted) admitted += 1;
    }
    expect(admitted).toBe(2);
    expect(await node.limiter.decide('k', limits)).toMatchObject({ admitted: false, violated: 'minute' });
    await proxy.clear();
    await restored(node);
    expect(await used(node, 'k')).toBe(10);
  });

  test('the full limit applies during a Redis outage if the number of gateways is unknown', async () => {
    const node = await start({ gateways: undefined });
    const limits = { ...OPEN, perHour: 12 };
    await server.kill();
    let admitted = await degrade(node, 'k', limits);
    for (let index = 0; index < 30; index++) {
      if ((await node.limiter.decide('k', limits)).admitted) admitted += 1;
    }
    expect(admitted).toBe(12);
  });

  test('during a Redis outage, the open policy admits and counts every request and the closed policy rejects every request', async () => {
    const open = await start({ policy: 'open', gateways: 1 });
    const closed = await start({ policy: 'closed' });
    await proxy.set({ kind: 'down' });
    const limits = { ...OPEN, perMinute: 3 };
    for (let index = 0; index < 10; index++) {
      expect(await open.limiter.decide('k', limits)).toMatchObject({ admitted: true });
      await expect((async () => closed.limiter.decide('k', limits))()).rejects.toBeInstanceOf(
        LimiterUnavailable,
      );
    }
    await proxy.clear();
    await restored(open);
    expect(await used(open, 'k')).toBe(10);
  });

  test('every node adds its counts again if Redis lost its counters', async () => {
    const first = await start();
    const second = await start();
    for (let index = 0; index < 7; index++) await first.limiter.decide('k', OPEN);
    for (let index = 0; index < 5; index++) await second.limiter.decide('k', OPEN);
    await first.redis.flushall();
    await first.limiter.decide('k', OPEN);
    await second.limiter.decide('k', OPEN);
    await expect.poll(() => used(first, 'k')).toBe(14);
    expect(first.changes).toEqual([{ kind: 'counters-lost', keyId: 'k' }]);
    expect(second.changes).toEqual([{ kind: 'counters-lost', keyId: 'k' }]);
  });
});
