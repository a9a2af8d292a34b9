/** After a restore: erases again whom the list names, whatever state the backup has their bookings in. */
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { findAnyBooking } from '../bookings/booking-store.ts';
import { peopleSafe } from '../bookings/people.ts';
import { eraseBooking } from './erase-booking.ts';
import { readErasureList } from './erasure-list.ts';

export interface ReplayedErasures {
  /** Bookings of the list that were erased now. */
  erased: number;
  /** That were erased already. */
  already: number;
  /** That the database does not have: they were made after the backup. */
  missing: number;
  /** Lines that cannot be read: the tail of a crash, or a damaged file. */
  unreadable: number;
}

/** As the service, not as an organisation. Safe to run again. */
export async function replayErasures(
  { db, masterKey }: { db: Database; masterKey: Buffer },
  file: string,
): Promise<ReplayedErasures> {
  const safe = peopleSafe(masterKey);
  const { bookingIds, unreadable } = await readErasureList(file);
  const done: ReplayedErasures = { erased: 0, already: 0, missing: 0, unreadable };
  for (const bookingId of bookingIds) {
    const booking = await findAnyBooking(db, bookingId);
    if (booking === undefined) done.missing += 1;
    else if (booking.erased_at !== null) done.already += 1;
    else {
      await inTransaction(db, tx =>
        eraseBooking(tx, safe, { bookingId, cause: 'REQUEST', mayErase: () => true }),
      );
      done.erased += 1;
    }
  }
  return done;
}
