/** Compares a booking with the reservation and the charges at the supplier. Pure. */
import type { BookingState } from '@serai/contract/booking/booking-states.ts';
import type { Money } from '@serai/contract/shared/money.ts';
import { convertMinor } from '../../../platform/money/convert-minor.ts';
import { toMoney } from '../../../platform/money/minor-units.ts';
import type { Found, FoundState, Reservation } from '../../port/outcomes.ts';
import { convertPenalty } from '../../terms/terms.ts';
import type { Booking } from '../booking.ts';

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
export function compareLive(booking: Booking, found: Found): Difference[] | undefined {
  if (found.kind === 'FAILED' || found.kind === 'INCOMPLETE') return undefined;
  const live = STATES[found.kind === 'FOUND' ? found.state : 'ABSENT'];
  const isSame = live === booking.status || (live === 'CONFIRMED' && HELD.has(booking.status));
  const differences: Difference[] = isSame ? [] : [{ field: 'status', recorded: booking.status, live }];
  if (found.kind === 'FOUND' && (live === 'CONFIRMED' || live === 'ON_REQUEST')) {
    differences.push(...compareFields(booking, found));
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
  const differences = fields
    .filter(([, recorded, live]) => recorded !== live)
    .map(([field, recorded, live]) => ({ field, recorded, live }));
  const isSamePrice =
    found.currency === booking.supplier_currency && found.netMinor === booking.supplier_net_minor;
  if (isSamePrice) return differences;
  const { net } = booking.content.price;
  return [...differences, { field: 'price.net', recorded: net, live: livePrice(booking, found) }];
}

/** In the booking's currency, unless the supplier uses an unexpected currency. */
function livePrice(booking: Booking, { currency, netMinor }: Reservation): Money {
  const { exchange } = booking.content.price;
  if (currency !== booking.supplier_currency || !exchange) return toMoney(netMinor, currency);
  return toMoney(convertMinor(netMinor, exchange), booking.currency);
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

function inCurrencyOf(booking: Booking, minor: number): number {
  const { supplier_net_minor: beforeMinor, net_minor: afterMinor, content } = booking;
  const { exchange } = content.price;
  const convert = (amount: number) => (exchange ? convertMinor(amount, exchange) : amount);
  // Converts in the same way as the terms, so that equal penalties match exactly.
  return minor > beforeMinor ? convert(minor) : convertPenalty(minor, { beforeMinor, afterMinor, convert });
}
