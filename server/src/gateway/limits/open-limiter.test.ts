import { afterAll, describe, expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { startRedis } from '../../../test/redis.ts';
import type { Database } from '../../platform/database/connect.ts';
import { createLog } from '../../platform/log.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { type OpenLimiter, openLimiter } from './open-limiter.ts';

const redis = await startRedis();
afterAll(() => redis?.stop());

function open(clock: ManualClock, redisUrl: string | undefined): OpenLimiter {
  const choice = { redisUrl, failure: 'local' as const, liveGateways: () => 1 };
  // Counters in Redis need no database, and counters in memory need it only when they are started.
  const db = undefined as unknown as Database;
  return openLimiter(choice, { db, metrics: createMetrics(), clock, log: createLog('silent') });
}

test('in-memory counters do not delay readiness', async () => {
  const limiter = open(new ManualClock(), undefined);
  expect(limiter.isAwaited()).toBe(false);
});

describe.skipIf(redis === undefined)('a limiter over Redis', () => {
  test('the Redis limiter delays readiness until Redis has responded once, but not in a later outage', async () => {
    await redis?.kill();
    const limiter = open(new ManualClock(), redis?.url);
    await new Promise(resolve => setTimeout(resolve, 200));
    expect(limiter.isAwaited()).toBe(true);
    await redis?.restart();
    await expect.poll(() => limiter.isAwaited()).toBe(false);
    await redis?.kill();
    await new Promise(resolve => setTimeout(resolve, 200));
    expect(limiter.isAwaited()).toBe(false);
    await limiter.stop();
  });

  test('the Redis limiter delays readiness for at most 15 seconds, so that a gateway can start during an outage', async () => {
    await redis?.kill();
    const clock = new ManualClock();
    const limiter = open(clock, redis?.url);
    clock.advance(14_999);
    expect(limiter.isAwaited()).toBe(true);
    clock.advance(1);
    expect(limiter.isAwaited()).toBe(false);
    await limiter.stop();
  });
});
