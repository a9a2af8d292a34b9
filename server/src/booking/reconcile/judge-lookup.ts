/** What a lookup means for a booking whose outcome is open, or was decided because nothing was found. Pure. */
import type { Booking, Resolution } from '../bookings/booking.ts';
import type { BookingChange } from '../bookings/change-booking.ts';
import { compareReservation } from '../bookings/outcomes/compare-reservation.ts';
import { judgeReservation, SETTLED } from '../bookings/outcomes/judge-booked.ts';
import { cancelFailed, cancelledByClient } from '../bookings/outcomes/judge-cancelled.ts';
import type { Found } from '../port/outcomes.ts';
import type { Settlement } from '../port/supplier.ts';
import { penaltyAt } from '../terms/penalty-at.ts';
import { absentGapMs, attentionAfterMs, checkPauseMs, requestPauseMs } from './schedule.ts';
import { requestEndMs } from './stay-times.ts';

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

/** Once a person was called, checks go on at this pace, however fast time runs. */
const ATTENDED_PAUSE_MS = 3_600_000;

/** CHECK: again at `resolution.nextCheckAtMs`. */
export type LookupNext = 'FOLLOW_STAY' | 'CHECK' | 'CANCEL' | 'COMPENSATE' | 'NOTHING';

export interface LookupVerdict {
  change?: BookingChange | undefined;
  next: LookupNext;
  resolution: Resolution;
}

export function judgeLookup(facts: LookupFacts): LookupVerdict {
  const { status, status_reason } = facts.booking;
  switch (status) {
    case 'PENDING':
      return judgeOpenBooking(facts);
    case 'ON_REQUEST':
      return judgeRequest(facts);
    case 'CANCEL_PENDING':
      return status_reason === 'QUEUED' ? judgeOpenBooking(facts) : judgeOpenCancel(facts);
    case 'REJECTED':
      return judgeRejected(facts);
    case 'CANCELLED':
      return judgeVanished(facts);
    default:
      return { next: 'NOTHING', resolution: counted(facts) };
  }
}

/** Also one behind which a cancellation waits. */
function judgeOpenBooking(facts: LookupFacts): LookupVerdict {
  const { booking, found } = facts;
  if (found.kind === 'ABSENT') {
    if (isCertain(facts)) return givenUp(facts, 'NOT_FOUND_AT_PROVIDER');
    return goOn(facts, { firstSeenMs: firstSeen(facts) });
  }
  if (found.kind !== 'FOUND') return goOn(facts);
  if (found.state === 'CANCELLED' || found.state === 'REFUSED') return goneAtProvider(facts, found);
  const isQueued = booking.status === 'CANCEL_PENDING';
  const differences = isQueued ? [] : compareReservation(booking, found);
  if (differences.length > 0) return contradiction(facts, differences);
  const state = found.state === 'BOOKED' ? 'CONFIRMED' : 'ON_REQUEST';
  const { change } = judgeReservation(booking, state, found);
  if (isQueued) return { change, next: 'CANCEL', resolution: counted(facts) };
  if (state === 'CONFIRMED') return { change, next: 'FOLLOW_STAY', resolution: counted(facts) };
  return { change, next: 'CHECK', resolution: requestResolution(facts, facts.nowMs) };
}

function judgeRequest(facts: LookupFacts): LookupVerdict {
  const { booking, found, nowMs } = facts;
  if (found.kind === 'FOUND' && found.state !== 'ON_REQUEST') return judgeOpenBooking(facts);
  const sinceMs = booking.resolution?.sinceMs ?? nowMs;
  if (nowMs >= requestEndMs(booking)) return givenUp(facts, 'REQUEST_EXPIRED');
  if (found.kind === 'ABSENT') {
    if (isCertain(facts)) return givenUp(facts, 'NOT_FOUND_AT_PROVIDER');
    return {
      next: 'CHECK',
      resolution: { ...requestResolution(facts, sinceMs), firstSeenMs: firstSeen(facts) },
    };
  }
  return { next: 'CHECK', resolution: requestResolution(facts, sinceMs) };
}

/** The cancellation was sent and nobody knows whether it took effect. */
function judgeOpenCancel(facts: LookupFacts): LookupVerdict {
  const { booking, found, nowMs } = facts;
  const cancelled = (): LookupVerdict => ({
    change: { ...cancelledByClient(booking), actor: 'PROVIDER' },
    next: 'NOTHING',
    resolution: counted(facts),
  });
  if (found.kind === 'ABSENT') {
    return isCertain(facts) ? vanished(facts) : goOn(facts, { firstSeenMs: firstSeen(facts) });
  }
  if (found.kind !== 'FOUND') return goOn(facts);
  if (found.state === 'CANCELLED' || found.state === 'REFUSED') {
    return found.cancelledBy ? goneAtProvider(facts, found) : cancelled();
  }
  if (!isCertain(facts)) return goOn(facts, { firstSeenMs: firstSeen(facts) });
  // It did not take effect. Once more, unless by now it costs more than was accepted.
  const { penaltyMinor } = penaltyAt(booking.content.terms.windows, nowMs);
  const resolution = { ...counted(facts), firstSeenMs: null };
  if (penaltyMinor <= (booking.cancel_intent?.maxPenaltyMinor ?? 0)) return { next: 'CANCEL', resolution };
  const { change, next } = cancelFailed(booking, { cause: 'PENALTY_ROSE' });
  return {
    change,
    next: next === 'FOLLOW_STAY' ? next : 'CHECK',
    resolution: requestResolution(facts, nowMs),
  };
}

/** Rejected because nothing was found; a day long it may still turn up. */
function judgeRejected(facts: LookupFacts): LookupVerdict {
  const { booking, found, nowMs } = facts;
  const isLive = found.kind === 'FOUND' && (found.state === 'BOOKED' || found.state === 'ON_REQUEST');
  if (isLive && !booking.needs_attention) {
    const { penaltyMinor } = penaltyAt(booking.content.terms.windows, nowMs);
    if (penaltyMinor === 0) return { next: 'COMPENSATE', resolution: counted(facts) };
    return { change: foundLate(found.supplierRef), next: 'NOTHING', resolution: counted(facts) };
  }
  const { resolveByMs } = counted(facts);
  return resolveByMs !== null && nowMs >= resolveByMs
    ? { next: 'NOTHING', resolution: counted(facts) }
    : { next: 'CHECK', resolution: counted(facts) };
}

/** Nobody said that it was cancelled, only that it is not there: like one that was never found, it may still turn up. */
function vanished(facts: LookupFacts): LookupVerdict {
  const { event, set } = cancelledByClient(facts.booking);
  const resolution = watchedResolution(facts);
  return { change: { event, actor: 'PROVIDER', set: { ...set, resolution } }, next: 'CHECK', resolution };
}

function judgeVanished(facts: LookupFacts): LookupVerdict {
  const { booking, found, nowMs } = facts;
  const resolution = counted(facts);
  if (booking.needs_attention) return { next: 'NOTHING', resolution };
  if (found.kind === 'FOUND' && (found.state === 'BOOKED' || found.state === 'ON_REQUEST')) {
    const set = { needs_attention: true, resolution: null };
    const note = { cause: 'LIVE_AT_PROVIDER' };
    return { change: { event: { kind: 'ATTENTION_REQUIRED' }, set, note }, next: 'NOTHING', resolution };
  }
  return { next: nowMs >= (resolution.resolveByMs ?? 0) ? 'NOTHING' : 'CHECK', resolution };
}

/** A person has to see to a reservation that a rejected booking has after all. */
export function foundLate(supplierRef: string | null): BookingChange {
  return { event: { kind: 'FOUND_LATE' }, set: { needs_attention: true, supplier_ref: supplierRef } };
}

function goneAtProvider(facts: LookupFacts, found: Extract<Found, { kind: 'FOUND' }>): LookupVerdict {
  const { status, status_reason } = facts.booking;
  const wasNeverTaken = status !== 'CANCEL_PENDING' || status_reason === 'QUEUED';
  if (found.state === 'REFUSED' && wasNeverTaken) return refused(facts);
  const reason = found.cancelledBy === 'HOTEL' ? 'BY_HOTEL' : 'BY_PROVIDER';
  const set = { ...SETTLED, cancelled: true, penalty_minor: 0, supplier_ref: found.supplierRef };
  return {
    change: { event: { kind: 'CANCELLED', reason }, set },
    next: 'NOTHING',
    resolution: counted(facts),
  };
}

function refused(facts: LookupFacts): LookupVerdict {
  const event = { kind: 'REFUSED', reason: 'PROVIDER_REFUSED' } as const;
  return { change: { event, set: SETTLED }, next: 'NOTHING', resolution: counted(facts) };
}

/** Checks go on for a day: a reservation that turns up late must not live on unseen. */
function givenUp(facts: LookupFacts, reason: 'NOT_FOUND_AT_PROVIDER' | 'REQUEST_EXPIRED'): LookupVerdict {
  const event = { kind: 'REFUSED', reason } as const;
  return {
    change: { event, actor: 'SERVICE', set: { needs_attention: false } },
    next: 'CHECK',
    resolution: watchedResolution(facts),
  };
}

function watchedResolution(facts: LookupFacts): Resolution {
  const resolveByMs = facts.nowMs + attentionAfterMs(facts.settlement);
  return { ...counted(facts), firstSeenMs: null, resolveByMs };
}

function contradiction(facts: LookupFacts, differences: unknown): LookupVerdict {
  const resolution = counted(facts);
  if (facts.booking.needs_attention) return { next: 'CHECK', resolution };
  const set = { needs_attention: true };
  const note = { cause: 'CONTRADICTORY', differences };
  return { change: { event: { kind: 'ATTENTION_REQUIRED' }, set, note }, next: 'CHECK', resolution };
}

/** Nothing is certain yet. After a day a person is called, and the checks go on. */
function goOn(facts: LookupFacts, seen: Partial<Resolution> = {}): LookupVerdict {
  const resolution = { ...counted(facts), ...seen };
  const isLate = resolution.resolveByMs !== null && facts.nowMs >= resolution.resolveByMs;
  if (!isLate || facts.booking.needs_attention) return { next: 'CHECK', resolution };
  const change: BookingChange = { event: { kind: 'ATTENTION_REQUIRED' }, set: { needs_attention: true } };
  return { change, next: 'CHECK', resolution };
}

/** The same was seen before, long enough ago, and the supplier had time to show what it holds. */
function isCertain({ booking, nowMs, attemptMs, settlement }: LookupFacts): boolean {
  const firstSeenMs = booking.resolution?.firstSeenMs ?? null;
  if (firstSeenMs === null) return false;
  return nowMs - firstSeenMs >= absentGapMs(settlement) && nowMs - attemptMs >= settlement.settleMs;
}

function firstSeen({ booking, nowMs }: LookupFacts): number {
  return booking.resolution?.firstSeenMs ?? nowMs;
}

/** One more check. */
function counted({ booking, nowMs, settlement, jitter }: LookupFacts): Resolution {
  const before = booking.resolution;
  const attempts = (before?.attempts ?? 0) + 1;
  return {
    sinceMs: before?.sinceMs ?? nowMs,
    attempts,
    nextCheckAtMs:
      nowMs + (booking.needs_attention ? ATTENDED_PAUSE_MS : checkPauseMs(attempts, settlement, jitter)),
    resolveByMs: before?.resolveByMs ?? nowMs + attentionAfterMs(settlement),
    firstSeenMs: before?.firstSeenMs ?? null,
  };
}

function requestResolution(facts: LookupFacts, sinceMs: number): Resolution {
  const { booking, nowMs, settlement, jitter } = facts;
  return {
    sinceMs,
    attempts: booking.status === 'ON_REQUEST' ? (booking.resolution?.attempts ?? 0) + 1 : 0,
    nextCheckAtMs: nowMs + requestPauseMs(nowMs - sinceMs, settlement, jitter),
    resolveByMs: requestEndMs(booking),
    firstSeenMs: null,
  };
}
