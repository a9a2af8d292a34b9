/** Single-flight (request coalescing): concurrent callers share one run of the same work. Results are not cached. */
import type { Clock } from './clock.ts';

interface Flight<Value> {
  result: Promise<Value>;
  startedAtMs: number;
}

export class SingleFlight<Value> {
  readonly #clock: Clock | undefined;
  readonly #joinWithinMs: number;
  #flights = new Map<string, Flight<Value>>();

  /** With `joinWithinMs`, callers that arrive later than that start a new run. */
  constructor({ clock, joinWithinMs }: { clock?: Clock; joinWithinMs?: number } = {}) {
    this.#clock = clock;
    this.#joinWithinMs = joinWithinMs ?? Number.POSITIVE_INFINITY;
  }

  run(key: string, work: () => Promise<Value>): Promise<Value> {
    const nowMs = this.#clock?.monotonicMs() ?? 0;
    const current = this.#flights.get(key);
    if (current !== undefined && nowMs - current.startedAtMs <= this.#joinWithinMs) return current.result;
    const flights = this.#flights;
    const result = work().finally(() => {
      if (flights.get(key) === flight) flights.delete(key);
    });
    const flight = { result, startedAtMs: nowMs };
    flights.set(key, flight);
    return result;
  }

  /** Prevents later callers from joining the current runs. The callers of these runs still get their results. */
  forgetAll(): void {
    this.#flights = new Map();
  }
}

/** Single-flight for a single piece of work, without a key. */
export function singleFlight<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let inFlight: Promise<Value> | undefined;
  return () => {
    inFlight ??= work().finally(() => {
      inFlight = undefined;
    });
    return inFlight;
  };
}
