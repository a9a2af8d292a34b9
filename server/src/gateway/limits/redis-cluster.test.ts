/** The limiter with a real Redis Cluster of three nodes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRedisCluster } from '../../../test/redis-cluster.ts';
import { systemClock } from '../../platform/clock.ts';
import { quietLog } from '../../platform/database/database-log.ts';
import { waitUntil } from '../../platform/database/embedded/stop-left-over.ts';
import { connectRedis, isConnected } from '../../platform/redis.ts';
import { redisSlot } from '../../platform/redis-slot.ts';
import type { Limits } from './limiter.ts';
import { stateKey } from './redis-counters.ts';
import { type LimiterChange, RedisLimiter } from './redis-limiter.ts';

const LIMITS: Limits = { perMinute: 20, perHour: 100_000, perDay: 100_000 };

it.each([
  ['123456789', 12739],
  ['{user1000}.following', 3443],
  ['{user1000}.followers', 3443],
  ['foo{}{bar}', 8363],
  ['foo{{bar}}zap', 4015],
  ['', 0],
])('the key %s has the slot of the cluster specification', (key, slot) => {
  expect(redisSlot(key)).toBe(slot);
});

const cluster = await startRedisCluster();
afterAll(() => cluster?.stop());

describe.skipIf(cluster === undefined)('the limiter on a Redis Cluster', () => {
  const changes: LimiterChange[] = [];
  const open = () => {
    const redis = connectRedis(cluster?.url ?? '', quietLog);
    const limiter = new RedisLimiter({
      redis,
      clock: systemClock,
      policy: 'local',
      liveGateways: () => 2,
      // Generous, because other programs may be using the machine.
      deadlineMs: 500,
      onChange: change => changes.push(change),
    });
    return { redis, limiter };
  };
  const gateways = [open(), open()] as const;
  beforeAll(async () => {
    const isReady = async () => gateways.every(({ redis }) => isConnected(redis));
    expect(await waitUntil(isReady, 10_000)).toBe(true);
  });
  afterAll(async () => {
    for (const { redis, limiter } of gateways) {
      await limiter.close();
      redis.disconnect();
    }
  });

  let keys = 0;
  /** A new key whose counters are on the given node. */
  function keyOn(node: number): string {
    for (;;) {
      const keyId = `key_${keys++}`;
      if (cluster?.nodes[node]?.has(stateKey(keyId))) return keyId;
    }
  }

  async function admitted(keyId: string, calls = 60): Promise<number> {
    const decisions = await Promise.all(
      Array.from({ length: calls }, (_, i) => gateways[i % 2 === 0 ? 0 : 1].limiter.decide(keyId, LIMITS)),
    );
    return decisions.filter(decision => decision.admitted).length;
  }

  it('two gateways together admit exactly the limit of a key, whichever node has it', async () => {
    for (const node of [0, 1, 2]) expect(await admitted(keyOn(node))).toBe(20);
  });

  it('if a node is lost, only its keys use shares of the limits, and its counts return with it', async () => {
    const [lost, other] = [keyOn(1), keyOn(2)];
    await gateways[0].limiter.decide(lost, LIMITS);
    await cluster?.nodes[1]?.kill();
    // Each of the two gateways admits at most half of the limit from now on.
    await expect
      .poll(async () => {
        await admitted(lost, 4);
        return changes.filter(({ kind }) => kind === 'degraded').length;
      })
      .toBe(2);
    expect(await admitted(lost)).toBeLessThanOrEqual(20);
    for (const { limiter } of gateways) expect(limiter.degradedSinceMs()).toBeDefined();
    expect(await admitted(other)).toBe(20);
    expect(await admitted(keyOn(0))).toBe(20);

    await cluster?.nodes[1]?.restart();
    await expect
      .poll(() => gateways.some(({ limiter }) => limiter.degradedSinceMs() !== undefined), {
        timeout: 20_000,
      })
      .toBe(false);
    expect(changes.filter(({ kind }) => kind === 'restored')).toHaveLength(2);
    // Both gateways have added what they admitted in the meantime, so nothing is left of the limit.
    expect(await admitted(lost)).toBe(0);
    expect(await admitted(keyOn(1))).toBe(20);
  });

  it('if a node hangs, only its keys are affected', async () => {
    const before = changes.length;
    cluster?.nodes[2]?.pause();
    const hanging = keyOn(2);
    await expect
      .poll(
        async () => {
          await admitted(hanging, 4);
          return changes.slice(before).filter(({ kind }) => kind === 'degraded').length;
        },
        { timeout: 20_000 },
      )
      .toBe(2);
    expect(await admitted(keyOn(0))).toBe(20);
    cluster?.nodes[2]?.resume();
    await expect
      .poll(() => gateways.some(({ limiter }) => limiter.degradedSinceMs() !== undefined), {
        timeout: 20_000,
      })
      .toBe(false);
    expect(await admitted(keyOn(2))).toBe(20);
  });
});
