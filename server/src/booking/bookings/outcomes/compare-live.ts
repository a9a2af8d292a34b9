/** Compares a booking with its reservation at the supplier, for the partner. Pure. */
import type { BookingState } from '@serai/contract/booking/booking-states.ts';
import { toMoney } from '../../../platform/money/minor-units.ts';
import { type Found, type FoundState, hasMixedRooms, type Reservation } from '../../port/outcomes.ts';
import type { Booking } from '../booking.ts';
import { limitReference } from '../reference-length.ts';
import type { Difference } from './compare-reservation.ts';
import { compareTerms } from './compare-terms.ts';
import { roomsDiffer } from './judge-found.ts';
import { isMarkedUp, type Reprice, repriceAt } from './reprice-booking.ts';

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
 * Lists all differences between the booking and the live reservation, for the partner. Returns undefined if the lookup
 * returned no clear result.
 */
export function compareLive(
  booking: Booking,
  found: Found,
  pricing: Reprice,
  nowMs: number,
): Difference[] | undefined {
  if (found.kind === 'FAILED' || found.kind === 'INCOMPLETE') return undefined;
  const live = STATES[found.kind === 'FOUND' ? found.state : 'ABSENT'];
  const isSame = live === booking.status || (live === 'CONFIRMED' && HELD.has(booking.status));
  const differences: Difference[] = isSame ? [] : [{ field: 'status', recorded: booking.status, live }];
  if (found.kind === 'FOUND' && (live === 'CONFIRMED' || live === 'ON_REQUEST')) {
    if (hasMixedRooms(found)) differences.push(...roomsDiffer(found).differences);
    differences.push(
      ...compareFields(booking, found),
      ...comparePrices(booking, found, pricing),
      ...compareTerms(booking, found, nowMs),
    );
  }
  return differences;
}

function compareFields(booking: Booking, found: Reservation): Difference[] {
  const fields: [string, unknown, unknown][] = [
    ['providerReference', booking.supplier_ref, found.supplierRef],
    ['hotelConfirmationNumber', limitReference(booking.hotel_confirmation), limitReference(found.hotelRef)],
    ['hotel.hotelId', booking.hotel_id, found.hotelId],
    ['checkIn', booking.check_in, found.checkIn],
    ['checkOut', booking.check_out, found.checkOut],
  ];
  return fields
    .filter(([, recorded, live]) => recorded !== live)
    .map(([field, recorded, live]) => ({ field, recorded, live }));
}

/**
 * Amounts are net in the booking's currency, because partners never see the cost. If the supplier uses an unexpected
 * currency, its amount is shown only for a booking that was sold at cost. Otherwise only the currencies are shown.
 */
function comparePrices(booking: Booking, found: Reservation, pricing: Reprice): Difference[] {
  const { supplier_currency, supplier_net_minor, currency, content } = booking;
  const recorded = content.price.net;
  if (found.currency !== supplier_currency) {
    if (!isMarkedUp(content))
      return [{ field: 'price.net', recorded, live: toMoney(found.netMinor, found.currency) }];
    return [{ field: 'price.currency', recorded: supplier_currency, live: found.currency }];
  }
  if (found.netMinor === supplier_net_minor) return [];
  const live = toMoney(repriceAt(pricing, content, found.netMinor).netMinor, currency);
  return live.amount === recorded.amount ? [] : [{ field: 'price.net', recorded, live }];
}
