/** What the answer to `book` makes of a booking. Pure. */
import type { Booked, Reservation } from '../../port/outcomes.ts';
import type { Booking, CancelIntent } from '../booking.ts';
import type { BookingChange } from '../change-booking.ts';
import { acceptPrice, shownNetMinor } from './accept-price.ts';
import { compareReservation } from './compare-reservation.ts';

/** CHECK: its outcome is not known. CANCEL: a cancellation waits for it. */
export type Next = 'FOLLOW_STAY' | 'AWAIT_HOTEL' | 'CHECK' | 'CHECK_NOW' | 'CANCEL' | 'NOTHING';

export interface Verdict {
  /** Undefined: nothing that partners see has changed. */
  change: BookingChange | undefined;
  next: Next;
}

export function judgeBooked(booking: Booking, outcome: Booked): Verdict {
  switch (outcome.kind) {
    case 'CONFIRMED':
    case 'ON_REQUEST':
      return judgeReservation(booking, outcome.kind, outcome);
    case 'REFUSED':
      return { change: refused(booking, outcome), next: 'NOTHING' };
    case 'NOT_EXECUTED': {
      const reason = outcome.cause === 'NOT_SENT' ? 'NOT_FOUND_AT_PROVIDER' : 'PROVIDER_REFUSED';
      return { change: { event: { kind: 'REFUSED', reason }, actor: 'SERVICE' }, next: 'NOTHING' };
    }
    case 'DUPLICATE':
      return { change: unknown(booking, 'DUPLICATE'), next: 'CHECK_NOW' };
    case 'UNKNOWN':
      return { change: unknown(booking, outcome.cause), next: 'CHECK' };
  }
}

function refused(booking: Booking, outcome: Extract<Booked, { kind: 'REFUSED' }>): BookingChange {
  const event = { kind: 'REFUSED', reason: outcome.reason } as const;
  if (outcome.reason !== 'PRICE_CHANGED' || outcome.netMinor === undefined) return { event };
  return { event, set: { refused_net_minor: shownNetMinor(booking, outcome.netMinor) } };
}

/** A reservation that exists, whether `book` or a lookup told of it. */
export function judgeReservation(
  booking: Booking,
  state: 'CONFIRMED' | 'ON_REQUEST',
  found: Reservation,
): Verdict {
  if (booking.status === 'CANCEL_PENDING') return cancelQueued(booking, state, found);
  const differences = compareReservation(booking, found);
  if (differences.length > 0)
    return { change: unknown(booking, 'CONTRADICTORY', differences), next: 'CHECK' };
  const set = {
    ...acceptPrice(booking, found.netMinor),
    supplier_ref: found.supplierRef,
    hotel_confirmation: found.hotelRef,
  };
  if (state === 'ON_REQUEST') {
    const waiting = { ...set, needs_attention: false };
    return { change: { event: { kind: 'PUT_ON_REQUEST' }, set: waiting }, next: 'AWAIT_HOTEL' };
  }
  return {
    change: { event: { kind: 'CONFIRMED' }, set: { ...set, ...SETTLED, confirmed: true } },
    next: 'FOLLOW_STAY',
  };
}

/** Nothing is open any more, and nobody has to look. */
export const SETTLED = { resolution: null, needs_attention: false } as const;

function cancelQueued(booking: Booking, from: CancelIntent['from'], found: Reservation): Verdict {
  const isContradicted = compareReservation(booking, found).length > 0;
  const cancel_intent = booking.cancel_intent && { ...booking.cancel_intent, from, isContradicted };
  const set = {
    supplier_ref: found.supplierRef,
    hotel_confirmation: found.hotelRef,
    confirmed: from === 'CONFIRMED',
    cancel_intent,
  };
  return { change: { event: { kind: 'UPDATED' }, set }, next: 'CANCEL' };
}

/** A booking that waits for its cancellation, or is unknown already, stays as it is. */
function unknown(booking: Booking, cause: string, differences?: unknown): BookingChange | undefined {
  if (booking.status_reason !== 'IN_PROGRESS') return undefined;
  const note = { cause, ...(differences !== undefined && { differences }) };
  // An answer of the wrong kind of system: what was booked where, only a person can tell.
  const set = cause === 'ENVIRONMENT' ? { needs_attention: true } : {};
  return { event: { kind: 'BOOK_UNKNOWN' }, set, note };
}
