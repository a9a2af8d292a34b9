/** What a cancellation costs, and until when, as reckoned: moments in milliseconds, amounts in minor units. */
import type { DEADLINE_SOURCES, SEARCH_REFUNDABILITIES } from '@serai/contract/booking/cancellation-terms.ts';

export type Refundability = (typeof SEARCH_REFUNDABILITIES)[number];
export type DeadlineSource = (typeof DEADLINE_SOURCES)[number];

/** Half-open; contiguous, covering all time, with penalties that never fall and never exceed the price. */
export interface PenaltyWindow {
  /** Null: since ever. */
  fromMs: number | null;
  /** Null: for ever. */
  toMs: number | null;
  penaltyMinor: number;
}

export interface Terms {
  refundability: Refundability;
  /** Null: never free. */
  freeUntilMs: number | null;
  deadlineSource: DeadlineSource;
  /** IANA; null where it is not known. */
  timeZone: string | null;
  /** Empty only while `refundability` is UNKNOWN. */
  windows: readonly PenaltyWindow[];
  noShow: { penaltyMinor: number; fromMs: number } | null;
}
