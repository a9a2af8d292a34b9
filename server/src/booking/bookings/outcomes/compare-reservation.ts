/** Compares a booking with the reservation and the charges at the supplier. Pure. */
import type { BookingState } from '@serai/contract/booking/booking-states.ts';
import { convertMinor } from '../../../platform/money/convert-minor.ts';
import { toMoney } from '../../../platform/money/minor-units.ts';
import type { Found, FoundState, Reservation } from '../../port/outcomes.ts';
import { convertPenalty, markUpPenalty } from '../../terms/terms.ts';
import type { Booking } from '../booking.ts';
import { costOf, type Reprice, repriceAt } from './reprice-booking.ts';

export type Booked = Pick<
  Booking,
  'hotel_id' | 'check_in' | 'check_out' | 'supplier_currency' | 'supplier_net_minor' | 'content'
>;

export interface Difference {
  field: string;
  recorded: unknown;
  live: unknown;
}

/** Returns every difference that contradicts the booking. A price within the tolerance does not. */
export function compareReservation(booked: Booked, found: Reservation): Difference[] {
  const differences: Difference[] = [];
  const compare = (field: string, recorded: unknown, live: unknown, isSame = recorded === live) => {
    if (!isSame) differences.push({ field, recorded, live });
  };
  compare('hotel.hotelId', booked.hotel_id, found.hotelId);
  compare('checkIn', booked.check_in, found.checkIn);
  compare('checkOut', booked.check_out, found.checkOut);
  compare('price.currency', booked.supplier_currency, found.currency);
  const apart = Math.abs(found.netMinor - booked.supplier_net_minor);
  compare('price.net', booked.supplier_net_minor, found.netMinor, apart <= booked.content.toleranceMinor);
  return differences;
}

/** Maps supplier states to booking states. */
const STATES: Readonly<Record<FoundState | 'ABSENT', BookingState>> = {
  BOOKED: 'CONFIRMED',
  ON_REQUEST: 'ON_REQUEST',
  CANCELLED: 'CANCELLED',
  REFUSED: 'REJECTED',
  ABSENT: 'REJECTED',
};

/** States of a booking whose reservation is booked at the supplier. */
const HELD: ReadonlySet<BookingState> = new Set(['CONFIRMED', 'COMPLETED', 'NO_SHOW']);

/**
 * Lists all differences between the booking and the live reservation, for the partner. Undefined if the lookup returned no clear
 * result.
 */
export function compareLive(booking: Booking, found: Found, pricing: Reprice): Difference[] | undefined {
  if (found.kind === 'FAILED' || found.kind === 'INCOMPLETE') return undefined;
  const live = STATES[found.kind === 'FOUND' ? found.state : 'ABSENT'];
  const isSame = live === booking.status || (live === 'CONFIRMED' && HELD.has(booking.status));
  const differences: Difference[] = isSame ? [] : [{ field: 'status', recorded: booking.status, live }];
  if (found.kind === 'FOUND' && (live === 'CONFIRMED' || live === 'ON_REQUEST')) {
    differences.push(...compareFields(booking, found), ...comparePrices(booking, found, pricing));
  }
  return differences;
}

function compareFields(booking: Booking, found: Reservation): Difference[] {
  const fields: [string, unknown, unknown][] = [
    ['providerReference', booking.supplier_ref, found.supplierRef],
    ['hotelConfirmationNumber', booking.hotel_confirmation, found.hotelRef],
    ['hotel.hotelId', booking.hotel_id, found.hotelId],
    ['checkIn', booking.check_in, found.checkIn],
    ['checkOut', booking.check_out, found.checkOut],
  ];
  return fields
    .filter(([, recorded, live]) => recorded !== live)
    .map(([field, recorded, live]) => ({ field, recorded, live }));
}

/**
 * In net of the booking's currency, because partners never see cost. If the supplier uses an unexpected currency, only the
 * currencies are shown, and a booking sold at cost also shows the amount.
 */
function comparePrices(booking: Booking, found: Reservation, pricing: Reprice): Difference[] {
  const { supplier_currency, supplier_net_minor, currency, content } = booking;
  const recorded = content.price.net;
  if (found.currency !== supplier_currency) {
    if (!isMarkedUp(booking))
      return [{ field: 'price.net', recorded, live: toMoney(found.netMinor, found.currency) }];
    return [{ field: 'price.currency', recorded: supplier_currency, live: found.currency }];
  }
  if (found.netMinor === supplier_net_minor) return [];
  const live = toMoney(repriceAt(pricing, content, found.netMinor).netMinor, currency);
  return live.amount === recorded.amount ? [] : [{ field: 'price.net', recorded, live }];
}

function isMarkedUp({ content: { pricing } }: Booking): boolean {
  return pricing !== undefined && pricing.rules.length > 0;
}

export interface PenaltyDifference {
  /** True if the supplier charges more than was promised. */
  needsAttention: boolean;
  /** Stored in the history of the booking. */
  note: { cause: 'PENALTY_DIFFERS'; promised: unknown; charged: unknown };
}

/**
 * Compares the penalty that the supplier charged with the promised penalty, which the partner always pays. Undefined if they agree
 * or the supplier reports no charge. `chargedMinor` is in the supplier's currency.
 */
export function comparePenalty(
  booking: Booking,
  promisedMinor: number,
  chargedMinor: number | null,
): PenaltyDifference | undefined {
  if (chargedMinor === null) return undefined;
  const ourMinor = inCurrencyOf(booking, chargedMinor);
  if (ourMinor === promisedMinor) return undefined;
  return {
    needsAttention: ourMinor > promisedMinor,
    note: {
      cause: 'PENALTY_DIFFERS',
      promised: toMoney(promisedMinor, booking.currency),
      charged: toMoney(chargedMinor, booking.supplier_currency),
    },
  };
}

/** The penalty that the partner would owe for this charge, calculated like the terms, so that equal penalties match exactly. */
function inCurrencyOf(booking: Booking, minor: number): number {
  const { supplier_net_minor: beforeMinor, net_minor: netMinor, content } = booking;
  const { exchange } = content.price;
  const costMinor = isMarkedUp(booking) ? costOf(content) : netMinor;
  const convert = (amount: number) => (exchange ? convertMinor(amount, exchange) : amount);
  if (minor > beforeMinor) return Math.max(convert(minor), convert(minor) + netMinor - costMinor);
  const charged = convertPenalty(minor, { beforeMinor, afterMinor: costMinor, convert });
  return costMinor === netMinor ? charged : markUpPenalty(charged, costMinor, netMinor);
}
