/** The limiter of several nodes: counters in Redis, one round trip. Fails when Redis does; GuardedLimiter does not. */
import type { Redis } from 'ioredis';
import type { Clock } from '../../platform/clock.ts';
import { withDeadline } from '../../platform/deadline.ts';
import { GatheredCalls } from './gathered-calls.ts';
import type { Limiter } from './limiter.ts';
import { type CountersReply, RedisCounters } from './redis-counters.ts';
import { RefusalMemory } from './refusal-memory.ts';
import type { LimitDecision, Limits } from './windows.ts';

/** How long a reading of Redis' clock serves before a new one replaces it. */
const OFFSET_KEPT_MS = 10_000;

export interface RedisLimiterOptions {
  redis: Redis;
  clock: Clock;
  /**
   * How long one decision may take. A script that starts later than this after it was sent does nothing. Without it a decision
   * waits for Redis, and a late one still counts.
   */
  limitMs?: number;
  /** For tests that step time; in service Redis' own clock decides. */
  testTimeMs?: () => number;
}

export class RedisLimiter implements Limiter {
  readonly counters: RedisCounters;
  readonly #clock: Clock;
  readonly #refusals = new RefusalMemory();
  readonly #calls = new GatheredCalls<CountersReply>((...asked) => this.#call(...asked));
  readonly #limitMs: number | undefined;
  /** Redis' clock less our monotonic one; never too small, so a deadline is never too early. */
  #offsetMs: number | undefined;
  #offsetReadMs = 0;

  constructor({ redis, clock, limitMs, testTimeMs }: RedisLimiterOptions) {
    this.counters = new RedisCounters(redis, testTimeMs === undefined ? {} : { testTimeMs });
    this.#clock = clock;
    this.#limitMs = limitMs;
  }

  decide(keyId: string, limits: Limits): LimitDecision | Promise<LimitDecision> {
    return this.findRefusal(keyId, limits) ?? this.ask(keyId, limits).then(({ decision }) => decision);
  }

  /** A refusal that this node knows of without asking. */
  findRefusal(keyId: string, limits: Limits): LimitDecision | undefined {
    return this.#refusals.find(keyId, limits, this.#clock.monotonicMs());
  }

  ask(keyId: string, limits: Limits): Promise<CountersReply> {
    return this.#calls.ask(keyId, limits);
  }

  async peek(keyId: string, limits: Limits): Promise<LimitDecision> {
    return (await this.counters.peek(keyId, limits)).decision;
  }

  /** The connection belongs to whoever opened it. */
  async close(): Promise<void> {}

  async #call(keyId: string, limits: Limits, wanted: number): Promise<readonly CountersReply[]> {
    const sentMs = this.#clock.monotonicMs();
    const replies = await this.#decide(keyId, limits, wanted, sentMs);
    const receivedMs = this.#clock.monotonicMs();
    const { decision, nowMs } = replies.at(-1) as CountersReply;
    this.#readOffset(nowMs - sentMs, receivedMs);
    if (!decision.admitted) this.#refusals.remember(keyId, limits, decision, sentMs, receivedMs);
    return replies;
  }

  async #decide(keyId: string, limits: Limits, wanted: number, sentMs: number): Promise<CountersReply[]> {
    const limitMs = this.#limitMs;
    if (limitMs === undefined) return (await this.counters.decide(keyId, limits, wanted)) as CountersReply[];
    const notAfterMs = this.#offsetMs === undefined ? undefined : sentMs + this.#offsetMs + limitMs;
    const asked = this.counters.decide(keyId, limits, wanted, notAfterMs);
    const replies = await withDeadline(asked, limitMs, this.#clock);
    if (!('late' in replies)) return replies;
    const tookMs = this.#clock.monotonicMs() - sentMs;
    if (tookMs > limitMs) throw new Error(`Redis took ${Math.round(tookMs)} ms`);
    // In time by our clock: Redis' clock has stepped.
    this.#offsetMs = undefined;
    const again = this.counters.decide(keyId, limits, wanted);
    return (await withDeadline(again, limitMs, this.#clock)) as CountersReply[];
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
