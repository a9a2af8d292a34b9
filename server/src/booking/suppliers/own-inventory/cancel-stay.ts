/** Ends a booking: its rooms are free again in the same transaction, and its cost is that of the moment by the database's clock. */
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import type { Cancelled } from '../../port/outcomes.ts';
import type { KnownBooking } from '../../port/supplier.ts';
import type { OwnPlace } from './own-place.ts';
import { penaltyNow } from './penalty-steps.ts';
import { cancelBooking, findBooking } from './stores/booking-store.ts';
import { lockProperty } from './stores/rooms-store.ts';

export async function cancelStay({ db, environment }: OwnPlace, known: KnownBooking): Promise<Cancelled> {
  const reference = known.reference.toUpperCase();
  const found = await findBooking(db, environment, reference);
  if (found === undefined) return { kind: 'REFUSED' };
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
