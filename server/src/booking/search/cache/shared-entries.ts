/**
 * Answers that processes share through Redis, the generations of hotels, and who fetches what. Nothing here is needed to be
 * right: without Redis every process does by itself. Keys carry the format, so that versions never read each other's.
 */
import { hash, randomBytes } from 'node:crypto';
import { type Redis, ReplyError } from 'ioredis';
import type { Clock } from '../../../platform/clock.ts';
import { FORMAT, readEntry, writeEntry } from './entry-bytes.ts';
import { LONGEST_LIFE_MS } from './entry-life.ts';
import type { KeptAnswer } from './kept-answer.ts';
import { BACKGROUND_PATIENCE_MS, RedisPatience } from './redis-patience.ts';

/** What is asked of it about one hotel and stay. */
export interface SharedKey {
  entry: string;
  generation: string;
}

export interface SharedEntry {
  /** Empty where the hotel has none. */
  generation: string;
  /** Of that generation and not at its end. */
  kept: KeptAnswer | undefined;
}

/** Outlives every answer of the generation before. */
const GENERATION_MS = LONGEST_LIFE_MS + 3_600_000;
/** The rest is for counters: when so much of its memory is used, nothing more is put in. */
const FULL_SHARE = 0.75;
const MEMORY_LOOK_MS = 10_000;
const GENERATION_BYTES = 9;
/** Generations to be raised when Redis is back. */
const MOST_OWED = 10_000;

interface SharedEntriesOptions {
  redis: Redis;
  clock: Clock;
  onError?: () => void;
}

export class SharedEntries {
  readonly #clock: Clock;
  readonly #patience: RedisPatience;
  readonly #owed = new Set<string>();
  #memoryLookMs = Number.NEGATIVE_INFINITY;
  #isFull = false;

  constructor({ redis, clock, onError = () => {} }: SharedEntriesOptions) {
    this.#clock = clock;
    this.#patience = new RedisPatience(redis, clock, onError);
  }

  get isAway(): boolean {
    return this.#patience.isAway;
  }

  /** Generations of all, entries of those that `wantsEntry`. Undefined while Redis is away. */
  async read(
    keys: readonly SharedKey[],
    wantsEntry: (i: number) => boolean,
  ): Promise<SharedEntry[] | undefined> {
    this.#raiseOwed();
    const wanted = keys.flatMap((key, i) => (wantsEntry(i) ? [[i, key] as const] : []));
    const names = [
      ...keys.map(({ generation }) => generationName(generation)),
      ...wanted.map(([, { entry }]) => entryName(entry)),
    ];
    const values = await this.#patience.try(redis => redis.mgetBuffer(names));
    if (values === undefined) return undefined;
    const read: SharedEntry[] = keys.map((_, i) => ({
      generation: values[i]?.toString('latin1') ?? '',
      kept: undefined,
    }));
    for (const [place, [i]] of wanted.entries()) {
      const bytes = values[keys.length + place];
      const one = read[i];
      if (bytes == null || one === undefined) continue;
      const kept = readEntry(bytes);
      if (kept?.generation === one.generation) one.kept = kept;
    }
    return read;
  }

  /** Which of them this process is to fetch; undefined while Redis is away. A claim ends by itself. */
  async claim(keys: readonly SharedKey[], forMs: number): Promise<boolean[] | undefined> {
    const results = await this.#patience.try(async redis => {
      const commands = redis.pipeline();
      for (const { entry } of keys)
        commands.set(claimName(entry), '', 'PX', Math.max(1, Math.ceil(forMs)), 'NX');
      return commands.exec();
    });
    // Who cannot claim, fetches.
    return results?.map(([error, answer]) => error !== null || answer === 'OK');
  }

  /**
   * Writes what was fetched and gives up the claims. A claim that has ended may be another's by now; giving that up costs a
   * second fetch at most.
   */
  async finish(
    keys: readonly SharedKey[],
    entries: readonly { entry: string; kept: KeptAnswer }[],
  ): Promise<void> {
    if (this.isAway) return;
    if (entries.length > 0) this.#lookAtMemory();
    await this.#patience.try(async redis => {
      const commands = redis.pipeline();
      if (!this.#isFull) {
        for (const { entry, kept } of entries) {
          commands.set(entryName(entry), writeEntry(kept), 'PX', Math.ceil(kept.hardMs));
        }
      }
      if (keys.length > 0) commands.del(keys.map(({ entry }) => claimName(entry)));
      const results = await commands.exec();
      if (results?.some(([error]) => error !== null)) this.#patience.refused();
    }, BACKGROUND_PATIENCE_MS);
  }

  /** Nothing that was fetched before is read again, by any process. While Redis is away: as soon as it is back. */
  async raise(generation: string): Promise<void> {
    const value = randomBytes(GENERATION_BYTES).toString('base64url');
    const isHeard = await this.#patience.try(
      redis => redis.set(generationName(generation), value, 'PX', GENERATION_MS).catch(this.#refused),
      BACKGROUND_PATIENCE_MS,
    );
    if (isHeard === undefined && this.#owed.size < MOST_OWED) this.#owed.add(generation);
  }

  close(): void {
    this.#patience.close();
  }

  #raiseOwed(): void {
    if (this.#owed.size === 0 || this.isAway) return;
    const owed = [...this.#owed];
    this.#owed.clear();
    for (const generation of owed) void this.raise(generation);
  }

  /** Such as "out of memory": asking again would not help, and Redis is there. */
  readonly #refused = (error: unknown): string => {
    if (!(error instanceof ReplyError)) throw error;
    this.#patience.refused();
    return 'refused';
  };

  /** In the background: this round is written by what was known before. */
  #lookAtMemory(): void {
    const nowMs = this.#clock.monotonicMs();
    if (nowMs - this.#memoryLookMs < MEMORY_LOOK_MS) return;
    this.#memoryLookMs = nowMs;
    void this.#patience
      .try(redis => redis.info('memory'), BACKGROUND_PATIENCE_MS)
      .then(info => {
        if (info !== undefined) this.#isFull = isNearlyFull(info);
      });
  }
}

/** `info` is what the command INFO answers. */
export function isNearlyFull(info: string): boolean {
  const field = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  const most = field('maxmemory');
  return most > 0 && field('used_memory') >= most * FULL_SHARE;
}

const PREFIX = `av${FORMAT}`;

function entryName(entry: string): string {
  return `${PREFIX}:e:${hash('sha256', entry, 'base64url').slice(0, 22)}`;
}

function claimName(entry: string): string {
  return `${PREFIX}:c:${hash('sha256', entry, 'base64url').slice(0, 22)}`;
}

function generationName(generation: string): string {
  return `${PREFIX}:g:${generation}`;
}
