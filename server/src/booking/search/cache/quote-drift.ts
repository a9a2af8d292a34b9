/** How often quotes differ from what searches showed, by account. Where they often do, answers are kept for less time. */

interface Tally {
  quotes: number;
  changed: number;
}

/** Older quotes count less: about the last hundred decide. */
const FADE = 0.99;
const LEAST_QUOTES = 20;
/** Prices move; up to this share is nobody's fault. */
const USUAL_SHARE = 0.02;
const LEAST_SHRINK = 0.1;

export class QuoteDrift {
  readonly #tallies = new Map<string, Tally>();

  add(account: string, isChanged: boolean): void {
    const { quotes = 0, changed = 0 } = this.#tallies.get(account) ?? {};
    this.#tallies.set(account, { quotes: quotes * FADE + 1, changed: changed * FADE + (isChanged ? 1 : 0) });
  }

  /** What remains of the lives of its answers, from a tenth to 1. */
  shrinkOf(account: string): number {
    const tally = this.#tallies.get(account);
    if (tally === undefined || tally.quotes < LEAST_QUOTES) return 1;
    const share = tally.changed / tally.quotes;
    return share <= USUAL_SHARE ? 1 : Math.max(LEAST_SHRINK, USUAL_SHARE / share);
  }
}
