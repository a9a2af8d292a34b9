/**
 * Cache entries, hotel generations and claims that processes share through Redis. Correctness does not depend on Redis: without it,
 * every process uses only its own entries. Keys contain the format version, so that different versions never read each other's
 * entries.
 */
import { hash, randomBytes } from 'node:crypto';
import { type Redis, ReplyError } from 'ioredis';
import type { Clock } from '../../../platform/clock.ts';
import type { CacheEntry, EntryKeys } from './cache-entry.ts';
import { FORMAT, readEntry, writeEntry } from './entry-codec.ts';
import { MAX_LIFETIME_MS } from './entry-lifetime.ts';
import { BACKGROUND_TIMEOUT_MS, RedisGuard } from './redis-guard.ts';

export interface SharedEntry {
  /** Empty if the hotel has no generation. */
  generation: string;
  /** Undefined if there is no valid entry of the current generation. */
  entry: CacheEntry | undefined;
}

/** Outlasts every entry of the previous generation. */
const GENERATION_MS = MAX_LIFETIME_MS + 3_600_000;
/** When this share of Redis memory is used, no more entries are written. The rest is reserved for rate limit counters. */
const FULL_SHARE = 0.75;
const MEMORY_CHECK_MS = 10_000;
const GENERATION_BYTES = 9;
/** Maximum number of invalidations to retry when Redis is available again. */
const MAX_PENDING = 10_000;

interface SharedEntriesOptions {
  redis: Redis;
  clock: Clock;
  onError?: () => void;
}

export class SharedEntries {
  readonly #clock: Clock;
  readonly #guard: RedisGuard;
  readonly #pending = new Set<string>();
  #memoryCheckedMs = Number.NEGATIVE_INFINITY;
  #isFull = false;

  constructor({ redis, clock, onError = () => {} }: SharedEntriesOptions) {
    this.#clock = clock;
    this.#guard = new RedisGuard(redis, clock, onError);
  }

  get isAvailable(): boolean {
    return this.#guard.isAvailable;
  }

  /** Whether Redis is so full that nothing more is cached. Checked from time to time when entries are written. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /**
   * Returns the generations of all keys, and the entries selected by `wantsEntry`. Returns undefined while Redis is unavailable.
   */
  async read(
    keys: readonly EntryKeys[],
    wantsEntry: (i: number) => boolean,
  ): Promise<SharedEntry[] | undefined> {
    this.#repeatInvalidations();
    const wanted = keys.flatMap((key, i) => (wantsEntry(i) ? [[i, key] as const] : []));
    const names = [
      ...keys.map(({ generationKey }) => generationName(generationKey)),
      ...wanted.map(([, { entryKey }]) => entryName(entryKey)),
    ];
    const values = await this.#guard.try(redis => redis.mgetBuffer(names));
    if (values === undefined) return undefined;
    const read: SharedEntry[] = keys.map((_, i) => ({
      generation: values[i]?.toString('latin1') ?? '',
      entry: undefined,
    }));
    for (const [position, [i]] of wanted.entries()) {
      const bytes = values[keys.length + position];
      const one = read[i];
      if (bytes == null || one === undefined) continue;
      const entry = readEntry(bytes);
      if (entry?.generation === one.generation) one.entry = entry;
    }
    return read;
  }

  /** Returns which entries this process should fetch, or undefined while Redis is unavailable. Claims expire after `forMs`. */
  async claim(keys: readonly EntryKeys[], forMs: number): Promise<boolean[] | undefined> {
    const results = await this.#guard.try(async redis => {
      const commands = redis.pipeline();
      for (const { entryKey } of keys)
        commands.set(claimName(entryKey), '', 'PX', Math.max(1, Math.ceil(forMs)), 'NX');
      return commands.exec();
    });
    // If the claim itself fails, this process fetches the entry.
    return results?.map(([error, reply]) => error !== null || reply === 'OK');
  }

  /**
   * Writes the fetched entries and releases the claims. An expired claim may now belong to another process. Releasing
   * it causes at most a second fetch.
   */
  async finish(
    keys: readonly EntryKeys[],
    entries: readonly { entryKey: string; entry: CacheEntry }[],
  ): Promise<void> {
    if (!this.isAvailable) return;
    if (entries.length > 0) this.#checkMemory();
    await this.#guard.try(async redis => {
      const commands = redis.pipeline();
      if (!this.#isFull) {
        for (const { entryKey, entry } of entries) {
          commands.set(entryName(entryKey), writeEntry(entry), 'PX', Math.ceil(entry.hardMs));
        }
      }
      if (keys.length > 0) commands.del(keys.map(({ entryKey }) => claimName(entryKey)));
      const results = await commands.exec();
      if (results?.some(([error]) => error !== null)) this.#guard.reportError();
    }, BACKGROUND_TIMEOUT_MS);
  }

  /**
   * Starts a new generation, so that no process reads older entries of the hotel. If Redis is unavailable, this is retried as soon
   * as it responds again.
   */
  async invalidate(generationKey: string): Promise<void> {
    const value = randomBytes(GENERATION_BYTES).toString('base64url');
    const reply = await this.#guard.try(
      redis =>
        redis.set(generationName(generationKey), value, 'PX', GENERATION_MS).catch(this.#ignoreReplyError),
      BACKGROUND_TIMEOUT_MS,
    );
    if (reply === undefined && this.#pending.size < MAX_PENDING) this.#pending.add(generationKey);
  }

  close(): void {
    this.#guard.close();
  }

  #repeatInvalidations(): void {
    if (this.#pending.size === 0 || !this.isAvailable) return;
    const pending = [...this.#pending];
    this.#pending.clear();
    for (const generationKey of pending) void this.invalidate(generationKey);
  }

  /** Redis is available but rejected the command, for example because it is out of memory. A retry would not help. */
  readonly #ignoreReplyError = (error: unknown): string => {
    if (!(error instanceof ReplyError)) throw error;
    this.#guard.reportError();
    return 'refused';
  };

  /** Runs in the background. The current write still uses the previous result. */
  #checkMemory(): void {
    const nowMs = this.#clock.monotonicMs();
    if (nowMs - this.#memoryCheckedMs < MEMORY_CHECK_MS) return;
    this.#memoryCheckedMs = nowMs;
    void this.#guard
      .try(redis => redis.info('memory'), BACKGROUND_TIMEOUT_MS)
      .then(info => {
        if (info !== undefined) this.#isFull = isNearlyFull(info);
      });
  }
}

/** `info` is the reply to the INFO command. */
export function isNearlyFull(info: string): boolean {
  const field = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  const max = field('maxmemory');
  return max > 0 && field('used_memory') >= max * FULL_SHARE;
}

const PREFIX = `av${FORMAT}`;

function entryName(entryKey: string): string {
  return `${PREFIX}:e:${hash('sha256', entryKey, 'base64url').slice(0, 22)}`;
}

function claimName(entryKey: string): string {
  return `${PREFIX}:c:${hash('sha256', entryKey, 'base64url').slice(0, 22)}`;
}

function generationName(generationKey: string): string {
  return `${PREFIX}:g:${generationKey}`;
}
