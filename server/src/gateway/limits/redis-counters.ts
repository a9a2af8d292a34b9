/**
 * The sliding-window counters in Redis, shared by all nodes. Calls fail when Redis is unavailable, and RedisLimiter
 * handles the failures.
 */
import type { Redis } from 'ioredis';
import type { Clock } from '../../platform/clock.ts';
import { withDeadline } from '../../platform/deadline.ts';
import { serverOf, serversOf } from '../../platform/redis.ts';
import { type CellCount, type KeyCounts, shiftKeyCounts } from './key-counts.ts';
import { admit, type LimitDecision, type Limits, type PerWindow, refuse } from './limiter.ts';
import { ADD_SCRIPT, DECIDE_SCRIPT, PROBE_SCRIPT } from './redis-script.ts';

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
type CounterRedis = Redis & { seraiDecide: Command; seraiAdd: Command; seraiProbe: Command };

export class RedisCounters {
  readonly #redis: CounterRedis;
  readonly #clock: Clock;
  readonly #deadlineMs: number;
  readonly #testTimeMs: () => number | '';
  /**
   * Redis' clock minus our monotonic clock, by server. It may be too large but is never too small, so that no script is
   * considered late by mistake.
   */
  readonly #offsets = new Map<string, { offsetMs: number; readMs: number }>();

  constructor({ redis, clock, deadlineMs, testTimeMs }: RedisCountersOptions) {
    redis.defineCommand('seraiDecide', { numberOfKeys: 1, lua: DECIDE_SCRIPT });
    redis.defineCommand('seraiAdd', { numberOfKeys: 2, lua: ADD_SCRIPT });
    redis.defineCommand('seraiProbe', { numberOfKeys: 1, lua: PROBE_SCRIPT });
    this.#redis = redis as CounterRedis;
    this.#clock = clock;
    this.#deadlineMs = deadlineMs;
    this.#testTimeMs = testTimeMs ?? (() => '');
  }

  /** Decides `wanted` requests within the deadline. If the script starts after the deadline, it does nothing. */
  async decide(keyId: string, limits: Limits, wanted: number): Promise<CountersReply> {
    const sentMs = this.#clock.monotonicMs();
    const server = this.serverOf(keyId);
    const offsetMs = this.#offsets.get(server)?.offsetMs;
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
      this.#offsets.delete(server);
      reply = (await this.#inTime(this.decideUntil(undefined, keyId, limits, wanted))) as CountersReply;
    }
    this.#noteOffset(server, reply.nowMs - sentMs);
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

  /** Checks that the server that has the key accepts writes, and returns its clock. */
  async probe(keyId: string): Promise<number> {
    const reply = (await this.#inTime(this.#redis.seraiProbe(`${stateKey(keyId)}:probe`))) as string[];
    const [seconds, microseconds] = reply.map(Number) as [number, number];
    return seconds * 1000 + Math.floor(microseconds / 1000);
  }

  /** The server that has the counters of the key. */
  serverOf(keyId: string): string {
    return serverOf(this.#redis, stateKey(keyId));
  }

  #inTime<T>(call: Promise<T>): Promise<T> {
    return withDeadline(call, this.#deadlineMs, this.#clock);
  }

  #noteOffset(server: string, offsetMs: number): void {
    const readMs = this.#clock.monotonicMs();
    const known = this.#offsets.get(server);
    if (known !== undefined && offsetMs >= known.offsetMs && readMs - known.readMs <= OFFSET_KEPT_MS) return;
    this.#offsets.set(server, { offsetMs, readMs });
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
  const infos = await Promise.all(serversOf(redis).map(server => server.info('memory')));
  const policies = infos.map(info => /^maxmemory_policy:(\S+)/m.exec(info)?.[1]);
  const policy = policies.find(each => each !== undefined && each !== 'noeviction');
  if (policy !== undefined) {
    warn(`Redis may evict rate limit counters: set maxmemory-policy to noeviction (it is ${policy})`);
  }
}

function cellArguments(cells: CellCount[]): number[] {
  return [cells.length, ...cells.flatMap(({ cell, count }) => [cell, count])];
}
