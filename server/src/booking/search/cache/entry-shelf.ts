/** Where answers are kept: in this process, and in Redis where it is shared. Knows which of them still count. */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clock.ts';
import type { SearchResult } from '../../port/supplier.ts';
import type { BatchOutcome } from '../search-in-batches.ts';
import { entryLife } from './entry-life.ts';
import { EntryMemory, type RememberedAnswer } from './entry-memory.ts';
import { answersByHotel, type KeptAnswer } from './kept-answer.ts';
import type { SharedEntries } from './shared-entries.ts';
import type { Wanted } from './wanted-search.ts';

export interface Found {
  kept: KeptAnswer;
  isStale: boolean;
}

interface Fetched {
  outcome: BatchOutcome;
  begunAtMs: number;
  fetchedAtMs: number;
}

interface EntryShelfOptions {
  clock: Clock;
  maxBytes: number;
  shared?: SharedEntries | undefined;
  shrinkOf(account: string): number;
}

/** Hotels whose answers were given up here; Redis remembers the rest for all. */
const MOST_RAISED = 10_000;

export class EntryShelf {
  readonly #clock: Clock;
  readonly #shared: SharedEntries | undefined;
  readonly #memory: EntryMemory;
  readonly #shrinkOf: (account: string) => number;
  /** When, by the calendar. Also counts while Redis is away. */
  readonly #raisedAtMs = new LRUCache<string, number>({ max: MOST_RAISED });

  constructor({ clock, maxBytes, shared, shrinkOf }: EntryShelfOptions) {
    this.#clock = clock;
    this.#shared = shared;
    this.#memory = new EntryMemory(clock, maxBytes);
    this.#shrinkOf = shrinkOf;
  }

  /** What is kept of each; what Redis knew of its generation is noted in `seen`. */
  async look(wanted: readonly Wanted[], isShared: boolean): Promise<(Found | undefined)[]> {
    const own = wanted.map(one => this.#remembered(one));
    if (this.#shared === undefined || !isShared) return own.map(entry => entry && this.#found(entry));
    const read = await this.#shared.read(wanted, i => own[i] === undefined);
    if (read === undefined) return own.map(entry => entry && this.#found(entry));
    const found = wanted.map((one, i) => {
      const { generation = '', kept } = read[i] ?? {};
      one.seen = generation;
      const entry = own[i];
      if (entry === undefined) return kept && this.#takeOver(one, kept);
      if (entry.generation === generation) return this.#found(entry);
      this.#memory.drop(one.entry);
      return undefined;
    });
    return this.#lookAgain(wanted, own, found);
  }

  /** The answers of each hotel; undefined where there was no answer. Failures are never kept. */
  keep(
    batch: readonly Wanted[],
    checkIn: string,
    account: string,
    { outcome, begunAtMs, fetchedAtMs }: Fetched,
    isShared: boolean,
  ): Map<string, SearchResult> | undefined {
    const answers = answersOf(outcome, batch);
    const entries: { entry: string; kept: KeptAnswer }[] = [];
    const shrink = this.#shrinkOf(account);
    for (const { hotel, entry, generation, seen } of batch) {
      const answer = answers?.get(hotel.hotelId);
      const life = answer && entryLife(answer, checkIn, fetchedAtMs, shrink);
      const isOld = begunAtMs <= (this.#raisedAtMs.get(generation) ?? Number.NEGATIVE_INFINITY);
      if (answer === undefined || life === undefined || isOld) continue;
      const kept = { answer, fetchedAtMs, ...life, generation: seen ?? '' };
      this.#memory.keep(entry, kept);
      if (seen !== undefined) entries.push({ entry, kept });
    }
    if (isShared) void this.#shared?.finish(batch, entries);
    return answers;
  }

  /** Nobody else asks for it again in the meantime. */
  putOff(entry: string, ms: number): void {
    const remembered = this.#memory.find(entry);
    if (remembered !== undefined) remembered.softAtMs = this.#clock.monotonicMs() + ms;
  }

  /** What was fetched so far counts no more. */
  raise(generation: string, isShared: boolean): void {
    this.#raisedAtMs.set(generation, this.#clock.nowMs());
    if (isShared) void this.#shared?.raise(generation);
  }

  /** What was given up here after another process had fetched it anew is there. */
  async #lookAgain(
    wanted: readonly Wanted[],
    own: readonly (RememberedAnswer | undefined)[],
    found: (Found | undefined)[],
  ): Promise<(Found | undefined)[]> {
    const dropped = wanted.flatMap((_, i) => (own[i] !== undefined && found[i] === undefined ? [i] : []));
    if (dropped.length === 0) return found;
    const keys = dropped.map(i => wanted[i] as Wanted);
    const read = await this.#shared?.read(keys, () => true);
    for (const [place, i] of dropped.entries()) {
      const kept = read?.[place]?.kept;
      if (kept !== undefined) found[i] = this.#takeOver(wanted[i] as Wanted, kept);
    }
    return found;
  }

  #remembered({ entry, generation }: Wanted): RememberedAnswer | undefined {
    const kept = this.#memory.find(entry);
    return kept && this.#counts(kept, generation) ? kept : undefined;
  }

  #takeOver({ entry, generation, hotel }: Wanted, kept: KeptAnswer): Found | undefined {
    const ageMs = Math.max(0, this.#clock.nowMs() - kept.fetchedAtMs);
    if (ageMs >= kept.hardMs || !this.#counts(kept, generation) || !isAbout(kept, hotel.hotelId))
      return undefined;
    return this.#found(this.#memory.keep(entry, kept, ageMs));
  }

  #counts({ fetchedAtMs }: KeptAnswer, generation: string): boolean {
    const raisedAtMs = this.#raisedAtMs.get(generation);
    return raisedAtMs === undefined || fetchedAtMs > raisedAtMs;
  }

  #found(kept: RememberedAnswer): Found {
    return { kept, isStale: this.#clock.monotonicMs() >= kept.softAtMs };
  }
}

function answersOf(outcome: BatchOutcome, batch: readonly Wanted[]): Map<string, SearchResult> | undefined {
  const hotelIds = batch.map(({ hotel }) => hotel.hotelId);
  if (outcome.kind === 'OK') return answersByHotel(outcome.value, hotelIds);
  if (outcome.kind !== 'NONE') return undefined;
  const { reason } = outcome;
  const unavailable = reason === undefined ? [] : hotelIds.map(hotelId => ({ hotelId, reason }));
  return answersByHotel({ hotels: [], unavailable }, hotelIds);
}

function isAbout({ answer }: KeptAnswer, hotelId: string): boolean {
  return [...answer.hotels, ...answer.unavailable].every(named => named.hotelId === hotelId);
}
