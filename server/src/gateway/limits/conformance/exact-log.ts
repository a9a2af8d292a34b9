/** The judge of limiters: a plain list of admitted requests, and what it says of a decision. For tests alone. */
import { ok, strictEqual } from 'node:assert/strict';
import { CELLS, type LimitDecision, type Limits, limitOf, WINDOWS, wholeSeconds } from '../windows.ts';

export class ExactLog {
  readonly #admittedMs: number[] = [];

  /** Admitted requests in the span that ends now; one exactly the span old is out. */
  countWithin(spanMs: number, nowMs: number): number {
    let count = 0;
    for (let index = this.#admittedMs.length - 1; index >= 0; index--) {
      if ((this.#admittedMs[index] as number) <= nowMs - spanMs) break;
      count += 1;
    }
    return count;
  }

  /** The most that any span of this length held. */
  mostWithin(spanMs: number): number {
    let most = 0;
    let from = 0;
    this.#admittedMs.forEach((atMs, index) => {
      while ((this.#admittedMs[from] as number) <= atMs - spanMs) from += 1;
      most = Math.max(most, index - from + 1);
    });
    return most;
  }

  wouldAdmit(limits: Limits, nowMs: number): boolean {
    return WINDOWS.every(
      ({ name, seconds }) => this.countWithin(seconds * 1000, nowMs) < limitOf(limits, name),
    );
  }

  admit(nowMs: number): void {
    this.#admittedMs.push(nowMs);
  }

  /**
   * Holds a decision taken now against the log, and notes it when it admitted.
   * What remains may be told as of `lagMs` ago on a refusal.
   */
  check(decision: LimitDecision, limits: Limits, nowMs: number, lagMs: number): void {
    ok(decision.admitted || !this.wouldAdmit(limits, nowMs), 'refused although the log would admit');
    if (decision.admitted) this.admit(nowMs);
    WINDOWS.forEach(({ name, seconds }, window) => {
      const limit = limitOf(limits, name);
      const inWindow = this.countWithin(seconds * 1000 + (decision.admitted ? 0 : lagMs), nowMs);
      const inShortWindow = this.countWithin((seconds * 1000 * (CELLS - 1)) / CELLS, nowMs);
      ok(!decision.admitted || inShortWindow <= limit, `more than the limit within a ${name}`);
      const remaining = decision.remaining[window] as number;
      ok(remaining >= Math.max(0, limit - inWindow), `tells too few left in the ${name}`);
      ok(remaining <= Math.max(0, limit - inShortWindow), `tells too many left in the ${name}`);
      strictEqual(
        (decision.waitMs[window] as number) > 0,
        remaining === 0,
        `the wait of a ${name} and what is left`,
      );
    });
    const longestMs = Math.max(...decision.waitMs);
    strictEqual(decision.retryAfterSeconds, decision.admitted ? undefined : wholeSeconds(longestMs));
  }
}
