/** The reference for testing limiters: a plain list of admitted requests, against which each decision is checked. */
import { ok, strictEqual } from 'node:assert/strict';
import { CELLS, type LimitDecision, type Limits, limitOf, WINDOWS, wholeSeconds } from '../limiter.ts';

export class ExactLog {
  readonly #admittedMs: number[] = [];

  /**
   * The number of admitted requests in the span that ends now. A request that is exactly as old as the span is not
   * included.
   */
  countWithin(spanMs: number, nowMs: number): number {
    let count = 0;
    for (let index = this.#admittedMs.length - 1; index >= 0; index--) {
      if ((this.#admittedMs[index] as number) <= nowMs - spanMs) break;
      count += 1;
    }
    return count;
  }

  /** The largest number of requests in any span of this length. */
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
   * Checks a decision made now against the log, and records the request if it was admitted. After a rejection, the
   * remaining counts may be up to `lagMs` old.
   */
  check(decision: LimitDecision, limits: Limits, nowMs: number, lagMs: number): void {
    ok(decision.admitted || !this.wouldAdmit(limits, nowMs), 'refused a request that the log would admit');
    if (decision.admitted) this.admit(nowMs);
    WINDOWS.forEach(({ name, seconds }, window) => {
      const limit = limitOf(limits, name);
      const inWindow = this.countWithin(seconds * 1000 + (decision.admitted ? 0 : lagMs), nowMs);
      const inShortWindow = this.countWithin((seconds * 1000 * (CELLS - 1)) / CELLS, nowMs);
      ok(!decision.admitted || inShortWindow <= limit, `admitted more than the limit within a ${name}`);
      const remaining = decision.remaining[window] as number;
      ok(remaining >= Math.max(0, limit - inWindow), `reports too few requests left in the ${name}`);
      ok(remaining <= Math.max(0, limit - inShortWindow), `reports too many requests left in the ${name}`);
      strictEqual(
        (decision.waitMs[window] as number) > 0,
        remaining === 0,
        `reports a wait for the ${name} exactly when nothing is left`,
      );
    });
    const longestMs = Math.max(...decision.waitMs);
    strictEqual(decision.retryAfterSeconds, decision.admitted ? undefined : wholeSeconds(longestMs));
  }
}
