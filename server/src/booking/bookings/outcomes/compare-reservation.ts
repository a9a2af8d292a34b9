/** Whether what the supplier holds is what was booked. Pure. */
import type { Reservation } from '../../port/outcomes.ts';
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

/** Every contradiction; none when it is the same, or dearer or cheaper within the tolerance. */
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
