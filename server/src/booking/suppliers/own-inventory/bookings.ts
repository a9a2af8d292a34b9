import { inTransaction } from '../../../platform/database/in-transaction.ts';
import type { Cancelled, CancelQuote, Found, Read, Reservation } from '../../port/outcomes.ts';
import type { KnownBooking, Swept } from '../../port/supplier.ts';
import { penaltyNow } from './penalty-steps.ts';
import type { InventoryContext } from './search-stay.ts';
import { cancelBooking, findBooking, type InventoryBooking, listBookings } from './stores/booking-store.ts';
import { lockProperty } from './stores/rooms-store.ts';

/** If a period has more bookings, the sweep fails instead of returning a truncated list. */
const MAX_SWEPT = 10_000;

export async function lookUpBooking(
  { db, environment }: InventoryContext,
  { reference }: KnownBooking,
): Promise<Found> {
  const booking = await findBooking(db, environment, reference.toUpperCase());
  if (booking === undefined) return { kind: 'ABSENT' };
  const { state, penaltyMinor } = booking;
  return { kind: 'FOUND', state, ...(state === 'CANCELLED' && { penaltyMinor }), ...reservationOf(booking) };
}

export async function sweepBookings(
  { db, environment }: InventoryContext,
  fromMs: number,
  toMs: number,
): Promise<Read<readonly Swept[]>> {
  const bookings = await listBookings(db, environment, { fromMs, toMs }, MAX_SWEPT + 1);
  if (bookings.length > MAX_SWEPT) return { kind: 'FAILED', cause: 'INCOMPLETE' };
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

/** The hotel's confirmation number equals the supplier's reference, because the operator is both. */
export function reservationOf(booking: Booking): Reservation {
  const { supplierRef, hotelId, checkIn, checkOut, currency, netMinor } = booking;
  return { supplierRef, hotelId, checkIn, checkOut, currency, netMinor, hotelRef: supplierRef };
}

/** The penalty that `cancelStay` would charge now. */
export async function quoteCancel(
  { db, environment }: InventoryContext,
  { reference }: KnownBooking,
): Promise<Read<CancelQuote>> {
  const booking = await findBooking(db, environment, reference.toUpperCase());
  if (booking === undefined || booking.state === 'CANCELLED') return { kind: 'GONE' };
  const penaltyMinor = penaltyNow(booking.penalties, booking.nowMs, booking.netMinor);
  return { kind: 'OK', value: { penaltyMinor } };
}

/** Frees the rooms in the same transaction. The current penalty applies, by the database clock. */
export async function cancelStay(
  { db, environment }: InventoryContext,
  known: KnownBooking,
): Promise<Cancelled> {
  const reference = known.reference.toUpperCase();
  const found = await findBooking(db, environment, reference);
  if (found === undefined) return { kind: 'REFUSED', reason: 'OTHER' };
  const property = { environment, hotelId: found.hotelId };
  return inTransaction(db, async tx => {
    await lockProperty(tx, property);
    const booking = await findBooking(tx, environment, reference);
    if (booking === undefined || booking.state === 'CANCELLED') return { kind: 'ALREADY' };
    const penaltyMinor = penaltyNow(booking.penalties, booking.nowMs, booking.netMinor);
    await cancelBooking(tx, property, reference, penaltyMinor);
    return { kind: 'CANCELLED', penaltyMinor };
  });
}
