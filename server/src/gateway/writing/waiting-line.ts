/**
 * A queue of items with the time at which each was added. It allocates no object per item, so 100,000 items are
 * cheap.
 */
const COMPACT_FROM = 1_024;

export class WaitingLine<T> {
  #things: T[] = [];
  #sinceMs: number[] = [];
  #first = 0;

  get size(): number {
    return this.#things.length - this.#first;
  }

  /** Times must not decrease. */
  add(thing: T, nowMs: number): void {
    this.#things.push(thing);
    this.#sinceMs.push(nowMs);
  }

  /** Removes and returns at most `atMost` items that were added by the given time, oldest first. */
  take(cameByMs: number, atMost: number): T[] {
    let end = this.#first;
    const limit = Math.min(this.#things.length, end + atMost);
    while (end < limit && (this.#sinceMs[end] as number) <= cameByMs) end++;
    const taken = this.#things.slice(this.#first, end);
    this.#first = end;
    this.#compact();
    return taken;
  }

  #compact(): void {
    if (this.#first < COMPACT_FROM || this.#first * 2 < this.#things.length) return;
    this.#things = this.#things.slice(this.#first);
    this.#sinceMs = this.#sinceMs.slice(this.#first);
    this.#first = 0;
  }
}
