import type { ManualClock } from '../../../../test/manual-clock.ts';
import type { Limiter, Limits } from '../limiter.ts';

export interface LimiterUnderTest {
  limiter: Limiter;
  /** The limiter's clock, whose wall-clock time a test may change. */
  clock: ManualClock;
  /** Returns everything that is stored about the key, as text. */
  stored(keyId: string): string | Promise<string>;
  /** How old the remaining counts of a rejection may be. 0 without a cache. */
  remainingLagMs: number;
  close(): Promise<void>;
}

/** Limits that are too high for any test to reach. */
export const OPEN: Limits = { perMinute: 1e9, perHour: 1e9, perDay: 1e9 };
