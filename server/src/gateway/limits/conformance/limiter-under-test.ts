import type { ManualClock } from '../../../../test/manual-clock.ts';
import type { Limiter } from '../limiter.ts';
import type { Limits } from '../windows.ts';

export interface LimiterUnderTest {
  limiter: Limiter;
  /** Drives the limiter; its calendar is the one that may step. */
  clock: ManualClock;
  /** Every stored byte of the key, in any readable form. */
  stored(keyId: string): string | Promise<string>;
  /** How old the remaining counts of a refusal may be. */
  remainingLagMs: number;
  close(): Promise<void>;
}

/** Limits that nothing reaches. */
export const OPEN: Limits = { perMinute: 1e9, perHour: 1e9, perDay: 1e9 };
