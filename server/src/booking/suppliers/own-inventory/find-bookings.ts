/** Reads of what was booked. */
import type { Found, Read, Reservation } from '../../port/outcomes.ts';
import type { KnownBooking, Swept } from '../../port/supplier.ts';
import type { OwnPlace } from './own-place.ts';
import { findBooking, type InventoryBooking, listBookings } from './stores/booking-store.ts';

/** More in one period is a failure, not a shorter list. */
const MOST_SWEPT = 10_000;

export async function lookUpBooking(
  { db, environment }: OwnPlace,
  { reference }: KnownBooking,
): Promise<Found> {
  const booking = await findBooking(db, environment, reference.toUpperCase());
  if (booking === undefined) return { kind: 'ABSENT' };
  return { kind: 'FOUND', state: booking.state, ...reservationOf(booking) };
}

export async function sweepBookings(
  { db, environment }: OwnPlace,
  fromMs: number,
  toMs: number,
): Promise<Read<readonly Swept[]>> {
  const bookings = await listBookings(db, environment, { fromMs, toMs }, MOST_SWEPT + 1);
  if (bookings.length > MOST_SWEPT) return { kind: 'FAILED', cause: 'INCOMPLETE' };
  const value = bookings.map(booking => ({
    reference: booking.reference,
    state: booking.state,
    ...reservationOf(booking),
  }));
  return { kind: 'OK', value };
}

type Booking = Pick<
  InventoryBooking,
  'supplierRef' | 'hotelId' | 'checkIn' | 'checkOut' | 'currency' | 'netMinor'
>;

/** The property's own number is the supplier's: they are one. */
export function reservationOf(booking: Booking): Reservation {
  const { supplierRef, hotelId, checkIn, checkOut, currency, netMinor } = booking;
  return { supplierRef, hotelId, checkIn, checkOut, currency, netMinor, hotelRef: supplierRef };
}
