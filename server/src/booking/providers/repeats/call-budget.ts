/** How many extra calls a provider may get: a share of its calls so far, never more. */

/** Saved up for a bad moment after a good hour. */
const MOST_SAVED = 10;

export class CallBudget {
  readonly #share: number;
  #saved = 0;

  constructor(share: number) {
    this.#share = share;
  }

  /** For every call that is made anyway. */
  earn(): void {
    this.#saved = Math.min(MOST_SAVED, this.#saved + this.#share);
  }

  /** False: not one more. */
  take(): boolean {
    // Sums of tenths fall short of whole numbers by their last bit.
    if (this.#saved < 1 - 1e-9) return false;
    this.#saved -= 1;
    return true;
  }
}
