/**
 * Opens the configured limiter, with counters in Redis, or in this process with snapshots in the database. A worker
 * thread counts in the memory of the main thread.
 */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { connectRedis, isConnected } from '../../platform/redis.ts';
import type { Limiter } from './limiter.ts';
import { PersistentLimiter } from './persistent-limiter.ts';
import { checkEviction } from './redis-counters.ts';
import { type LimiterChange, type LimiterFailurePolicy, RedisLimiter } from './redis-limiter.ts';
import { openSharedLimiter, type SharedLimits } from './shared-limiter.ts';
import { WorkerLimiter } from './worker-limiter.ts';

export interface LimiterChoice {
  redisUrl: string | undefined;
  failure: LimiterFailurePolicy;
  liveGateways: () => number | undefined;
  /** Whether worker threads share the counters. */
  isShared?: boolean;
  /** Set in a worker thread: how it finds the counters of the main thread. */
  main?: Omit<ConstructorParameters<typeof WorkerLimiter>[0], 'clock'> | undefined;
}

export interface OpenLimiter {
  limiter: Limiter;
  /** The counters that worker threads use, if they share those of this thread. */
  shared?: SharedLimits | undefined;
  kind: 'memory' | 'redis';
  /** The time (ms since 1970) since which this node has worked without Redis. */
  degradedSinceMs(): number | undefined;
  /**
   * True until Redis has responded once, but for at most 15 seconds. A wrong address is therefore noticed before
   * traffic arrives, but a Redis outage does not prevent a gateway from starting.
   */
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
  if (choice.redisUrl !== undefined) return openInRedis(choice.redisUrl, choice, parts);
  if (choice.main !== undefined) {
    const limiter = new WorkerLimiter({ ...choice.main, clock: parts.clock });
    return { ...IN_MEMORY, limiter, start: async () => {}, stop: () => limiter.close() };
  }
  const { limiter, shared } = choice.isShared
    ? openSharedLimiter(parts)
    : { limiter: new PersistentLimiter(parts), shared: undefined };
  return { ...IN_MEMORY, limiter, shared, start: () => limiter.start(), stop: () => limiter.close() };
}

const IN_MEMORY = { kind: 'memory', degradedSinceMs: () => undefined, isAwaited: () => false } as const;

function openInRedis(url: string, choice: LimiterChoice, { metrics, clock, log }: LimiterParts): OpenLimiter {
  const lost = metrics.counter(
    'serai_limiter_counters_lost_total',
    'Number of times Redis was found to have lost counters.',
  );
  const redis = connectRedis(url, log);
  const awaitedUntilMs = clock.monotonicMs() + AWAITED_MS;
  let wasReached = false;
  redis.on('ready', () => {
    wasReached ||= isConnected(redis);
    checkEviction(redis, message => log.warn(message)).catch(() => {});
  });
  const limiter = new RedisLimiter({
    redis,
    clock,
    policy: choice.failure,
    liveGateways: choice.liveGateways,
    onChange: change => {
      if (change.kind === 'counters-lost') lost.add(0);
      logChange(change, choice.failure, log);
    },
  });
  return {
    limiter,
    kind: 'redis',
    degradedSinceMs: () => limiter.degradedSinceMs(),
    isAwaited() {
      wasReached ||= isConnected(redis);
      return !wasReached && clock.monotonicMs() < awaitedUntilMs;
    },
    async start() {},
    async stop() {
      await limiter.close();
      redis.disconnect();
    },
  };
}

function logChange(change: LimiterChange, policy: LimiterFailurePolicy, log: Log): void {
  switch (change.kind) {
    case 'degraded':
      log.warn(
        { ...change, policy },
        'Redis is unavailable; LIMITER_FAILURE applies until it is reachable again',
      );
      break;
    case 'restored':
      log.info(change, 'rate limits are enforced in Redis again');
      break;
    case 'counters-lost':
      log.warn(change, 'Redis lost rate limit counters; the counts of this node are being added again');
      break;
  }
}
