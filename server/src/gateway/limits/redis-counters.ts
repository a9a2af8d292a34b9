/** The limiter's scripts as typed calls. One round trip each; waits as long as the client lets it. */
import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { ADD_SCRIPT, DECIDE_SCRIPT } from './redis-script.ts';
import type { CellCount, KeyCounts } from './rings/key-counts.ts';
import { admit, type LimitDecision, type Limits, type PerWindow, refuse } from './windows.ts';

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

/** What the script says, about any number of requests at once. */
interface ScriptReply {
  /** How many of them were counted; for a look whether one would be. */
  counted: number;
  born: number;
  nowMs: number;
  remaining: PerWindow;
  waitMs: PerWindow;
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

  /** A decision about each of `wanted` requests, those that pass first. `notAfterMs` is a time of Redis' clock. */
  async decide(
    keyId: string,
    limits: Limits,
    wanted: number,
    notAfterMs?: number,
  ): Promise<CountersReply[] | LateReply> {
    const notAfter = notAfterMs === undefined ? '' : String(Math.floor(notAfterMs));
    const reply = await this.#evaluate(keyId, limits, wanted, notAfter);
    if ('late' in reply) return reply;
    const { born, nowMs } = reply;
    return Array.from({ length: wanted }, (_, i) => ({ decision: decisionAt(reply, i), born, nowMs }));
  }

  async peek(keyId: string, limits: Limits): Promise<CountersReply> {
    const reply = (await this.#evaluate(keyId, limits, 0, '')) as ScriptReply;
    return { decision: decisionAt(reply, 0), born: reply.born, nowMs: reply.nowMs };
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
    wanted: number,
    notAfter: string,
  ): Promise<ScriptReply | LateReply> {
    const args = [
      String(limits.perMinute),
      String(limits.perHour),
      String(limits.perDay),
      String(wanted),
      this.#testTimeMs(),
      notAfter,
    ];
    const reply = (await this.#run(DECIDE, [stateKey(keyId)], args)) as number[];
    const [counted, born, nowMs, ...rest] = reply as [number, number, number, ...number[]];
    if (counted === -1) return { late: true, nowMs };
    const [r1, r2, r3, w1, w2, w3] = rest as [number, number, number, number, number, number];
    return { counted, born, nowMs, remaining: [r1, r2, r3], waitMs: [w1, w2, w3] };
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

/** The script tells of the last one that passed; each before it left one more. */
function decisionAt({ counted, remaining, waitMs }: ScriptReply, index: number): LimitDecision {
  if (index >= counted) return refuse(remaining, waitMs);
  const after = counted - 1 - index;
  if (after === 0) return admit(remaining, waitMs);
  return admit([remaining[0] + after, remaining[1] + after, remaining[2] + after]);
}

function cellArguments(cells: CellCount[]): string[] {
  return [String(cells.length), ...cells.flatMap(({ cell, count }) => [String(cell), String(count)])];
}

function script(text: string): Script {
  return { text, sha: createHash('sha1').update(text).digest('hex') };
}
