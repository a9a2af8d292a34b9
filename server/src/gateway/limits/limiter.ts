/** The port: may this request of this key pass its three windows? */
import type { LimitDecision, Limits } from './windows.ts';

export interface Limiter {
  /**
   * Checks and counts all three windows in one step; a refusal changes nothing.
   * A store in memory answers at once and not by a promise. `nowMs` is the caller's monotonic reading,
   * to spare a second one; a store with a clock of its own ignores it.
   */
  decide(keyId: string, limits: Limits, nowMs?: number): LimitDecision | Promise<LimitDecision>;
  /** What `decide` would find now, without counting. `admitted` tells whether a request would pass. */
  peek(keyId: string, limits: Limits): LimitDecision | Promise<LimitDecision>;
  close(): Promise<void>;
}

/** Thrown by `decide` when the counters cannot be reached and the policy is to let nothing pass unseen. */
export class LimiterUnavailable extends Error {
  override readonly name = 'LimiterUnavailable';
}
