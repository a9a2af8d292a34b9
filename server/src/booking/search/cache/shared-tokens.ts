/**
 * Tokens of offers that processes share through Redis, one hash per hotel and stay. Correctness does not depend on Redis: without
 * it, a quote on another process searches again.
 */
import type { Redis } from 'ioredis';
import type { Clock } from '../../../platform/clock.ts';
import { byServer } from '../../../platform/redis.ts';
import { BACKGROUND_TIMEOUT_MS, RedisGuard } from './redis-guard.ts';

/** The tokens of one hotel and stay, by rate key. */
export type HotelTokens = Map<string, RateTokens>;

export interface RateTokens {
  tokens: string;
  /** Unix time. */
  endsAtMs: number;
}

/** Increase this with every change to the format. */
const PREFIX = 'st1:';

interface SharedTokensOptions {
  redis: Redis;
  clock: Clock;
  onError?: () => void;
  isFull?: () => boolean;
}

export class SharedTokens {
  readonly #guard: RedisGuard;
  readonly #isFull: () => boolean;

  constructor({ redis, clock, onError = () => {}, isFull = () => false }: SharedTokensOptions) {
    this.#guard = new RedisGuard(redis, clock, onError);
    this.#isFull = isFull;
  }

  /** Replaces the tokens of each hotel. The tokens of a hotel are deleted together, when the last of them expires. */
  async write(taken: ReadonlyMap<string, HotelTokens>, nowMs: number): Promise<void> {
    if (taken.size === 0 || this.#isFull()) return;
    const groups = byServer(this.#guard.redis, [...taken], ([key]) => PREFIX + key);
    await Promise.all(groups.map(group => this.#writeGroup(group, nowMs)));
  }

  /** All keys are on the same server. */
  async #writeGroup(group: readonly [string, HotelTokens][], nowMs: number): Promise<void> {
    const work = async (redis: Redis) => {
      const commands = redis.pipeline();
      for (const [key, tokens] of group) {
        let lastMs = nowMs;
        const fields: string[] = [];
        for (const [rateKey, one] of tokens) {
          lastMs = Math.max(lastMs, one.endsAtMs);
          fields.push(rateKey, `${one.endsAtMs} ${one.tokens}`);
        }
        commands.del(PREFIX + key);
        commands.hset(PREFIX + key, ...fields);
        commands.pexpire(PREFIX + key, Math.ceil(lastMs - nowMs));
      }
      const results = await commands.exec();
      if (results?.some(([error]) => error !== null)) this.#guard.reportError();
    };
    await this.#guard.try(PREFIX + (group[0]?.[0] ?? ''), work, BACKGROUND_TIMEOUT_MS);
  }

  async read(key: string, rateKey: string): Promise<RateTokens | undefined> {
    const value = await this.#guard.try(PREFIX + key, redis => redis.hget(PREFIX + key, rateKey));
    const end = value?.indexOf(' ') ?? -1;
    if (value == null || end < 1) return undefined;
    return { endsAtMs: Number(value.slice(0, end)), tokens: value.slice(end + 1) };
  }

  close(): void {
    this.#guard.close();
  }
}
