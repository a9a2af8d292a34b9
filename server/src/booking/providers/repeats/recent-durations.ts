/** How long the last calls took that went well. */

const KEPT = 200;
const LEAST = 20;
/** Sorting is for every so many calls, not for each. */
const SORT_EVERY = 10;

export class RecentDurations {
  readonly #durations: number[] = [];
  #next = 0;
  #added = 0;
  #p95Ms: number | undefined;

  add(durationMs: number): void {
    this.#durations[this.#next] = durationMs;
    this.#next = (this.#next + 1) % KEPT;
    this.#added += 1;
    if (this.#added < LEAST || this.#added % SORT_EVERY !== 0) return;
    const sorted = this.#durations.toSorted((a, b) => a - b);
    this.#p95Ms = sorted[Math.ceil(sorted.length * 0.95) - 1];
  }

  /** Undefined until enough is known. */
  get p95Ms(): number | undefined {
    return this.#p95Ms;
  }
}
