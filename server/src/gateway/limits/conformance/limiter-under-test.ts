/** What the conformance suite needs to know about a limiter. */
import type { ManualClock } from '../../../../test/manual-clock.ts';
import type { Limiter, Limits } from '../limiter.ts';

export interface LimiterUnderTest {
  limiter: Limiter;
  /** The limiter's clock, whose calendar a test may change. */
  clock: ManualClock;
  /** Everything that is stored about the key, as text. */
  stored(keyId: string): string | Promise<string>;
  /** How old the remaining counts of a refusal may be; 0 without a cache. */
  remainingLagMs: number;
  close(): Promise<void>;
}

/** Limits that no test reaches. */
export const OPEN: Limits = { perMinute: 1e9, perHour: 1e9, perDay: 1e9 };
