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

export interface LivePlacesParts {
  db: Database;
  /** The index of the database as it is, from its file or made anew. Not on this thread. */
  load(signal: AbortSignal): Promise<PlaceIndex>;
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

  constructor(parts: LivePlacesParts) {
    this.#parts = parts;
  }

  /** Resolves when searches can be answered. */
  async start(): Promise<void> {
    await this.#follow();
    this.#stopping.signal.throwIfAborted();
    const { clock, log } = this.#parts;
    this.#polling = every(
      clock,
      POLL_MS,
      () => this.#follow(),
      error =>
        this.#stopping.signal.aborted ||
        log.warn({ err: error }, 'the place index could not be brought up to date; the old one answers on'),
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
    const { db, load, clock, log } = this.#parts;
    const version = await readCatalogueVersion(db);
    const before = this.#current;
    if (before?.index.dataVersion === version.places) {
      if (before.counts.version === version.hotels) return;
      this.#current = {
        ...before,
        counts: await HotelCounts.read(db, before.index, version.hotels),
      };
      return;
    }
    const startedMs = clock.monotonicMs();
    const index = await load(this.#stopping.signal);
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
}
