/**
 * The index that answers now. When places change in the database, by whichever process, a new one is made on another
 * thread while the old one answers on; then they are exchanged between two requests.
 */
import type { Environment } from '@serai/contract/shared/answer.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { every, type Repetition } from '../../../platform/every.ts';
import type { Log } from '../../../platform/log.ts';
import { SANDBOX_PLACE_ID } from '../sandbox-place.ts';
import type { PlaceIndex } from '../search-index/place-index.ts';
import { readCatalogueVersion } from './catalogue-version-store.ts';
import { HotelCounts } from './hotel-counts.ts';

const POLL_MS = 1_000;
/** After a failure, and twice as long after each further one: building is too dear to be tried every second. */
const RETRY_MS = { first: 5_000, longest: 300_000 };

export interface LivePlacesParts {
  db: Database;
  /** The index of the database as it is, from its file or made anew. Not on this thread. */
  load(signal: AbortSignal, options: { gently: boolean }): Promise<PlaceIndex>;
  clock: Clock;
  log: Log;
}

interface Current {
  index: PlaceIndex;
  /** -1 where there is none. */
  sandboxPlace: number;
  counts: HotelCounts;
}

interface PlacesOf {
  index: PlaceIndex;
  /** The place that no search of this environment may find, or -1. */
  hidden: number;
  hotelCount(place: number): number;
}

export class LivePlaces {
  readonly #parts: LivePlacesParts;
  readonly #stopping = new AbortController();
  #current: Current | undefined;
  #polling: Repetition | undefined;
  /** Of the last failures to make an index, until one is made. */
  #retry: { pauseMs: number; atMs: number } | undefined;

  constructor(parts: LivePlacesParts) {
    this.#parts = parts;
  }

  /** Resolves when searches can be answered. */
  async start(): Promise<void> {
    await this.#follow();
    this.#stopping.signal.throwIfAborted();
    const { clock } = this.#parts;
    this.#polling = every(
      clock,
      POLL_MS,
      () => this.#follow(),
      error => this.#onFailure(error),
    );
  }

  /** Does not wait for an index that is being made. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#polling?.stop();
  }

  /** The index as one environment may see it. Throws while there is none. */
  with(environment: Environment): PlacesOf {
    const { index, sandboxPlace, counts } = this.#get();
    return {
      index,
      hidden: environment === 'sandbox' ? -1 : sandboxPlace,
      hotelCount: counts.of(environment),
    };
  }

  #get(): Current {
    if (this.#current !== undefined) return this.#current;
    throw new ApiError('SERVICE_UNAVAILABLE', 'The place index is being built. Try again shortly.', {
      retryAfterSeconds: 5,
    });
  }

  async #follow(): Promise<void> {
    const { db, clock, log } = this.#parts;
    const version = await readCatalogueVersion(db);
    const before = this.#current;
    const isWaiting = this.#retry !== undefined && clock.monotonicMs() < this.#retry.atMs;
    if (before !== undefined && (isWaiting || before.index.dataVersion === version.places)) {
      if (before.counts.version === version.hotels) return;
      this.#current = {
        ...before,
        counts: await HotelCounts.read(db, before.index, version.hotels),
      };
      return;
    }
    const startedMs = clock.monotonicMs();
    const index = await this.#load();
    this.#current = {
      index,
      sandboxPlace: index.ordinalOf(SANDBOX_PLACE_ID),
      counts: await HotelCounts.read(db, index, version.hotels),
    };
    const { placeCount, nameCount, dataVersion } = index;
    const tookMs = Math.round(clock.monotonicMs() - startedMs);
    log.info(
      { places: placeCount, names: nameCount, version: dataVersion, tookMs },
      'the place index is in use',
    );
  }

  async #load(): Promise<PlaceIndex> {
    const { load, clock } = this.#parts;
    try {
      const index = await load(this.#stopping.signal, { gently: this.#current !== undefined });
      this.#retry = undefined;
      return index;
    } catch (error) {
      const pauseMs = Math.min(RETRY_MS.longest, this.#retry ? 2 * this.#retry.pauseMs : RETRY_MS.first);
      this.#retry = { pauseMs, atMs: clock.monotonicMs() + pauseMs };
      throw error;
    }
  }

  #onFailure(err: unknown): void {
    if (this.#stopping.signal.aborted) return;
    const { clock, log } = this.#parts;
    const retryInMs = Math.max(POLL_MS, Math.round((this.#retry?.atMs ?? 0) - clock.monotonicMs()));
    log.warn({ err, retryInMs }, 'the place index could not be brought up to date; the old one answers on');
  }
}
