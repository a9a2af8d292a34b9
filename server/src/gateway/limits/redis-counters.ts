/**
 * The sliding-window counters in Redis, shared by all nodes. Calls fail when Redis is unavailable, and RedisLimiter
 * handles the failures.
 */
import type { Redis } from 'ioredis';
import type { Clock } from '../../platform/clock.ts';
import { withDeadline } from '../../platform/deadline.ts';
import { type CellCount, type KeyCounts, shiftKeyCounts } from './key-counts.ts';
import { admit, type LimitDecision, type Limits, type PerWindow, refuse } from './limiter.ts';
import { ADD_SCRIPT, DECIDE_SCRIPT } from './redis-script.ts';

/** After this time, a new reading of Redis' clock replaces the stored one even if its offset is larger. */
const OFFSET_KEPT_MS = 10_000;

export interface CountersReply {
  /** The number of requests that were admitted and counted. A peek returns 1 if a request would be admitted. */
  admitted: number;
  /** Identifies the current counters of the key. It changes when Redis loses the counters. 0 if there are none. */
  born: number;
  /** Redis' clock when the decision was made. */
  nowMs: number;
  remaining: PerWindow;
  waitMs: PerWindow;
}

/** Counts that a node adds to Redis after an outage, or after Redis lost them. */
export interface Addition {
  keyId: string;
  /** A unique token. If the addition is sent again because the response was lost, it has no further effect. */
  token: string;
  /** The last `born` that the node saw for the key. 0 if it saw none. */
  knownBorn: number;
  admitted: KeyCounts;
  /** Counts that Redis already had. They are added only if `born` shows that Redis lost them. */
  before: KeyCounts;
}

export interface RedisCountersOptions {
  redis: Redis;
  clock: Clock;
  deadlineMs: number;
  /** For tests that control time. Otherwise Redis uses its own clock. */
  testTimeMs?: (() => number) | undefined;
}

type Command = (...keysAndArguments: (string | number)[]) => Promise<unknown>;

export class RedisCounters {
  readonly #redis: Redis & { seraiDecide: Command; seraiAdd: Command };
  readonly #clock: Clock;
  readonly #deadlineMs: number;
  readonly #testTimeMs: () => number | '';
  /**
   * Redis' clock minus our monotonic clock. It may be too large but is never too small, so that no script is considered
   * late by mistake.
   */
  #offsetMs: number | undefined;
  #offsetReadMs = 0;

  constructor({ redis, clock, deadlineMs, testTimeMs }: RedisCountersOptions) {
    redis.defineCommand('seraiDecide', { numberOfKeys: 1, lua: DECIDE_SCRIPT });
    redis.defineCommand('seraiAdd', { numberOfKeys: 2, lua: ADD_SCRIPT });
    this.#redis = redis as Redis & { seraiDecide: Command; seraiAdd: Command };
    this.#clock = clock;
    this.#deadlineMs = deadlineMs;
    this.#testTimeMs = testTimeMs ?? (() => '');
  }

  /** Decides `wanted` requests within the deadline. If the script starts after the deadline, it does nothing. */
  async decide(keyId: string, limits: Limits, wanted: number): Promise<CountersReply> {
    const sentMs = this.#clock.monotonicMs();
    const offsetMs = this.#offsetMs;
    const notAfterMs = offsetMs === undefined ? undefined : sentMs + offsetMs + this.#deadlineMs;
    let reply = await this.#inTime(this.decideUntil(notAfterMs, keyId, limits, wanted));
    if (reply === undefined) {
      const durationMs = this.#clock.monotonicMs() - sentMs;
      if (durationMs > this.#deadlineMs) {
        throw new Error(
          `Redis responded after ${Math.round(durationMs)} ms, which exceeds the deadline of ${this.#deadlineMs} ms`,
        );
      }
      // The script was on time by our clock, so Redis' clock must have been changed.
      this.#offsetMs = undefined;
      reply = (await this.#inTime(this.decideUntil(undefined, keyId, limits, wanted))) as CountersReply;
    }
    this.#noteOffset(reply.nowMs - sentMs);
    return reply;
  }

  /** Returns undefined if the script started after the given time by Redis' clock. In that case it did nothing. */
  async decideUntil(
    notAfterMs: number | undefined,
    keyId: string,
    { perMinute, perHour, perDay }: Limits,
    wanted: number,
  ): Promise<CountersReply | undefined> {
    const notAfter = notAfterMs === undefined ? '' : Math.floor(notAfterMs);
    const reply = (await this.#redis.seraiDecide(
      stateKey(keyId),
      ...[perMinute, perHour, perDay, wanted, this.#testTimeMs(), notAfter],
    )) as number[];
    const [admitted, born, nowMs, ...windows] = reply as [number, number, number, ...number[]];
    if (admitted === -1) return undefined;
    const [r1, r2, r3, w1, w2, w3] = windows as [number, number, number, number, number, number];
    return { admitted, born, nowMs, remaining: [r1, r2, r3], waitMs: [w1, w2, w3] };
  }

  async peek(keyId: string, limits: Limits): Promise<LimitDecision> {
    const reply = (await this.#inTime(this.decideUntil(undefined, keyId, limits, 0))) as CountersReply;
    return decisionAt(reply, 0);
  }

  /**
   * Adds counts to Redis. The counts are in cells of this node's wall clock and are shifted by `redisAheadMs`, the lead
   * of Redis' clock. Returns the `born` of the key's counters after the addition.
   */
  async add({ keyId, token, knownBorn, admitted, before }: Addition, redisAheadMs = 0): Promise<number> {
    const cells = [...shiftKeyCounts(admitted, redisAheadMs), ...shiftKeyCounts(before, redisAheadMs)];
    const keys = [stateKey(keyId), `${stateKey(keyId)}:${token}`];
    const args = [knownBorn, this.#testTimeMs(), ...cells.flatMap(cellArguments)];
    return Number(await this.#redis.seraiAdd(...keys, ...args));
  }

  /** Checks that Redis accepts writes and returns Redis' clock. */
  async probe(): Promise<number> {
    const probing = Promise.all([this.#redis.time(), this.#redis.set('rl:probe', '1', 'PX', 1000)]);
    const [[seconds, microseconds]] = await this.#inTime(probing);
    return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
  }

  #inTime<T>(call: Promise<T>): Promise<T> {
    return withDeadline(call, this.#deadlineMs, this.#clock);
  }

  #noteOffset(offsetMs: number): void {
    const nowMs = this.#clock.monotonicMs();
    const isOld = nowMs - this.#offsetReadMs > OFFSET_KEPT_MS;
    if (this.#offsetMs !== undefined && offsetMs >= this.#offsetMs && !isOld) return;
    this.#offsetMs = offsetMs;
    this.#offsetReadMs = nowMs;
  }
}

/** The braces keep all data about a key on one node of a Redis cluster. */
export function stateKey(keyId: string): string {
  return `rl:{${keyId}}`;
}

/** The reply describes the state after the last admitted request. For each earlier request, one more was remaining. */
export function decisionAt({ admitted, remaining, waitMs }: CountersReply, index: number): LimitDecision {
  if (index >= admitted) return refuse(remaining, waitMs);
  const later = admitted - 1 - index;
  if (later === 0) return admit(remaining, waitMs);
  return admit([remaining[0] + later, remaining[1] + later, remaining[2] + later]);
}

/** Warns if Redis may evict data to free memory, because it would then lose counters silently. */
export async function checkEviction(redis: Redis, warn: (message: string) => void): Promise<void> {
  const info = await redis.info('memory');
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1];
  if (policy !== undefined && policy !== 'noeviction') {
    warn(`Redis may evict rate limit counters: set maxmemory-policy to noeviction (it is ${policy})`);
  }
}

function cellArguments(cells: CellCount[]): number[] {
  return [cells.length, ...cells.flatMap(({ cell, count }) => [cell, count])];
}
