/** Decides what a lookup means for a rejected or cancelled booking, so that a late confirmation does not go unnoticed. Pure. */
import type { Booking } from '../bookings/booking.ts';
import type { BookingChange } from '../bookings/change-booking.ts';
import { type Found, hasMixedRooms, type Reservation } from '../port/outcomes.ts';
import { penaltyAt } from '../terms/terms.ts';
import {
  counted,
  firstSeen,
  isCertain,
  isOverdue,
  type LookupFacts,
  type LookupVerdict,
  watched,
} from './lookup-facts.ts';

/**
 * Watches for a late confirmation for a day. A reservation that has appeared is checked until it is cancelled or the booking needs
 * attention.
 */
export function judgeLate(facts: LookupFacts): LookupVerdict {
  const { booking, found } = facts;
  const resolution = counted(facts);
  const isLate = isOverdue(facts, resolution);
  const { lateRef } = resolution;
  if (booking.needs_attention) return { next: isLate ? 'NOTHING' : 'CHECK', resolution };
  const live = liveOf(found);
  if (live) {
    const isStillLive = lateRef !== undefined && isLate;
    if (isStillLive || !isFree(facts)) return requireAttention(facts, live.supplierRef);
    const kept = lateRef === undefined ? watched(facts) : resolution;
    return { next: 'COMPENSATE', resolution: { ...kept, firstSeenMs: null, lateRef: live.supplierRef } };
  }
  if (lateRef === undefined) return { next: isLate ? 'NOTHING' : 'CHECK', resolution };
  if (found.kind === 'FOUND' || (found.kind === 'ABSENT' && isCertain(facts))) return gone(facts);
  if (isLate) return requireAttention(facts, lateRef);
  const firstSeenMs = found.kind === 'ABSENT' ? firstSeen(facts) : resolution.firstSeenMs;
  return { next: 'CHECK', resolution: { ...resolution, firstSeenMs } };
}

function liveOf(found: Found): Reservation | undefined {
  if (found.kind !== 'FOUND') return undefined;
  // If only some rooms are cancelled, the others are live.
  const isLive = hasMixedRooms(found) || found.state === 'BOOKED' || found.state === 'ON_REQUEST';
  return isLive ? found : undefined;
}

/** Whether the cancellation costs no more than the penalty that the partner has already accepted. */
function isFree({ booking, nowMs }: LookupFacts): boolean {
  const { penaltyMinor } = penaltyAt(booking.content.terms.windows, nowMs);
  return penaltyMinor <= (booking.penalty_minor ?? 0);
}

/**
 * The late reservation no longer exists. A cancelled booking stays cancelled and is checked for the rest of the day.
 */
function gone(facts: LookupFacts): LookupVerdict {
  const { lateRef = null, ...resolution } = counted(facts);
  if (facts.booking.status === 'CANCELLED') {
    return { next: isOverdue(facts, resolution) ? 'NOTHING' : 'CHECK', resolution };
  }
  return { change: compensated(facts.booking, lateRef), next: 'NOTHING', resolution };
}

function requireAttention(facts: LookupFacts, supplierRef: string): LookupVerdict {
  return {
    change: foundLate(facts.booking, supplierRef),
    next: 'NOTHING',
    resolution: counted(facts),
  };
}

function refOf({ supplier_ref, resolution }: Booking, foundRef: string | null): string | null {
  return foundRef ?? supplier_ref ?? resolution?.lateRef ?? null;
}

export function compensated(booking: Booking, foundRef: string | null = null): BookingChange {
  const set = { supplier_ref: refOf(booking, foundRef), resolution: null };
  return { event: { kind: 'COMPENSATED' }, set };
}

/** The booking needs attention because of a reservation that should not exist. */
export function foundLate(booking: Booking, foundRef: string | null = null): BookingChange {
  const set = { needs_attention: true, supplier_ref: refOf(booking, foundRef), resolution: null };
  if (booking.status === 'REJECTED') return { event: { kind: 'FOUND_LATE' }, set };
  const note = { cause: 'LIVE_AT_PROVIDER' };
  return { event: { kind: 'ATTENTION_REQUIRED' }, set, note };
}
