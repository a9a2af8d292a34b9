/** Chooses where the counters are: in Redis, or in this process with snapshots in the database. */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { connectRedis } from '../../platform/redis.ts';
import { CounterSnapshots } from './counter-snapshots.ts';
import { GuardedLimiter, type LimiterChange, type LimiterFailurePolicy } from './guarded-limiter.ts';
import type { Limiter } from './limiter.ts';
import { MemoryLimiter } from './memory-limiter.ts';
import { checkEviction } from './redis-limiter.ts';

export interface LimiterChoice {
  redisUrl: string | undefined;
  failure: LimiterFailurePolicy;
  liveGateways: () => number | undefined;
}

export interface OpenLimiter {
  limiter: Limiter;
  kind: 'memory' | 'redis';
  /** Since when (ms since 1970) this node decides by itself, for want of Redis. */
  degradedSinceMs(): number | undefined;
  /** Redis has not answered yet, and there is still hope: a wrong address is told before traffic comes, an outage stops nobody. */
  isAwaited(): boolean;
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface LimiterParts {
  db: Database;
  metrics: Metrics;
  clock: Clock;
  log: Log;
}

const AWAITED_MS = 15_000;

export function openLimiter(choice: LimiterChoice, parts: LimiterParts): OpenLimiter {
  return choice.redisUrl === undefined ? inMemory(parts) : inRedis(choice.redisUrl, choice, parts);
}

function inMemory({ db, clock, log }: LimiterParts): OpenLimiter {
  const limiter = new MemoryLimiter(clock, { snapshots: true });
  const snapshots = new CounterSnapshots({ limiter, db, clock, log });
  return {
    limiter,
    kind: 'memory',
    degradedSinceMs: () => undefined,
    isAwaited: () => false,
    start: () => snapshots.start(),
    async stop() {
      await snapshots.stop();
      await limiter.close();
    },
  };
}

function inRedis(url: string, choice: LimiterChoice, { metrics, clock, log }: LimiterParts): OpenLimiter {
  const lost = metrics.counter(
    'serai_limiter_counters_lost_total',
    'Times that Redis was seen to have lost counters.',
  );
  const redis = connectRedis(url, log);
  const awaitedUntilMs = clock.monotonicMs() + AWAITED_MS;
  let wasReached = false;
  redis.on('ready', () => {
    wasReached = true;
    checkEviction(redis, message => log.warn(message)).catch(() => {});
  });
  const limiter = new GuardedLimiter({
    redis,
    clock,
    policy: choice.failure,
    liveGateways: choice.liveGateways,
    onChange: change => {
      if (change.kind === 'counters-lost') lost.add(0);
      report(change, choice.failure, log);
    },
  });
  return {
    limiter,
    kind: 'redis',
    degradedSinceMs: () => limiter.state().degradedSinceMs,
    isAwaited: () => !wasReached && clock.monotonicMs() < awaitedUntilMs,
    async start() {},
    async stop() {
      await limiter.close();
      redis.disconnect();
    },
  };
}

function report(change: LimiterChange, policy: LimiterFailurePolicy, log: Log): void {
  switch (change.kind) {
    case 'degraded':
      log.warn({ ...change, policy }, 'Redis is away; until it is back LIMITER_FAILURE decides');
      break;
    case 'restored':
      log.info(change, 'limits are kept in Redis again');
      break;
    case 'counters-lost':
      log.warn(change, 'Redis lost counters; what this node knew was added again');
      break;
  }
}
