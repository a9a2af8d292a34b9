/** A number of things per second, one second's worth in store. Who matters more may go into debt. Reads no clock. */
export class Allowance {
  readonly #perMs: number;
  readonly #most: number;
  #left: number;
  #filledAtMs = Number.NEGATIVE_INFINITY;

  constructor(perSecond: number) {
    this.#perMs = perSecond / 1000;
    this.#most = perSecond;
    this.#left = perSecond;
  }

  /** Takes `cost` when more than `reserve` is left; a negative reserve is the debt allowed. Monotonic time. */
  take(cost: number, reserve: number, nowMs: number): boolean {
    if (nowMs > this.#filledAtMs) {
      this.#left = Math.min(this.#most, this.#left + (nowMs - this.#filledAtMs) * this.#perMs);
      this.#filledAtMs = nowMs;
    }
    if (this.#left <= reserve) return false;
    this.#left -= cost;
    return true;
  }
}
