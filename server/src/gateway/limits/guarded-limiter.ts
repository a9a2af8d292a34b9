/**
 * The limiter in Redis that never makes a request wait for a Redis that is away: 50 ms at most, then this node decides by itself.
 * It always keeps a shadow of what it admitted, enforces its share of the limit on that while Redis is away, and
 * afterwards tells Redis what it admitted meanwhile.
 *
 * What may be counted twice: a script that ran in time but whose answer was lost, so at most the calls in flight
 * when the trouble began and one in each half-open moment. One that runs late does nothing (`limitMs`), and an
 * addition that is repeated does nothing either. Too much counted is never more than that, and leaves with its window.
 */
import type { Redis } from 'ioredis';
import type { Clock, Timer } from '../../platform/clock.ts';
import { withDeadline } from '../../platform/deadline.ts';
import { type Limiter, LimiterUnavailable } from './limiter.ts';
import { MemoryLimiter } from './memory-limiter.ts';
import type { CountersReply } from './redis-counters.ts';
import { RedisLimiter } from './redis-limiter.ts';
import { UnsentAdmissions } from './unsent-admissions.ts';
import { admit, type LimitDecision, type Limits } from './windows.ts';

const DEADLINE_MS = 50;
const FAILURES_TO_OPEN = 5;
const PROBE_EVERY_MS = 1000;
/** Off the path of requests, but not without bound. */
const SEND_DEADLINE_MS = 5000;
const LOST_REPORT_EVERY_MS = 10_000;

/** Without Redis: enforce this node's share, let everything pass, or refuse to decide. */
export type LimiterFailurePolicy = 'local' | 'open' | 'closed';

export type LimiterChange =
  | { kind: 'degraded'; reason: string }
  | { kind: 'restored'; degradedMs: number; addedKeys: number }
  /** Redis forgot counters, which this node has added again as far as it knew them. Told at most every 10 s. */
  | { kind: 'counters-lost'; keyId: string };

export interface GuardedLimiterOptions {
  redis: Redis;
  clock: Clock;
  policy: LimiterFailurePolicy;
  /** How many gateways share the traffic, this one included; undefined when unknown. */
  liveGateways: () => number | undefined;
  onChange?: (change: LimiterChange) => void;
}

export class GuardedLimiter implements Limiter {
  readonly #options: GuardedLimiterOptions;
  readonly #clock: Clock;
  readonly #redis: RedisLimiter;
  readonly #shadow: MemoryLimiter;
  readonly #unsent: UnsentAdmissions;
  #failures = 0;
  #degradedSinceMs: number | undefined;
  #recovery: Timer | undefined;
  #lostReportedMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(options: GuardedLimiterOptions) {
    const { redis, clock } = options;
    this.#options = options;
    this.#clock = clock;
    this.#redis = new RedisLimiter({ redis, clock, limitMs: DEADLINE_MS });
    this.#shadow = new MemoryLimiter(clock);
    this.#unsent = new UnsentAdmissions(clock, this.#shadow);
  }

  /** Since when (ms since 1970) this node decides by itself. */
  state(): { degradedSinceMs?: number } {
    return this.#degradedSinceMs === undefined ? {} : { degradedSinceMs: this.#degradedSinceMs };
  }

  decide(keyId: string, limits: Limits): LimitDecision | Promise<LimitDecision> {
    if (this.#degradedSinceMs !== undefined) return this.#decideAlone(keyId, limits);
    return this.#redis.findRefusal(keyId, limits) ?? this.#ask(keyId, limits);
  }

  async peek(keyId: string, limits: Limits): Promise<LimitDecision> {
    if (this.#degradedSinceMs === undefined) {
      try {
        return await withDeadline(this.#redis.peek(keyId, limits), DEADLINE_MS, this.#clock);
      } catch (error) {
        this.#noteFailure(error);
      }
    }
    return this.#shadow.peek(keyId, this.#share(limits));
  }

  /** The connection belongs to whoever opened it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#recovery?.cancel();
    await this.#shadow.close();
    await this.#unsent.close();
  }

  async #ask(keyId: string, limits: Limits): Promise<LimitDecision> {
    let reply: CountersReply;
    try {
      reply = await this.#redis.ask(keyId, limits);
    } catch (error) {
      this.#noteFailure(error);
      return this.#decideAlone(keyId, limits);
    }
    this.#failures = 0;
    this.#noteReply(keyId, reply);
    return reply.decision;
  }

  #noteReply(keyId: string, { decision, born }: CountersReply): void {
    const known = this.#shadow.stampOf(keyId);
    if (known !== 0 && known !== born) this.#restoreCounts(keyId);
    if (decision.admitted) this.#shadow.count(keyId);
    this.#shadow.setStamp(keyId, born);
  }

  /** The key's counters in Redis are new although we know older ones: adds ours again. */
  #restoreCounts(keyId: string): void {
    if (!this.#unsent.addLost(keyId)) return;
    this.#scheduleRecovery(0);
    const nowMs = this.#clock.monotonicMs();
    if (nowMs - this.#lostReportedMs < LOST_REPORT_EVERY_MS) return;
    this.#lostReportedMs = nowMs;
    this.#options.onChange?.({ kind: 'counters-lost', keyId });
  }

  #decideAlone(keyId: string, limits: Limits): LimitDecision {
    if (this.#options.policy === 'closed') throw new LimiterUnavailable('The counters cannot be reached');
    const decision =
      this.#options.policy === 'open'
        ? this.#admitAnyway(keyId, limits)
        : this.#shadow.decide(keyId, this.#share(limits));
    if (decision.admitted) this.#unsent.count(keyId);
    return decision;
  }

  #admitAnyway(keyId: string, limits: Limits): LimitDecision {
    this.#shadow.count(keyId);
    const { remaining, waitMs } = this.#shadow.peek(keyId, limits);
    return admit(remaining, waitMs);
  }

  /** At least 1 in each window: a key is never shut out because there are many nodes. */
  #share(limits: Limits): Limits {
    const nodes = Math.max(1, this.#options.liveGateways() ?? 1);
    const part = (limit: number) => Math.max(1, Math.floor(limit / nodes));
    return nodes === 1
      ? limits
      : { perMinute: part(limits.perMinute), perHour: part(limits.perHour), perDay: part(limits.perDay) };
  }

  #noteFailure(error: unknown): void {
    this.#failures += 1;
    if (this.#failures >= FAILURES_TO_OPEN && this.#degradedSinceMs === undefined) {
      this.#degradedSinceMs = this.#clock.nowMs();
      this.#options.onChange?.({ kind: 'degraded', reason: reasonOf(error) });
    }
    this.#scheduleRecovery(PROBE_EVERY_MS);
  }

  #scheduleRecovery(delayMs: number): void {
    if (this.#recovery !== undefined || this.#isClosed) return;
    this.#recovery = this.#clock.after(delayMs, () => void this.#recover());
  }

  /** Probes, tells Redis what it missed, and trusts it again. Never rejects. */
  async #recover(): Promise<void> {
    let addedKeys = 0;
    try {
      const counters = this.#redis.counters;
      const redisMs = await withDeadline(counters.probe(), DEADLINE_MS, this.#clock);
      const aheadMs = redisMs - this.#clock.nowMs();
      addedKeys = await withDeadline(this.#unsent.send(counters, aheadMs), SEND_DEADLINE_MS, this.#clock);
      this.#trustAgain(addedKeys);
    } catch (error) {
      this.#recovery = undefined;
      this.#scheduleRecovery(PROBE_EVERY_MS);
      if (this.#degradedSinceMs === undefined) this.#noteFailure(error);
      return;
    }
    this.#recovery = undefined;
    if (this.#unsent.size > 0) this.#scheduleRecovery(0);
  }

  #trustAgain(addedKeys: number): void {
    this.#failures = 0;
    if (this.#degradedSinceMs === undefined) return;
    const degradedMs = this.#clock.nowMs() - this.#degradedSinceMs;
    this.#degradedSinceMs = undefined;
    this.#options.onChange?.({ kind: 'restored', degradedMs, addedKeys });
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
