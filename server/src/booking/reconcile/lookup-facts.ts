/** The facts for judging a lookup, and whether its result is certain. Pure. */
import type { Booking, Resolution } from '../bookings/booking.ts';
import type { BookingChange } from '../bookings/change-booking.ts';
import type { Reprice } from '../bookings/outcomes/reprice-booking.ts';
import type { Found } from '../port/outcomes.ts';
import type { Settlement } from '../port/supplier.ts';
import { absentGapMs, attentionAfterMs, checkPauseMs } from './schedule.ts';

export interface LookupFacts {
  booking: Booking;
  found: Found;
  nowMs: number;
  /** When the last attempt ended. Nothing was sent afterwards. */
  attemptMs: number;
  settlement: Settlement;
  pricing: Reprice;
  /** A random number from 0 to 1. */
  jitter: number;
}

/** CHECK: look up again at `resolution.nextCheckAtMs`. COMPENSATE: cancel a reservation that should not exist. */
export type LookupNext = 'FOLLOW_STAY' | 'CHECK' | 'CANCEL' | 'COMPENSATE' | 'NOTHING';

export interface LookupVerdict {
  change?: BookingChange | undefined;
  next: LookupNext;
  resolution: Resolution;
}

/** Pause between checks of a booking that needs attention. `settlement.speedUp` does not shorten it. */
const ATTENTION_PAUSE_MS = 3_600_000;

/** Counts another check and sets the time of the next. */
export function counted(facts: LookupFacts): Resolution {
  const { booking, nowMs, settlement, jitter } = facts;
  const before = booking.resolution;
  const checks = countCheck(facts);
  const scheduled = checks.attempts - (checks.unscheduled ?? 0);
  const pauseMs = booking.needs_attention ? ATTENTION_PAUSE_MS : checkPauseMs(scheduled, settlement, jitter);
  return {
    sinceMs: before?.sinceMs ?? nowMs,
    ...checks,
    nextCheckAtMs: plannedCheckMs(facts) ?? nowMs + pauseMs,
    resolveByMs: before?.resolveByMs ?? nowMs + attentionAfterMs(settlement),
    firstSeenMs: before?.firstSeenMs ?? null,
    ...(before?.lateRef !== undefined && { lateRef: before.lateRef }),
  };
}

/**
 * The time of the next scheduled check if the current one ran before it, for example because staff requested it. Such a check
 * neither postpones the scheduled one nor lengthens the later pauses.
 */
export function plannedCheckMs({ booking, nowMs }: LookupFacts): number | undefined {
  const plannedMs = booking.resolution?.nextCheckAtMs ?? 0;
  return plannedMs > nowMs ? plannedMs : undefined;
}

export function countCheck(facts: LookupFacts): Pick<Resolution, 'attempts' | 'unscheduled'> {
  const before = facts.booking.resolution;
  const unscheduled = (before?.unscheduled ?? 0) + (plannedCheckMs(facts) === undefined ? 0 : 1);
  return { attempts: (before?.attempts ?? 0) + 1, ...(unscheduled > 0 && { unscheduled }) };
}

/** Starts a new day of checks for a booking whose reservation was not found, or has just been found late. */
export function watched(facts: LookupFacts): Resolution {
  const resolveByMs = facts.nowMs + attentionAfterMs(facts.settlement);
  return { ...counted(facts), firstSeenMs: null, resolveByMs };
}

/**
 * Whether a lookup long enough ago had the same result, and the supplier has had enough time since the last attempt to
 * show the reservation.
 */
export function isCertain({ booking, nowMs, attemptMs, settlement }: LookupFacts): boolean {
  const firstSeenMs = booking.resolution?.firstSeenMs ?? null;
  if (firstSeenMs === null) return false;
  return nowMs - firstSeenMs >= absentGapMs(settlement) && nowMs - attemptMs >= settlement.settleMs;
}

export function firstSeen({ booking, nowMs }: LookupFacts): number {
  return booking.resolution?.firstSeenMs ?? nowMs;
}

export function isOverdue({ nowMs }: LookupFacts, { resolveByMs }: Resolution): boolean {
  return resolveByMs !== null && nowMs >= resolveByMs;
}
