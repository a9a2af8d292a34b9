/** Compares a booking with the reservation and the charges at the supplier. Pure. */
import { convertMinor } from '../../../platform/money/convert-minor.ts';
import { toMoney } from '../../../platform/money/minor-units.ts';
import type { Reservation } from '../../port/outcomes.ts';
import { convertPenalty, markUpPenalty } from '../../terms/terms.ts';
import type { Booking } from '../booking.ts';
import { costOf, isMarkedUp } from './reprice-booking.ts';

export type Booked = Pick<
  Booking,
  'hotel_id' | 'check_in' | 'check_out' | 'supplier_currency' | 'supplier_net_minor' | 'content'
>;

export interface Difference {
  field: string;
  recorded: unknown;
  live: unknown;
}

/**
 * Returns every difference that contradicts the booking. A price within the tolerance does not. Amounts are costs, which only
 * staff see.
 */
export function compareReservation(
  booked: Booked,
  found: Reservation,
  toleranceMinor = booked.content.toleranceMinor,
): Difference[] {
  const differences: Difference[] = [];
  const compare = (field: string, recorded: unknown, live: unknown, isSame = recorded === live) => {
    if (!isSame) differences.push({ field, recorded, live });
  };
  const { supplier_currency: currency, supplier_net_minor: netMinor } = booked;
  compare('hotel.hotelId', booked.hotel_id, found.hotelId);
  compare('checkIn', booked.check_in, found.checkIn);
  compare('checkOut', booked.check_out, found.checkOut);
  compare('price.currency', currency, found.currency);
  const isSamePrice = Math.abs(found.netMinor - netMinor) <= toleranceMinor;
  compare('price.cost', toMoney(netMinor, currency), toMoney(found.netMinor, found.currency), isSamePrice);
  return differences;
}

export interface PenaltyDifference {
  /** True if the supplier charges more than was promised. */
  needsAttention: boolean;
  note: { cause: 'PENALTY_DIFFERS'; promised: unknown; charged: unknown };
}

/**
 * Compares the penalty that the supplier charged with the promised penalty. Returns undefined if they agree or the
 * supplier reports no charge. `chargedMinor` is in the supplier's currency.
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
  const costMinor = isMarkedUp(content) ? costOf(content) : netMinor;
  const convert = (amount: number) => (exchange ? convertMinor(amount, exchange) : amount);
  if (minor > beforeMinor) return Math.max(convert(minor), convert(minor) + netMinor - costMinor);
  const charged = convertPenalty(minor, { beforeMinor, afterMinor: costMinor, convert });
  return costMinor === netMinor ? charged : markUpPenalty(charged, costMinor, netMinor);
}
