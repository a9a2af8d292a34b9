/** Decides how the outcome of `book` changes a booking. Pure. */
import { convertMinor } from '../../../platform/money/convert-minor.ts';
import { fromMoney, toMoney } from '../../../platform/money/minor-units.ts';
import type { Booked, Reservation } from '../../port/outcomes.ts';
import type { Booking, BookingContent, CancelIntent } from '../booking.ts';
import type { BookingChanges } from '../booking-store.ts';
import type { BookingChange } from '../change-booking.ts';
import { compareReservation } from './compare-reservation.ts';

/** CHECK: the outcome is unknown. CANCEL: a queued cancellation can be sent. */
export type Next = 'FOLLOW_STAY' | 'AWAIT_HOTEL' | 'CHECK' | 'CHECK_NOW' | 'CANCEL' | 'NOTHING';

export interface Verdict {
  /** Undefined if nothing changes for the partner. */
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

/** Judges an existing reservation, whether `book` or a lookup returned it. */
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
    ...withPaymentText(booking, found, acceptPrice(booking, found.netMinor)),
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

/** The outcome is known and the booking needs no attention. */
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

/** Returns no change if a cancellation is queued or the outcome is already recorded as unknown. */
function unknown(booking: Booking, cause: string, differences?: unknown): BookingChange | undefined {
  if (booking.status_reason !== 'IN_PROGRESS') return undefined;
  const note = { cause, ...(differences !== undefined && { differences }) };
  // The response came from the wrong environment, so an operator must find out what was booked where.
  const set = cause === 'ENVIRONMENT' ? { needs_attention: true } : {};
  return { event: { kind: 'BOOK_UNKNOWN' }, set, note };
}

/**
 * Applies a supplier price that changed within the tolerance. The difference becomes a charge of the first room, so that all sums
 * stay exact. Returns no changes if the price is as quoted.
 */
function acceptPrice(booking: Booking, supplierNetMinor: number): BookingChanges {
  if (supplierNetMinor === booking.supplier_net_minor) return {};
  const netMinor = shownNetMinor(booking, supplierNetMinor);
  return {
    supplier_net_minor: supplierNetMinor,
    net_minor: netMinor,
    content: repriced(booking.content, booking.currency, booking.net_minor, netMinor),
  };
}

/** Stores the text for the voucher with what was booked. */
function withPaymentText(
  { content }: Booking,
  { payableThrough }: Reservation,
  changes: BookingChanges,
): BookingChanges {
  if (payableThrough === undefined || payableThrough === content.payableThrough) return changes;
  return { ...changes, content: { ...(changes.content ?? content), payableThrough } };
}

/** Converts a supplier price to the booking's currency at the quoted exchange rate. */
function shownNetMinor({ content: { price } }: Booking, supplierNetMinor: number): number {
  return price.exchange ? convertMinor(supplierNetMinor, price.exchange) : supplierNetMinor;
}

function repriced(content: BookingContent, currency: string, before: number, after: number): BookingContent {
  const differenceMinor = after - before;
  const plus = (amount: { amount: string; currency: string }) =>
    toMoney(fromMoney(amount) + differenceMinor, currency);
  const { price, rooms, terms } = content;
  const [first, ...others] = rooms;
  if (!first) return content;
  const charge = {
    code: 'PRICE_CHANGE',
    description: 'Price change at booking',
    amount: toMoney(differenceMinor, currency),
  };
  const penalty = (minor: number) => (minor >= before ? after : Math.min(minor, after));
  return {
    ...content,
    price: {
      ...price,
      net: plus(price.net),
      selling: plus(price.selling),
      guestTotal: plus(price.guestTotal),
    },
    rooms: [
      {
        ...first,
        price: {
          ...first.price,
          net: plus(first.price.net),
          stayCharges: [...first.price.stayCharges, charge],
        },
      },
      ...others,
    ],
    terms: {
      ...terms,
      windows: terms.windows.map(window => ({ ...window, penaltyMinor: penalty(window.penaltyMinor) })),
      noShow: terms.noShow && { ...terms.noShow, penaltyMinor: penalty(terms.noShow.penaltyMinor) },
    },
  };
}
