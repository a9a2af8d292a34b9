/** What a lookup is judged by, and how far that brings certainty. Pure. */
import type { Booking, Resolution } from '../../bookings/booking.ts';
import type { BookingChange } from '../../bookings/change-booking.ts';
import type { Found } from '../../port/outcomes.ts';
import type { Settlement } from '../../port/supplier.ts';
import { absentGapMs, attentionAfterMs, checkPauseMs } from '../schedule.ts';

export interface LookupFacts {
  booking: Booking;
  found: Found;
  nowMs: number;
  /** When the last call with an effect was over: nothing of it was sent later. */
  attemptMs: number;
  settlement: Settlement;
  /** From 0 to 1. */
  jitter: number;
}

/** CHECK: again at `resolution.nextCheckAtMs`. COMPENSATE: cancel what should not be there. */
export type LookupNext = 'FOLLOW_STAY' | 'CHECK' | 'CANCEL' | 'COMPENSATE' | 'NOTHING';

export interface LookupVerdict {
  change?: BookingChange | undefined;
  next: LookupNext;
  resolution: Resolution;
}

/** Once a person was called, checks go on at this pace, however fast time runs. */
const ATTENDED_PAUSE_MS = 3_600_000;

/** One more check. */
export function counted({ booking, nowMs, settlement, jitter }: LookupFacts): Resolution {
  const before = booking.resolution;
  const attempts = (before?.attempts ?? 0) + 1;
  return {
    sinceMs: before?.sinceMs ?? nowMs,
    attempts,
    nextCheckAtMs:
      nowMs + (booking.needs_attention ? ATTENDED_PAUSE_MS : checkPauseMs(attempts, settlement, jitter)),
    resolveByMs: before?.resolveByMs ?? nowMs + attentionAfterMs(settlement),
    firstSeenMs: before?.firstSeenMs ?? null,
    ...(before?.lateRef !== undefined && { lateRef: before.lateRef }),
  };
}

/** For what was decided because nothing was found: it may still turn up within a day. */
export function watched(facts: LookupFacts): Resolution {
  const resolveByMs = facts.nowMs + attentionAfterMs(facts.settlement);
  return { ...counted(facts), firstSeenMs: null, resolveByMs };
}

/** The same was seen before, long enough ago, and the supplier had time to show what it holds. */
export function isCertain({ booking, nowMs, attemptMs, settlement }: LookupFacts): boolean {
  const firstSeenMs = booking.resolution?.firstSeenMs ?? null;
  if (firstSeenMs === null) return false;
  return nowMs - firstSeenMs >= absentGapMs(settlement) && nowMs - attemptMs >= settlement.settleMs;
}

export function firstSeen({ booking, nowMs }: LookupFacts): number {
  return booking.resolution?.firstSeenMs ?? nowMs;
}

/** The time in which it was to be settled has passed. */
export function isOverdue({ nowMs }: LookupFacts, { resolveByMs }: Resolution): boolean {
  return resolveByMs !== null && nowMs >= resolveByMs;
}
