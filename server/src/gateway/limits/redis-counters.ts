/** The limiter's scripts as typed calls. One round trip each; waits as long as the client lets it. */
import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { ADD_SCRIPT, DECIDE_SCRIPT, REFUND_SCRIPT } from './redis-script.ts';
import type { CellCount, KeyCounts } from './rings/key-counts.ts';
import { admit, type LimitDecision, type Limits, refuse } from './windows.ts';

export interface CountersReply {
  decision: LimitDecision;
  /** Names this incarnation of the key's counters; 0 when there are none. */
  born: number;
  /** Redis' clock when it decided. */
  nowMs: number;
}

/** The script ran after the time it was given, and did nothing. */
export interface LateReply {
  late: true;
  nowMs: number;
}

/** What a node admitted by itself and Redis has still to learn. */
export interface Addition {
  keyId: string;
  /** Unique; sent again unchanged when an answer was lost. */
  token: string;
  /** The `born` the node last saw for the key; 0 for none. */
  knownBorn: number;
  admitted: KeyCounts;
  /** Counted by Redis before; added again only if Redis lost it. */
  before: KeyCounts;
}

interface Script {
  text: string;
  sha: string;
}

const DECIDE = script(DECIDE_SCRIPT);
const REFUND = script(REFUND_SCRIPT);
const ADD = script(ADD_SCRIPT);

export class RedisCounters {
  readonly #redis: Redis;
  readonly #testTimeMs: () => string;

  /** `testTimeMs` is for tests that step time; in service Redis reads its own clock. */
  constructor(redis: Redis, options: { testTimeMs?: () => number } = {}) {
    const { testTimeMs } = options;
    this.#redis = redis;
    this.#testTimeMs = testTimeMs === undefined ? () => '' : () => String(testTimeMs());
  }

  /** `notAfterMs` is a time of Redis' clock. */
  async decide(keyId: string, limits: Limits, notAfterMs?: number): Promise<CountersReply | LateReply> {
    return this.#evaluate(keyId, limits, '1', notAfterMs === undefined ? '' : String(Math.floor(notAfterMs)));
  }

  async peek(keyId: string, limits: Limits): Promise<CountersReply> {
    return (await this.#evaluate(keyId, limits, '0', '')) as CountersReply;
  }

  async refund(keyId: string): Promise<void> {
    await this.#run(REFUND, [stateKey(keyId)], []);
  }

  /** The `born` of the key's counters afterwards. */
  async add(addition: Addition): Promise<number> {
    const { keyId, token, knownBorn, admitted, before } = addition;
    const args = [String(knownBorn), this.#testTimeMs(), ...[...admitted, ...before].flatMap(cellArguments)];
    return Number(await this.#run(ADD, [stateKey(keyId), `${stateKey(keyId)}:${token}`], args));
  }

  /** Redis' clock, once Redis has proven that it takes writes. */
  async probe(): Promise<number> {
    const [[seconds, microseconds]] = await Promise.all([
      this.#redis.time(),
      this.#redis.set('rl:probe', '1', 'PX', 1000),
    ]);
    return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
  }

  async #evaluate(
    keyId: string,
    limits: Limits,
    counts: '0' | '1',
    notAfter: string,
  ): Promise<CountersReply | LateReply> {
    const args = [
      String(limits.perMinute),
      String(limits.perHour),
      String(limits.perDay),
      counts,
      this.#testTimeMs(),
      notAfter,
    ];
    const reply = (await this.#run(DECIDE, [stateKey(keyId)], args)) as number[];
    const [outcome, born, nowMs, ...rest] = reply as [number, number, number, ...number[]];
    if (outcome === 2) return { late: true, nowMs };
    const [r1, r2, r3, w1, w2, w3] = rest as [number, number, number, number, number, number];
    const decision = outcome === 1 ? admit([r1, r2, r3], [w1, w2, w3]) : refuse([r1, r2, r3], [w1, w2, w3]);
    return { decision, born, nowMs };
  }

  /** A server that restarted or flushed its scripts says NOSCRIPT and has done nothing; the text loads it again. */
  async #run({ text, sha }: Script, keys: string[], args: string[]): Promise<unknown> {
    try {
      return await this.#redis.evalsha(sha, keys.length, ...keys, ...args);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return this.#redis.eval(text, keys.length, ...keys, ...args);
    }
  }
}

/** The braces keep all that belongs to a key in one slot of a cluster. */
export function stateKey(keyId: string): string {
  return `rl:{${keyId}}`;
}

function cellArguments(cells: CellCount[]): string[] {
  return [String(cells.length), ...cells.flatMap(({ cell, count }) => [String(cell), String(count)])];
}

function script(text: string): Script {
  return { text, sha: createHash('sha1').update(text).digest('hex') };
}
