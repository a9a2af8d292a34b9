/** How a booking and what its supplier holds now differ, in the words of the booking. Pure. */
import type { BookingState } from '@serai/contract/booking/booking-states.ts';
import type { Money } from '@serai/contract/shared/money.ts';
import { convertMinor } from '../../../platform/money/convert-minor.ts';
import { toMoney } from '../../../platform/money/minor-units.ts';
import type { Found, FoundState, Reservation } from '../../port/outcomes.ts';
import type { Booking } from '../booking.ts';
import type { Difference } from './compare-reservation.ts';

/** What a supplier's state is called here. */
const STATES: Readonly<Record<FoundState | 'ABSENT', BookingState>> = {
  BOOKED: 'CONFIRMED',
  ON_REQUEST: 'ON_REQUEST',
  CANCELLED: 'CANCELLED',
  REFUSED: 'REJECTED',
  ABSENT: 'REJECTED',
};

/** States in which the supplier holds the same as after a stay that took place. */
const HELD: ReadonlySet<BookingState> = new Set(['CONFIRMED', 'COMPLETED', 'NO_SHOW']);

/** Undefined where the supplier could not tell. */
export function compareLive(booking: Booking, found: Found): Difference[] | undefined {
  if (found.kind === 'FAILED' || found.kind === 'INCOMPLETE') return undefined;
  const live = STATES[found.kind === 'FOUND' ? found.state : 'ABSENT'];
  const isSame = live === booking.status || (live === 'CONFIRMED' && HELD.has(booking.status));
  const differences: Difference[] = isSame ? [] : [{ field: 'status', recorded: booking.status, live }];
  if (found.kind === 'FOUND' && (live === 'CONFIRMED' || live === 'ON_REQUEST')) {
    differences.push(...compareMembers(booking, found));
  }
  return differences;
}

function compareMembers(booking: Booking, found: Reservation): Difference[] {
  const members: [string, unknown, unknown][] = [
    ['providerReference', booking.supplier_ref, found.supplierRef],
    ['hotelConfirmationNumber', booking.hotel_confirmation, found.hotelRef],
    ['hotel.hotelId', booking.hotel_id, found.hotelId],
    ['checkIn', booking.check_in, found.checkIn],
    ['checkOut', booking.check_out, found.checkOut],
  ];
  const differences = members
    .filter(([, recorded, live]) => recorded !== live)
    .map(([field, recorded, live]) => ({ field, recorded, live }));
  const isSamePrice =
    found.currency === booking.supplier_currency && found.netMinor === booking.supplier_net_minor;
  if (isSamePrice) return differences;
  const { net } = booking.content.price;
  return [...differences, { field: 'price.net', recorded: net, live: livePrice(booking, found) }];
}

/** In the currency of the booking, unless the supplier asks for one that was never spoken of. */
function livePrice(booking: Booking, { currency, netMinor }: Reservation): Money {
  const { exchange } = booking.content.price;
  if (currency !== booking.supplier_currency || !exchange) return toMoney(netMinor, currency);
  return toMoney(convertMinor(netMinor, exchange), booking.currency);
}
