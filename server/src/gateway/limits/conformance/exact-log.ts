/** The judge of limiters: a plain list of admitted requests, and what it says of a decision. For tests alone. */
import { expect } from 'vitest';
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

  /** Holds a decision taken now against the log, and notes it when it admitted. */
  check(decision: LimitDecision, limits: Limits, nowMs: number): void {
    if (this.wouldAdmit(limits, nowMs)) expect(decision.admitted).toBe(true);
    if (decision.admitted) this.admit(nowMs);
    WINDOWS.forEach(({ name, seconds }, window) => {
      const limit = limitOf(limits, name);
      const inWindow = this.countWithin(seconds * 1000, nowMs);
      const inShortWindow = this.countWithin((seconds * 1000 * (CELLS - 1)) / CELLS, nowMs);
      if (decision.admitted) expect(inShortWindow).toBeLessThanOrEqual(limit);
      const remaining = decision.remaining[window] as number;
      expect(remaining).toBeGreaterThanOrEqual(Math.max(0, limit - inWindow));
      expect(remaining).toBeLessThanOrEqual(Math.max(0, limit - inShortWindow));
      expect((decision.waitMs[window] as number) > 0).toBe(remaining === 0);
    });
    const longestMs = Math.max(...decision.waitMs);
    expect(decision.retryAfterSeconds).toBe(decision.admitted ? undefined : wholeSeconds(longestMs));
  }
}
