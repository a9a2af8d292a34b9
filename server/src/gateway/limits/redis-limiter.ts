/**
 * The limiter for several nodes: counters in Redis behind a circuit breaker. Each Redis call that a request waits for
 * has a deadline of 50 ms. Without Redis, each node works alone. It always keeps a shadow copy of the requests it
 * admitted. During an outage it enforces its share of each limit on the shadow copy, and afterwards it adds those
 * requests to Redis. Redis would admit too many requests until all nodes have done that, so each node also enforces its
 * share for some time after an outage.
 *
 * A request may be counted twice only if its script ran in time but the response was lost. That affects at most the
 * calls in flight when the outage began and one call per probe. Late scripts and retried additions have no effect.
 *
 * Each node of a Redis Cluster has its own circuit breaker. If one is lost, only the keys on it are affected.
 */
import type { Redis } from 'ioredis';
import type { Clock, Timer } from '../../platform/clock.ts';
import { withDeadline } from '../../platform/deadline.ts';
import { BatchedCalls } from './batched-calls.ts';
import {
  admit,
  type LimitDecision,
  type Limiter,
  LimiterUnavailable,
  type Limits,
  limitOf,
  type PerWindow,
  refuse,
  WINDOWS,
  type WindowIndex,
} from './limiter.ts';
import { MemoryLimiter } from './memory-limiter.ts';
import { type CountersReply, decisionAt, RedisCounters } from './redis-counters.ts';
import { UnsentAdmissions } from './unsent-admissions.ts';

const DEADLINE_MS = 50;
const FAILURES_TO_OPEN = 5;
const PROBE_EVERY_MS = 1000;
/** The deadline for adding counts to Redis in the background. No request waits for it. */
const SEND_DEADLINE_MS = 5000;
/**
 * How long a node enforces its share after an outage. Within this time, every other node reconnects (0.5 s), probes Redis
 * (1 s, or 2 s if a probe fails) and adds the requests that it admitted without Redis (5 s).
 */
const SETTLE_MS = 10_000;
const LOST_REPORT_EVERY_MS = 10_000;
/** Short, so that flushed counters or a corrected Redis clock take effect quickly. */
const REFUSAL_KEPT_MS = 1000;
const MAX_REFUSALS = 10_000;

/** The policy while Redis is unavailable: enforce this node's share of the limits, admit everything, or fail. */
export type LimiterFailurePolicy = 'local' | 'open' | 'closed';

export type LimiterChange =
  | { kind: 'degraded'; server: string; reason: string }
  | { kind: 'restored'; server: string; degradedMs: number; addedKeys: number }
  /** Redis lost counters, and this node adds its own counts again. Reported at most once every 10 s. */
  | { kind: 'counters-lost'; keyId: string };

export interface RedisLimiterOptions {
  redis: Redis;
  clock: Clock;
  policy: LimiterFailurePolicy;
  /** The number of gateways that share the traffic, including this one. Undefined if unknown. */
  liveGateways: () => number | undefined;
  onChange?: (change: LimiterChange) => void;
  /** Default: 50 ms. */
  deadlineMs?: number;
  testTimeMs?: () => number;
}

interface KnownRefusal {
  limits: Limits;
  decision: LimitDecision;
  /** Waits are counted from this time. The response had already arrived, so no reported wait is too short. */
  receivedMs: number;
  untilMs: number;
}

/** The circuit breaker of one server. It is open while `degradedSinceMs` is set. */
interface Circuit {
  readonly server: string;
  failures: number;
  degradedSinceMs: number | undefined;
  recovery: Timer | undefined;
  /** Whether a probe has failed since the circuit was last closed. Otherwise, only single responses were late. */
  hasFailedProbe: boolean;
  /** A key on the server, with which it is probed. The key may be on another server by then. */
  probeKeyId: string;
}

export class RedisLimiter implements Limiter {
  readonly #options: RedisLimiterOptions;
  readonly #clock: Clock;
  readonly #counters: RedisCounters;
  readonly #calls = new BatchedCalls<LimitDecision>((...batch) => this.#decideBatch(...batch));
  /** The number of requests with each key that Redis has not decided yet. */
  readonly #inFlight = new Map<string, number>();
  readonly #refusals = new Map<string, KnownRefusal>();
  readonly #shadow: MemoryLimiter;
  readonly #unsent: UnsentAdmissions;
  readonly #circuits = new Map<string, Circuit>();
  /** The monotonic time until which the counts of other nodes may be missing in Redis. */
  #settledAtMs = Number.NEGATIVE_INFINITY;
  #lostReportedMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(options: RedisLimiterOptions) {
    const { redis, clock, deadlineMs = DEADLINE_MS, testTimeMs } = options;
    this.#options = options;
    this.#clock = clock;
    this.#counters = new RedisCounters({ redis, clock, deadlineMs, testTimeMs });
    this.#shadow = new MemoryLimiter(clock);
    this.#unsent = new UnsentAdmissions(clock, this.#shadow);
  }

  /** Since when at least one server has been unavailable. */
  degradedSinceMs(): number | undefined {
    const sinceMs = [...this.#circuits.values()].flatMap(({ degradedSinceMs }) => degradedSinceMs ?? []);
    return sinceMs.length === 0 ? undefined : Math.min(...sinceMs);
  }

  decide(keyId: string, limits: Limits): LimitDecision | Promise<LimitDecision> {
    if (this.#isOpen(keyId)) return this.#decideAlone(keyId, limits);
    return this.findRefusal(keyId, limits) ?? this.#decideInRedis(keyId, limits);
  }

  /**
   * Returns a rejection that still applies, so that a client that keeps sending is rejected without a call to Redis.
   * This is exact, because no node can admit a request until the wait is over.
   */
  findRefusal(keyId: string, limits: Limits): LimitDecision | undefined {
    const known = this.#refusals.get(keyId);
    if (known === undefined) return undefined;
    const nowMs = this.#clock.monotonicMs();
    if (nowMs < known.untilMs && isSame(known.limits, limits)) {
      return refusalAfter(known.decision, Math.floor(nowMs - known.receivedMs));
    }
    this.#refusals.delete(keyId);
    return undefined;
  }

  async peek(keyId: string, limits: Limits): Promise<LimitDecision> {
    if (!this.#isOpen(keyId)) {
      if (this.#isSettling() && !this.#shadow.peek(keyId, this.#share(limits)).admitted) {
        return this.#refuseByShare(keyId, limits, 0);
      }
      try {
        return await this.#counters.peek(keyId, limits);
      } catch (error) {
        this.#noteFailure(keyId, error);
      }
    }
    return this.#peekAlone(keyId, limits);
  }

  /** Leaves the connection open, because the caller opened it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { recovery } of this.#circuits.values()) recovery?.cancel();
    await this.#shadow.close();
    await this.#unsent.close();
  }

  async #decideInRedis(keyId: string, limits: Limits): Promise<LimitDecision> {
    try {
      return await this.#calls.request(keyId, limits);
    } catch (error) {
      this.#noteFailure(keyId, error);
      return this.#decideAlone(keyId, limits);
    }
  }

  /** While the counts of other nodes may be missing, asks Redis only for as many requests as the share admits. */
  async #decideBatch(keyId: string, limits: Limits, wanted: number): Promise<LimitDecision[]> {
    if (!this.#isSettling()) return this.#ask(keyId, limits, wanted);
    const { remaining } = this.#shadow.peek(keyId, this.#freeShare(keyId, limits));
    const asked = Math.min(wanted, ...remaining);
    if (asked === wanted) return this.#ask(keyId, limits, wanted);
    const refusal = this.#refuseByShare(keyId, limits, asked);
    const refusals = Array.from({ length: wanted - asked }, () => refusal);
    return asked === 0 ? refusals : [...(await this.#ask(keyId, limits, asked)), ...refusals];
  }

  /** The share ends with the settling, so a client waits longer only if the limit itself is used up. */
  #refuseByShare(keyId: string, limits: Limits, asked: number): LimitDecision {
    const byShare = this.#shadow.peek(keyId, this.#freeShare(keyId, limits, asked));
    const byLimit = this.#shadow.peek(keyId, limits);
    const leftMs = Math.max(1, Math.ceil(this.#settledAtMs - this.#clock.monotonicMs()));
    const waitMs = byShare.waitMs.map((ms, i) => Math.max(byLimit.waitMs[i] as number, Math.min(ms, leftMs)));
    return refuse(byShare.remaining, waitMs as unknown as PerWindow);
  }

  async #ask(keyId: string, limits: Limits, wanted: number): Promise<LimitDecision[]> {
    const sentMs = this.#clock.monotonicMs();
    this.#changeInFlight(keyId, wanted);
    let reply: CountersReply;
    try {
      reply = await this.#counters.decide(keyId, limits, wanted);
    } finally {
      this.#changeInFlight(keyId, -wanted);
    }
    const circuit = this.#circuits.get(this.#counters.serverOf(keyId));
    if (circuit !== undefined) circuit.failures = 0;
    const known = this.#shadow.find(keyId);
    if (known !== undefined && known.born !== 0 && known.born !== reply.born) this.#restoreCounts(keyId);
    const key = reply.admitted > 0 ? this.#shadow.count(keyId, reply.admitted) : known;
    if (key !== undefined) key.born = reply.born;
    const decisions = Array.from({ length: wanted }, (_, index) => decisionAt(reply, index));
    if (reply.admitted < wanted) this.#noteRefusal(keyId, limits, decisions.at(-1) as LimitDecision, sentMs);
    return decisions;
  }

  /** The wait began after `sentMs`, so a rejection that is cached from `sentMs` never lasts too long. */
  #noteRefusal(keyId: string, limits: Limits, decision: LimitDecision, sentMs: number): void {
    if (this.#refusals.size >= MAX_REFUSALS) this.#refusals.clear();
    const untilMs = sentMs + Math.min(REFUSAL_KEPT_MS, Math.max(...decision.waitMs));
    this.#refusals.set(keyId, { limits, decision, receivedMs: this.#clock.monotonicMs(), untilMs });
  }

  /**
   * Called when Redis has new counters for a key that this node has already used. Queues our counts to be added again.
   */
  #restoreCounts(keyId: string): void {
    if (!this.#unsent.queueLost(keyId)) return;
    this.#scheduleRecovery(this.#circuit(keyId), 0);
    const nowMs = this.#clock.monotonicMs();
    if (nowMs - this.#lostReportedMs < LOST_REPORT_EVERY_MS) return;
    this.#lostReportedMs = nowMs;
    this.#options.onChange?.({ kind: 'counters-lost', keyId });
  }

  #decideAlone(keyId: string, limits: Limits): LimitDecision {
    const { policy } = this.#options;
    if (policy === 'closed') throw new LimiterUnavailable('The rate limit counters cannot be reached.');
    let decision: LimitDecision;
    if (policy === 'open') {
      this.#shadow.count(keyId);
      const { remaining, waitMs } = this.#shadow.peek(keyId, limits);
      decision = admit(remaining, waitMs);
    } else {
      decision = this.#shadow.decide(keyId, this.#freeShare(keyId, limits));
    }
    if (decision.admitted) this.#unsent.count(keyId);
    return decision;
  }

  /**
   * Assumes that the other nodes have admitted as many requests as this one. If each node enforces its share, a used
   * share is a used limit.
   */
  #peekAlone(keyId: string, limits: Limits): LimitDecision {
    const enforced = this.#options.policy === 'local' ? this.#share(limits) : limits;
    const own = this.#shadow.peek(keyId, enforced);
    const left = own.remaining.map((remaining, i) => {
      const { name } = WINDOWS[i as WindowIndex];
      const used = (limitOf(enforced, name) - remaining) * this.#nodes;
      return remaining === 0 ? 0 : Math.max(0, limitOf(limits, name) - used);
    });
    return { ...own, remaining: left as unknown as PerWindow };
  }

  get #nodes(): number {
    return Math.max(1, this.#options.liveGateways() ?? 1);
  }

  /**
   * Returns this node's share of the limits, at least 1 in each window, so that no key is blocked when there are many
   * nodes.
   */
  #share(limits: Limits): Limits {
    const part = (limit: number) => Math.max(1, Math.floor(limit / this.#nodes));
    return { perMinute: part(limits.perMinute), perHour: part(limits.perHour), perDay: part(limits.perDay) };
  }

  /** Returns this node's share less the requests that Redis may still admit: those in flight and those asked next. */
  #freeShare(keyId: string, limits: Limits, asked = 0): Limits {
    const { perMinute, perHour, perDay } = this.#share(limits);
    const taken = (this.#inFlight.get(keyId) ?? 0) + asked;
    return { perMinute: perMinute - taken, perHour: perHour - taken, perDay: perDay - taken };
  }

  #changeInFlight(keyId: string, change: number): void {
    const inFlight = (this.#inFlight.get(keyId) ?? 0) + change;
    if (inFlight === 0) this.#inFlight.delete(keyId);
    else this.#inFlight.set(keyId, inFlight);
  }

  #isOpen(keyId: string): boolean {
    if (this.#circuits.size === 0) return false;
    return this.#circuits.get(this.#counters.serverOf(keyId))?.degradedSinceMs !== undefined;
  }

  /**
   * Whether this node's share applies in addition to the limits in Redis. This concerns all servers of a cluster, because
   * keys may have moved to another one.
   */
  #isSettling(): boolean {
    return this.#circuits.size > 0 && this.#clock.monotonicMs() < this.#settledAtMs;
  }

  #circuit(keyId: string): Circuit {
    const server = this.#counters.serverOf(keyId);
    const known = this.#circuits.get(server);
    if (known !== undefined) return known;
    const circuit = {
      ...{ server, failures: 0, degradedSinceMs: undefined, recovery: undefined },
      ...{ hasFailedProbe: false, probeKeyId: keyId },
    };
    this.#circuits.set(server, circuit);
    return circuit;
  }

  #noteFailure(keyId: string, error: unknown): void {
    const circuit = this.#circuit(keyId);
    circuit.failures += 1;
    if (circuit.failures >= FAILURES_TO_OPEN && circuit.degradedSinceMs === undefined) {
      circuit.degradedSinceMs = this.#clock.nowMs();
      const reason = error instanceof Error ? error.message : String(error);
      this.#options.onChange?.({ kind: 'degraded', server: circuit.server, reason });
    }
    if (circuit.recovery === undefined) circuit.probeKeyId = keyId;
    // Redis does not know about the request that caused this failure. Until it does, it may admit one too many.
    this.#scheduleRecovery(circuit, circuit.degradedSinceMs === undefined ? 0 : PROBE_EVERY_MS);
  }

  #scheduleRecovery(circuit: Circuit, delayMs: number): void {
    if (circuit.recovery !== undefined || this.#isClosed) return;
    circuit.recovery = this.#clock.after(delayMs, () => void this.#recover(circuit));
  }

  /** Probes a server, adds the counts it missed, and closes its circuit. The returned promise never rejects. */
  async #recover(circuit: Circuit): Promise<void> {
    const { probeKeyId } = circuit;
    try {
      const redisAheadMs = (await this.#counters.probe(probeKeyId)) - this.#clock.nowMs();
      // After a failover or when slots have moved, another server than before responds.
      const server = this.#counters.serverOf(probeKeyId);
      const isThere = (keyId: string) => this.#counters.serverOf(keyId) === server;
      const sending = this.#unsent.send(this.#counters, redisAheadMs, isThere);
      this.#restore(circuit, await withDeadline(sending, SEND_DEADLINE_MS, this.#clock));
    } catch (error) {
      circuit.hasFailedProbe = true;
      circuit.recovery = undefined;
      this.#scheduleRecovery(circuit, PROBE_EVERY_MS);
      if (circuit.degradedSinceMs === undefined) this.#noteFailure(probeKeyId, error);
      return;
    }
    circuit.recovery = undefined;
    const left = this.#unsent.find(keyId => !this.#isOpen(keyId));
    if (left === undefined) return;
    circuit.probeKeyId = left;
    this.#scheduleRecovery(circuit, 0);
  }

  #restore(circuit: Circuit, addedKeys: number): void {
    const { degradedSinceMs, hasFailedProbe } = circuit;
    circuit.failures = 0;
    circuit.hasFailedProbe = false;
    if (degradedSinceMs === undefined) return;
    circuit.degradedSinceMs = undefined;
    // With the other policies, nodes have not enforced their shares during the outage either.
    if (hasFailedProbe && this.#options.policy === 'local') {
      this.#settledAtMs = this.#clock.monotonicMs() + SETTLE_MS;
    }
    const degradedMs = this.#clock.nowMs() - degradedSinceMs;
    this.#options.onChange?.({ kind: 'restored', server: circuit.server, degradedMs, addedKeys });
  }
}

/**
 * Returns the same rejection as it applies some time later. A window whose wait is over has at least one request left.
 */
function refusalAfter({ remaining, waitMs }: LimitDecision, passedMs: number): LimitDecision {
  const wait = waitMs.map(ms => Math.max(0, ms - passedMs)) as unknown as PerWindow;
  const left = remaining.map((count, window) => (count === 0 && wait[window] === 0 ? 1 : count));
  return refuse(left as unknown as PerWindow, wait);
}

function isSame(a: Limits, b: Limits): boolean {
  return a === b || (a.perMinute === b.perMinute && a.perHour === b.perHour && a.perDay === b.perDay);
}
