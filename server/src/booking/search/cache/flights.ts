/** Who fetches what in this process, so that others wait for it instead of asking again. */
import { type Clock, sleep } from '../../../platform/clock.ts';
import type { SearchPart } from '../search-in-batches.ts';
import type { Wanted } from './wanted-search.ts';

interface Flight {
  by: Wanted;
  landed: Promise<SearchPart | undefined>;
  land(part: SearchPart | undefined): void;
}

export class Flights {
  readonly #clock: Clock;
  readonly #flights = new Map<string, Flight>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Those that somebody fetches already, and those that the caller now does: `end` must follow. */
  begin(wanted: readonly Wanted[]): [followed: Wanted[], mine: Wanted[]] {
    const followed: Wanted[] = [];
    const mine: Wanted[] = [];
    for (const one of wanted) {
      if (this.#flights.has(one.entry)) followed.push(one);
      else {
        const { promise: landed, resolve: land } = Promise.withResolvers<SearchPart | undefined>();
        this.#flights.set(one.entry, { by: one, landed, land });
        mine.push(one);
      }
    }
    return [followed, mine];
  }

  land(one: Wanted, part: SearchPart): void {
    this.#end(one, part);
  }

  /** What never landed, nobody knows. */
  end(mine: readonly Wanted[]): void {
    for (const one of mine) this.#end(one, undefined);
  }

  /** One part for each, in order; a timeout for what has not landed by then. */
  async follow(followed: readonly Wanted[], untilMs: number): Promise<SearchPart[]> {
    const flights = followed.map(({ entry }) => this.#flights.get(entry)?.landed);
    const done = new AbortController();
    const late = sleep(this.#clock, Math.max(0, untilMs - this.#clock.monotonicMs()), done.signal).then(
      () => undefined,
    );
    const landed = await Promise.all(flights.map(flight => Promise.race([flight, late])));
    done.abort();
    return landed.map((part, i) => part ?? this.#timeout(followed[i] as Wanted));
  }

  /** What landed before may be another's flight by now, which goes on. */
  #end(one: Wanted, part: SearchPart | undefined): void {
    const flight = this.#flights.get(one.entry);
    if (flight?.by !== one) return;
    flight.land(part);
    this.#flights.delete(one.entry);
  }

  #timeout({ hotel }: Wanted): SearchPart {
    const outcome = { kind: 'FAILED', cause: 'TIMEOUT' } as const;
    return { hotels: [hotel], outcome, fetchedAtMs: this.#clock.nowMs(), isCached: false };
  }
}
