/**
 * Single-flight for cache entries: searches in this process share fetches of the same entry. Unlike the single-flight in
 * `platform/`, it works on batches, and each entry of a batch completes separately.
 */
import { type Clock, sleep } from '../../../platform/clock.ts';
import type { SearchPart } from '../search-in-batches.ts';
import type { WantedHotel } from './cache-entry.ts';

interface Fetch {
  owner: WantedHotel;
  completed: Promise<SearchPart | undefined>;
  complete(part: SearchPart | undefined): void;
}

export class EntrySingleFlight {
  readonly #clock: Clock;
  readonly #fetches = new Map<string, Fetch>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Splits entries into those that are in flight and those that the caller must now fetch. The caller must call `end` for the
   * latter.
   */
  begin(wanted: readonly WantedHotel[]): [inFlight: WantedHotel[], owned: WantedHotel[]] {
    const inFlight: WantedHotel[] = [];
    const owned: WantedHotel[] = [];
    for (const one of wanted) {
      if (this.#fetches.has(one.entryKey)) inFlight.push(one);
      else {
        const { promise: completed, resolve: complete } = Promise.withResolvers<SearchPart | undefined>();
        this.#fetches.set(one.entryKey, { owner: one, completed, complete });
        owned.push(one);
      }
    }
    return [inFlight, owned];
  }

  complete(one: WantedHotel, part: SearchPart): void {
    this.#finish(one, part);
  }

  /** Entries that have not been completed get no result. */
  end(owned: readonly WantedHotel[]): void {
    for (const one of owned) this.#finish(one, undefined);
  }

  /** Returns one part per entry, in order. Entries that are not completed before `untilMs` count as timed out. */
  async join(inFlight: readonly WantedHotel[], untilMs: number): Promise<SearchPart[]> {
    const fetches = inFlight.map(({ entryKey }) => this.#fetches.get(entryKey)?.completed);
    const done = new AbortController();
    const timeout = sleep(this.#clock, Math.max(0, untilMs - this.#clock.monotonicMs()), done.signal).then(
      () => undefined,
    );
    const parts = await Promise.all(fetches.map(fetch => Promise.race([fetch, timeout])));
    done.abort();
    return parts.map((part, i) => part ?? this.#timedOut(inFlight[i] as WantedHotel));
  }

  /** Another owner may have started a new fetch of the entry. That fetch continues. */
  #finish(one: WantedHotel, part: SearchPart | undefined): void {
    const fetch = this.#fetches.get(one.entryKey);
    if (fetch?.owner !== one) return;
    fetch.complete(part);
    this.#fetches.delete(one.entryKey);
  }

  #timedOut({ hotel }: WantedHotel): SearchPart {
    const outcome = { kind: 'FAILED', cause: 'TIMEOUT' } as const;
    return { hotels: [hotel], outcome, fetchedAtMs: this.#clock.nowMs(), isCached: false };
  }
}
