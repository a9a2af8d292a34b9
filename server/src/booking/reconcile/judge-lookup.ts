/**
 * Decides what a lookup means for a booking whose outcome is open. `judge-late.ts` does this for rejected and cancelled
 * bookings. Pure.
 */
import type { Booking, Resolution } from '../bookings/booking.ts';
import type { BookingChange } from '../bookings/change-booking.ts';
import { compareReservation } from '../bookings/outcomes/compare-reservation.ts';
import { contradictory } from '../bookings/outcomes/describe-differences.ts';
import { judgeReservation, SETTLED } from '../bookings/outcomes/judge-booked.ts';
import { cancelFailed, cancelledOnRequest, chargedFor } from '../bookings/outcomes/judge-cancelled.ts';
import { cancelledByOthers } from '../bookings/outcomes/judge-found.ts';
import { type Found, hasMixedRooms } from '../port/outcomes.ts';
import { penaltyAt } from '../terms/terms.ts';
import { judgeLate } from './judge-late.ts';
import {
  countCheck,
  counted,
  firstSeen,
  isCertain,
  isOverdue,
  type LookupFacts,
  type LookupVerdict,
  plannedCheckMs,
  watched,
} from './lookup-facts.ts';
import { requestEndMs, requestPauseMs } from './schedule.ts';

export function judgeLookup(facts: LookupFacts): LookupVerdict {
  const { status, status_reason, cancel_intent } = facts.booking;
  switch (status) {
    case 'PENDING':
      return judgeOpenBooking(facts);
    case 'ON_REQUEST':
      return judgeRequest(facts);
    case 'CANCEL_PENDING':
      return status_reason === 'QUEUED' && !cancel_intent?.isRestored
        ? judgeOpenBooking(facts)
        : judgeOpenCancel(facts);
    case 'REJECTED':
    case 'CANCELLED':
      return judgeLate(facts);
    default:
      return { next: 'NOTHING', resolution: counted(facts) };
  }
}

/** Also judges a booking with a queued cancellation. */
function judgeOpenBooking(facts: LookupFacts): LookupVerdict {
  const { booking, found } = facts;
  if (found.kind === 'ABSENT') {
    if (!isCertain(facts)) return keepChecking(facts, { firstSeenMs: firstSeen(facts) });
    // The provider has already accepted the booking, so a missing reservation does not prove that none exists.
    if (booking.supplier_ref !== null) return attention(facts, { cause: 'ABSENT' });
    return rejected(facts, 'NOT_FOUND_AT_PROVIDER');
  }
  if (found.kind !== 'FOUND' || hasMixedRooms(found)) return keepChecking(facts);
  if (found.state === 'CANCELLED' || found.state === 'REFUSED') return goneAtProvider(facts, found);
  const isQueued = booking.status === 'CANCEL_PENDING';
  const differences = isQueued ? [] : compareReservation(booking, found);
  if (differences.length > 0) return attention(facts, contradictory(differences));
  const state = found.state === 'BOOKED' ? 'CONFIRMED' : 'ON_REQUEST';
  const { change } = judgeReservation(booking, state, found, facts.pricing);
  if (isQueued) return { change, next: 'CANCEL', resolution: counted(facts) };
  if (state === 'CONFIRMED') return { change, next: 'FOLLOW_STAY', resolution: counted(facts) };
  return { change, next: 'CHECK', resolution: requestResolution(facts, facts.nowMs) };
}

function judgeRequest(facts: LookupFacts): LookupVerdict {
  const { booking, found, nowMs } = facts;
  const isDecided = found.kind === 'FOUND' && (found.state !== 'ON_REQUEST' || hasMixedRooms(found));
  if (isDecided) return judgeOpenBooking(facts);
  const sinceMs = booking.resolution?.sinceMs ?? nowMs;
  if (nowMs >= requestEndMs(booking)) return rejected(facts, 'REQUEST_EXPIRED');
  if (found.kind === 'ABSENT') {
    if (isCertain(facts)) return rejected(facts, 'NOT_FOUND_AT_PROVIDER');
    return {
      next: 'CHECK',
      resolution: { ...requestResolution(facts, sinceMs), firstSeenMs: firstSeen(facts) },
    };
  }
  return { next: 'CHECK', resolution: requestResolution(facts, sinceMs) };
}

/** The cancellation was sent, but its outcome is unknown. */
function judgeOpenCancel(facts: LookupFacts): LookupVerdict {
  const { booking, found, nowMs } = facts;
  if (found.kind === 'ABSENT') {
    return isCertain(facts) ? vanished(facts) : keepChecking(facts, { firstSeenMs: firstSeen(facts) });
  }
  if (found.kind !== 'FOUND' || hasMixedRooms(found)) return keepChecking(facts);
  if (found.state === 'CANCELLED' || found.state === 'REFUSED') {
    if (found.cancelledBy) return goneAtProvider(facts, found);
    const change = { ...chargedFor(booking, found.penaltyMinor ?? null), actor: 'PROVIDER' as const };
    return { change, next: 'NOTHING', resolution: counted(facts) };
  }
  if (!isCertain(facts)) return keepChecking(facts, { firstSeenMs: firstSeen(facts) });
  if (booking.cancel_intent?.isRestored) return restoredCancelFailed(facts, found);
  // The cancellation did not take effect. Send it again unless it now costs more than the client accepted.
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

/** A restored cancellation did not take effect. Only staff can find out whether it is still wanted. */
function restoredCancelFailed(facts: LookupFacts, found: Extract<Found, { kind: 'FOUND' }>): LookupVerdict {
  const { booking, nowMs } = facts;
  const state = found.state === 'ON_REQUEST' ? 'ON_REQUEST' : 'CONFIRMED';
  const { change: seen } = judgeReservation(booking, state, found, facts.pricing);
  const { change, next } = cancelFailed({ ...booking, ...seen?.set } as Booking, { cause: 'RESTORED' });
  return {
    change: change && { ...change, set: { ...seen?.set, ...change.set } },
    next: next === 'FOLLOW_STAY' ? next : 'CHECK',
    resolution: requestResolution(facts, nowMs),
  };
}

/** The reservation is absent but was never reported as cancelled, so it may still appear late. */
function vanished(facts: LookupFacts): LookupVerdict {
  const { event, set } = cancelledOnRequest(facts.booking);
  const resolution = watched(facts);
  return { change: { event, actor: 'PROVIDER', set: { ...set, resolution } }, next: 'CHECK', resolution };
}

function goneAtProvider(facts: LookupFacts, found: Extract<Found, { kind: 'FOUND' }>): LookupVerdict {
  const { status, status_reason } = facts.booking;
  const wasNeverBooked = status !== 'CANCEL_PENDING' || status_reason === 'QUEUED';
  if (found.state === 'REFUSED' && wasNeverBooked) return refused(facts);
  const change = cancelledByOthers(facts.booking, found);
  return { change, next: 'NOTHING', resolution: counted(facts) };
}

function refused(facts: LookupFacts): LookupVerdict {
  const event = { kind: 'REFUSED', reason: 'PROVIDER_REFUSED' } as const;
  return { change: { event, set: SETTLED }, next: 'NOTHING', resolution: counted(facts) };
}

/** Rejects the booking and keeps checking for a day, in case of a late confirmation. */
function rejected(facts: LookupFacts, reason: 'NOT_FOUND_AT_PROVIDER' | 'REQUEST_EXPIRED'): LookupVerdict {
  const event = { kind: 'REFUSED', reason } as const;
  return {
    change: { event, actor: 'SERVICE', set: { needs_attention: false } },
    next: 'CHECK',
    resolution: watched(facts),
  };
}

/** Checks continue, because the supplier may correct itself. */
function attention(facts: LookupFacts, note: unknown): LookupVerdict {
  const resolution = counted(facts);
  if (facts.booking.needs_attention) return { next: 'CHECK', resolution };
  const set = { needs_attention: true };
  return { change: { event: { kind: 'ATTENTION_REQUIRED' }, set, note }, next: 'CHECK', resolution };
}

/** The outcome is still unknown. After a day the booking needs attention, and the checks continue. */
function keepChecking(facts: LookupFacts, seen: Partial<Resolution> = {}): LookupVerdict {
  const resolution = { ...counted(facts), ...seen };
  if (!isOverdue(facts, resolution) || facts.booking.needs_attention) return { next: 'CHECK', resolution };
  const change: BookingChange = { event: { kind: 'ATTENTION_REQUIRED' }, set: { needs_attention: true } };
  return { change, next: 'CHECK', resolution };
}

function requestResolution(facts: LookupFacts, sinceMs: number): Resolution {
  const { booking, nowMs, settlement, jitter } = facts;
  const isWaiting = booking.status === 'ON_REQUEST';
  const plannedMs = isWaiting ? plannedCheckMs(facts) : undefined;
  return {
    sinceMs,
    ...(isWaiting ? countCheck(facts) : { attempts: 0 }),
    nextCheckAtMs: plannedMs ?? nowMs + requestPauseMs(nowMs - sinceMs, settlement, jitter),
    resolveByMs: requestEndMs(booking),
    firstSeenMs: null,
  };
}
