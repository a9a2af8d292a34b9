/** Decides how the outcome of `book` changes a booking. Pure. */
import { toMoney } from '../../../platform/money/minor-units.ts';
import type { Booked, Reservation } from '../../port/outcomes.ts';
import type { Booking, CancelIntent } from '../booking.ts';
import type { BookingChanges } from '../booking-store.ts';
import type { BookingChange } from '../change-booking.ts';
import { limitReference } from '../reference-length.ts';
import { compareReservation, type Difference } from './compare-reservation.ts';
import { compareTerms, termsChanged } from './compare-terms.ts';
import { describeDifferences } from './describe-differences.ts';
import { acceptPrice, type Reprice, repriceAt } from './reprice-booking.ts';

/** CHECK: the outcome is unknown. CANCEL: a queued cancellation can be sent. */
export type Next = 'FOLLOW_STAY' | 'AWAIT_HOTEL' | 'CHECK' | 'CHECK_NOW' | 'CANCEL' | 'NOTHING';

export interface Verdict {
  /** Undefined if nothing changes for the partner. */
  change: BookingChange | undefined;
  next: Next;
}

export function judgeBooked(booking: Booking, outcome: Booked, pricing: Reprice): Verdict {
  switch (outcome.kind) {
    case 'CONFIRMED':
    case 'ON_REQUEST':
      return judgeReservation(booking, outcome.kind, outcome, pricing);
    case 'ACCEPTED':
      return accepted(booking, outcome.supplierRef);
    case 'REFUSED':
      return { change: refused(booking, outcome, pricing), next: 'NOTHING' };
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

/**
 * The reservation exists, but it is not known what was booked. Its contents are compared before the booking is
 * confirmed.
 */
function accepted(booking: Booking, supplierRef: string): Verdict {
  const change = unknown(booking, 'ACCEPTED');
  // A queued cancellation waits until the reservation has been found and compared.
  if (change === undefined) return { change, next: 'CHECK_NOW' };
  // The caller looks up the reservation immediately. The planned check is a fallback in case the caller cannot.
  return { change: { ...change, set: { ...change.set, supplier_ref: supplierRef } }, next: 'CHECK' };
}

/** The partner sees the new net price, never the new cost. */
function refused(
  { content }: Booking,
  outcome: Extract<Booked, { kind: 'REFUSED' }>,
  pricing: Reprice,
): BookingChange {
  const event = { kind: 'REFUSED', reason: outcome.reason } as const;
  if (outcome.reason !== 'PRICE_CHANGED' || outcome.netMinor === undefined) return { event };
  return { event, set: { refused_net_minor: repriceAt(pricing, content, outcome.netMinor).netMinor } };
}

/** Judges an existing reservation, whether `book` or a lookup returned it. */
export function judgeReservation(
  booking: Booking,
  state: 'CONFIRMED' | 'ON_REQUEST',
  found: Reservation,
  pricing: Reprice,
): Verdict {
  if (booking.status === 'CANCEL_PENDING') return cancelQueued(booking, state, found, pricing);
  const differences = compareReservation(booking, found);
  if (differences.length > 0)
    return { change: unknown(booking, 'CONTRADICTORY', differences), next: 'CHECK' };
  const changedTerms = compareTerms(booking, found, booking.created_at.getTime());
  const needs_attention = changedTerms.length > 0;
  const note = needs_attention ? termsChanged(changedTerms) : feeNote(found);
  const set = {
    ...withPaymentText(booking, found, acceptPrice(pricing, booking, found.netMinor)),
    supplier_ref: found.supplierRef,
    hotel_confirmation: limitReference(found.hotelRef),
    needs_attention,
  };
  if (state === 'ON_REQUEST') {
    return { change: { event: { kind: 'PUT_ON_REQUEST' }, set, note }, next: 'AWAIT_HOTEL' };
  }
  return {
    change: { event: { kind: 'CONFIRMED' }, set: { ...set, resolution: null, confirmed: true }, note },
    next: 'FOLLOW_STAY',
  };
}

/** The supplier charges the operator more than it quoted. The partner pays the quoted price. */
function feeNote({ feesMinor = 0, currency }: Reservation): unknown {
  return feesMinor === 0 ? undefined : { cause: 'SUPPLIER_FEE', charged: toMoney(feesMinor, currency) };
}

/** The outcome is known and the booking needs no attention. */
export const SETTLED = { resolution: null, needs_attention: false } as const;

/** If the cancellation fails, the booking keeps the price at which it was booked, like any other booking. */
function cancelQueued(
  booking: Booking,
  from: CancelIntent['from'],
  found: Reservation,
  pricing: Reprice,
): Verdict {
  const isOther = compareReservation(booking, found).length > 0;
  const changedTerms = isOther ? [] : compareTerms(booking, found, booking.created_at.getTime());
  const isContradicted = isOther || changedTerms.length > 0;
  const priced = isOther
    ? {}
    : withPaymentText(booking, found, acceptPrice(pricing, booking, found.netMinor));
  const intent = booking.cancel_intent && repricedIntent(booking.cancel_intent, booking, priced.net_minor);
  const set = {
    ...priced,
    supplier_ref: found.supplierRef,
    hotel_confirmation: limitReference(found.hotelRef),
    confirmed: from === 'CONFIRMED',
    cancel_intent: intent && { ...intent, from, isContradicted },
  };
  const note = changedTerms.length > 0 ? termsChanged(changedTerms) : feeNote(found);
  return { change: { event: { kind: 'UPDATED' }, set, note }, next: 'CANCEL' };
}

/**
 * The promised penalty stays, but never exceeds the new price. A full penalty that rose with the price still counts as accepted,
 * because the partner accepted the new price.
 */
function repricedIntent(
  intent: CancelIntent,
  { net_minor: beforeMinor }: Booking,
  afterMinor = beforeMinor,
): CancelIntent {
  const { penaltyMinor, operatorPenaltyMinor, maxPenaltyMinor } = intent;
  return {
    ...intent,
    penaltyMinor: Math.min(penaltyMinor, afterMinor),
    ...(operatorPenaltyMinor !== undefined && {
      operatorPenaltyMinor: Math.min(operatorPenaltyMinor, afterMinor),
    }),
    maxPenaltyMinor: maxPenaltyMinor + Math.max(0, afterMinor - beforeMinor),
  };
}

/** Returns no change if a cancellation is queued or the outcome is already recorded as unknown. */
function unknown(
  booking: Booking,
  cause: string,
  differences?: readonly Difference[],
): BookingChange | undefined {
  if (booking.status_reason !== 'IN_PROGRESS') return undefined;
  const note = { cause, ...(differences && { summary: describeDifferences(differences), differences }) };
  // The response came from the wrong environment, so staff must find out what was booked where.
  const set = cause === 'ENVIRONMENT' ? { needs_attention: true } : {};
  return { event: { kind: 'BOOK_UNKNOWN' }, set, note };
}

function withPaymentText(
  { content }: Booking,
  { payableThrough }: Reservation,
  changes: BookingChanges,
): BookingChanges {
  if (payableThrough === undefined || payableThrough === content.payableThrough) return changes;
  return { ...changes, content: { ...(changes.content ?? content), payableThrough } };
}
