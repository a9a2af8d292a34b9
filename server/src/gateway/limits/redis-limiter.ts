/** The limiter of several nodes: counters in Redis, one round trip. Fails when Redis does; GuardedLimiter does not. */
import type { Redis } from 'ioredis';
import type { Clock } from '../../platform/clock.ts';
import type { Limiter } from './limiter.ts';
import { type CountersReply, RedisCounters } from './redis-counters.ts';
import { RefusalMemory } from './refusal-memory.ts';
import type { LimitDecision, Limits } from './windows.ts';

/** How long a reading of Redis' clock serves before a new one replaces it. */
const OFFSET_KEPT_MS = 10_000;

export interface RedisLimiterOptions {
  redis: Redis;
  clock: Clock;
  /** A script that starts later than this after it was sent does nothing. Without it, a late one still counts. */
  voidAfterMs?: number;
  /** For tests that step time; in service Redis' own clock decides. */
  testTimeMs?: () => number;
}

export class RedisLimiter implements Limiter {
  readonly counters: RedisCounters;
  readonly #clock: Clock;
  readonly #refusals = new RefusalMemory();
  readonly #voidAfterMs: number | undefined;
  /** Redis' clock less our monotonic one; never too small, so a deadline is never too early. */
  #offsetMs: number | undefined;
  #offsetReadMs = 0;

  constructor({ redis, clock, voidAfterMs, testTimeMs }: RedisLimiterOptions) {
    this.counters = new RedisCounters(redis, testTimeMs === undefined ? {} : { testTimeMs });
    this.#clock = clock;
    this.#voidAfterMs = voidAfterMs;
  }

  decide(keyId: string, limits: Limits): LimitDecision | Promise<LimitDecision> {
    return this.findRefusal(keyId, limits) ?? this.ask(keyId, limits).then(({ decision }) => decision);
  }

  /** A refusal that this node knows of without asking. */
  findRefusal(keyId: string, limits: Limits): LimitDecision | undefined {
    return this.#refusals.find(keyId, limits, this.#clock.monotonicMs());
  }

  async ask(keyId: string, limits: Limits): Promise<CountersReply> {
    const sentMs = this.#clock.monotonicMs();
    let reply = await this.counters.decide(keyId, limits, this.#notAfterMs(sentMs));
    if ('late' in reply) {
      const tookMs = this.#clock.monotonicMs() - sentMs;
      if (tookMs > (this.#voidAfterMs ?? 0)) throw new Error(`Redis took ${Math.round(tookMs)} ms`);
      // In time by our clock: Redis' clock has stepped.
      this.#offsetMs = undefined;
      reply = (await this.counters.decide(keyId, limits)) as CountersReply;
    }
    const receivedMs = this.#clock.monotonicMs();
    this.#readOffset(reply.nowMs - sentMs, receivedMs);
    if (!reply.decision.admitted) {
      this.#refusals.remember(keyId, limits, reply.decision, sentMs, receivedMs);
    }
    return reply;
  }

  async refund(keyId: string): Promise<void> {
    this.#refusals.forget(keyId);
    await this.counters.refund(keyId);
  }

  async peek(keyId: string, limits: Limits): Promise<LimitDecision> {
    return (await this.counters.peek(keyId, limits)).decision;
  }

  /** The connection belongs to whoever opened it. */
  async close(): Promise<void> {}

  #notAfterMs(sentMs: number): number | undefined {
    if (this.#voidAfterMs === undefined || this.#offsetMs === undefined) return undefined;
    return sentMs + this.#offsetMs + this.#voidAfterMs;
  }

  #readOffset(offsetMs: number, nowMs: number): void {
    const isOld = nowMs - this.#offsetReadMs > OFFSET_KEPT_MS;
    if (this.#offsetMs !== undefined && offsetMs >= this.#offsetMs && !isOld) return;
    this.#offsetMs = offsetMs;
    this.#offsetReadMs = nowMs;
  }
}

/** Eviction would silently forget counters. Tells how to set the server when it may evict. */
export async function checkEviction(redis: Redis, warn: (message: string) => void): Promise<void> {
  const info = await redis.info('memory');
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1];
  if (policy !== undefined && policy !== 'noeviction') {
    warn(`Redis may drop rate limit counters: set maxmemory-policy to noeviction (it is ${policy})`);
  }
}
