/**
 * The place index that is currently in use. When places change in the database, a new index is loaded in the background
 * while the old index continues to serve searches. The new index replaces the old one between two requests.
 */
import type { Environment } from '@serai/contract/shared/answer.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { every, type Repetition } from '../../../platform/every.ts';
import type { Log } from '../../../platform/log.ts';
import { SANDBOX_PLACE_ID } from '../sandbox-place.ts';
import type { PlaceIndex } from '../search-index/place-index.ts';
import { HotelCounts } from './hotel-counts-store.ts';
import { readCatalogueVersion } from './place-rows-store.ts';

const POLL_MS = 1_000;
/**
 * The pause after a failure. It doubles with each further failure, because building is too expensive to retry every
 * second.
 */
const RETRY_MS = { first: 5_000, longest: 300_000 };

export interface LivePlacesParts {
  db: Database;
  /** Loads or builds the index for the current data. */
  load(signal: AbortSignal, options: { lowPriority: boolean }): Promise<PlaceIndex>;
  clock: Clock;
  log: Log;
}

interface Current {
  index: PlaceIndex;
  /** The ordinal of the sandbox place, or -1 if the index does not contain it. */
  sandboxPlace: number;
  counts: HotelCounts;
}

interface VisiblePlaces {
  index: PlaceIndex;
  /** The ordinal of the place that searches in this environment must not find, or -1. */
  hidden: number;
  hotelCount(place: number): number;
}

export class LivePlaces {
  readonly #parts: LivePlacesParts;
  readonly #stopping = new AbortController();
  #current: Current | undefined;
  #polling: Repetition | undefined;
  #retry: { pauseMs: number; atMs: number } | undefined;

  constructor(parts: LivePlacesParts) {
    this.#parts = parts;
  }

  /** Resolves when searches can be served. */
  async start(): Promise<void> {
    await this.#update();
    this.#stopping.signal.throwIfAborted();
    const { clock } = this.#parts;
    this.#polling = every(
      clock,
      POLL_MS,
      () => this.#update(),
      error => this.#onFailure(error),
    );
  }

  /** Aborts loading if an index is being loaded. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#polling?.stop();
  }

  /** Returns the index as an environment may see it. Throws a 503 error until the index has been loaded. */
  with(environment: Environment): VisiblePlaces {
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

  async #update(): Promise<void> {
    const { db, clock, log } = this.#parts;
    const version = await readCatalogueVersion(db);
    const before = this.#current;
    const isPausing = this.#retry !== undefined && clock.monotonicMs() < this.#retry.atMs;
    if (before !== undefined && (isPausing || before.index.dataVersion === version.places)) {
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
    log.info({ places: placeCount, names: nameCount, version: dataVersion, tookMs }, 'place index loaded');
  }

  async #load(): Promise<PlaceIndex> {
    const { load, clock } = this.#parts;
    try {
      const index = await load(this.#stopping.signal, { lowPriority: this.#current !== undefined });
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
    log.warn({ err, retryInMs }, 'the place index could not be updated; the previous one stays in use');
  }
}
