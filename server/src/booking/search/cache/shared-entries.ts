/**
 * Cache entries, hotel generations and claims that processes share through Redis. Correctness does not depend on Redis: without it,
 * every process uses only its own entries. Keys contain the format version, so that different versions never read each other's
 * entries.
 */
import { hash, randomBytes } from 'node:crypto';
import { type Redis, ReplyError } from 'ioredis';
import type { Clock } from '../../../platform/clock.ts';
import { withDeadline } from '../../../platform/deadline.ts';
import { byServer, readBuffers, serversOf } from '../../../platform/redis.ts';
import type { CacheEntry, EntryKeys } from './cache-entry.ts';
import { FORMAT, readEntry, writeEntry } from './entry-codec.ts';
import { MAX_LIFETIME_MS } from './entry-lifetime.ts';
import { BACKGROUND_TIMEOUT_MS, PROBE_PAUSE_MS, RedisGuard } from './redis-guard.ts';

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
  /** When pending invalidations were last repeated, and how many recoveries there had been. */
  #repeated = { atMs: Number.NEGATIVE_INFINITY, recoveries: 0 };
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
   * Returns the generations of all keys, and the entries selected by `wantsEntry`. Returns undefined for keys whose
   * server is unavailable, and undefined instead of the list if none is available.
   */
  async read(
    keys: readonly EntryKeys[],
    wantsEntry: (i: number) => boolean,
  ): Promise<(SharedEntry | undefined)[] | undefined> {
    this.#repeatInvalidations();
    const wanted = keys.flatMap((key, i) => (wantsEntry(i) ? [[i, key] as const] : []));
    const names = [
      ...keys.map(({ generationKey }) => generationName(generationKey)),
      ...wanted.map(([, { entryKey }]) => entryName(entryKey)),
    ];
    const values = await this.#readAll(names);
    const read = keys.map((_, i) => {
      const generation = values[i];
      if (generation === undefined) return undefined;
      return { generation: generation?.toString('latin1') ?? '', entry: undefined } as SharedEntry;
    });
    if (read.every(one => one === undefined)) return undefined;
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
    const names = keys.map(({ entryKey }, i) => ({ i, name: claimName(entryKey) }));
    // If the claim itself fails, this process fetches the entry.
    const claims = keys.map(() => true);
    let isKnown = false;
    await this.#perServer(names, async (redis, group) => {
      const commands = redis.pipeline();
      for (const { name } of group) commands.set(name, '', 'PX', Math.max(1, Math.ceil(forMs)), 'NX');
      const results = await commands.exec();
      isKnown ||= results !== null;
      for (const [position, { i }] of group.entries()) {
        const [error, reply] = results?.[position] ?? [null, 'OK'];
        claims[i] = error !== null || reply === 'OK';
      }
    });
    return isKnown ? claims : undefined;
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
    const written = this.#isFull ? [] : entries;
    const changes: { name: string; entry?: CacheEntry }[] = [
      ...written.map(({ entryKey, entry }) => ({ name: entryName(entryKey), entry })),
      ...keys.map(({ entryKey }) => ({ name: claimName(entryKey) })),
    ];
    await this.#perServer(
      changes,
      async (redis, group) => {
        const commands = redis.pipeline();
        for (const { name, entry } of group) {
          if (entry === undefined) commands.del(name);
          else commands.set(name, writeEntry(entry), 'PX', Math.ceil(entry.hardMs));
        }
        const results = await commands.exec();
        if (results?.some(([error]) => error !== null)) this.#guard.reportError();
      },
      BACKGROUND_TIMEOUT_MS,
    );
  }

  /**
   * Starts a new generation, so that no process reads older entries of the hotel. If Redis is unavailable, this is retried as soon
   * as it responds again.
   */
  async invalidate(generationKey: string): Promise<void> {
    const value = randomBytes(GENERATION_BYTES).toString('base64url');
    const name = generationName(generationKey);
    const reply = await this.#guard.try(
      name,
      redis => redis.set(name, value, 'PX', GENERATION_MS).catch(this.#ignoreReplyError),
      BACKGROUND_TIMEOUT_MS,
    );
    if (reply === undefined && this.#pending.size < MAX_PENDING) this.#pending.add(generationKey);
  }

  close(): void {
    this.#guard.close();
  }

  /** Undefined for names whose server is unavailable. */
  async #readAll(names: readonly string[]): Promise<(Buffer | null | undefined)[]> {
    const values: (Buffer | null | undefined)[] = names.map(() => undefined);
    const positions = names.map((name, i) => ({ i, name }));
    await this.#perServer(positions, async (redis, group) => {
      const read = await readBuffers(
        redis,
        group.map(({ name }) => name),
      );
      for (const [position, { i }] of group.entries()) values[i] = read[position] ?? null;
    });
    return values;
  }

  /** Runs the work once for each server, with the items that it has. Skips unavailable servers. */
  async #perServer<T extends { name: string }>(
    items: readonly T[],
    work: (redis: Redis, group: readonly T[]) => Promise<void>,
    timeoutMs?: number,
  ): Promise<void> {
    const groups = byServer(this.#guard.redis, items, ({ name }) => name);
    await Promise.all(
      groups.map(group => this.#guard.try(group[0]?.name ?? '', redis => work(redis, group), timeoutMs)),
    );
  }

  /**
   * Repeats invalidations immediately after a server has recovered, and otherwise once per pause, because a key may have
   * moved to another server. Those of an unavailable server would only cost time in every search.
   */
  #repeatInvalidations(): void {
    if (this.#pending.size === 0 || !this.isAvailable) return;
    const { recoveries } = this.#guard;
    const atMs = this.#clock.monotonicMs();
    if (recoveries === this.#repeated.recoveries && atMs - this.#repeated.atMs < PROBE_PAUSE_MS) return;
    this.#repeated = { atMs, recoveries };
    for (const generationKey of this.#pending) {
      if (!this.#guard.canUse(generationName(generationKey))) continue;
      this.#pending.delete(generationKey);
      void this.invalidate(generationKey);
    }
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
    const infos = serversOf(this.#guard.redis).map(server => server.info('memory'));
    void withDeadline(Promise.all(infos), BACKGROUND_TIMEOUT_MS, this.#clock).then(
      read => {
        this.#isFull = read.some(isNearlyFull);
      },
      () => {},
    );
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
