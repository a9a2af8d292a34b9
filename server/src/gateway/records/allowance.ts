/**
 * A token bucket that holds at most one second's worth of tokens. Important callers may overdraw it. Reads no clock.
 */
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

  /**
   * Takes `cost` tokens if more than `reserve` are left. A negative reserve allows an overdraft. `nowMs` is
   * monotonic.
   */
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
