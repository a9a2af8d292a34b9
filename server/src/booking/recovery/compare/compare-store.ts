/** What the comparison after a restore reads, and the one thing it writes that no booking else does. */
import type { Database } from '../../../platform/database/connect.ts';
import type { Booking } from '../../bookings/booking.ts';
import { VERSION_JUMP } from '../recovery-store.ts';

/** Attempts that the journal knows, as `bookingId number`. */
export async function listKnownAttempts(db: Database, bookingIds: readonly string[]): Promise<Set<string>> {
  const rows = await db<{ booking_id: string; number: number }[]>`
    SELECT booking_id, number FROM booking_attempt WHERE booking_id = ANY (${bookingIds}::text[])`;
  return new Set(rows.map(({ booking_id, number }) => `${booking_id} ${number}`));
}

/** By id, those whose stay was not over at the time of the backup. */
export async function listConfirmedAt(
  db: Database,
  { code, testMode, backupAt, after }: { code: string; testMode: boolean; backupAt: Date; after: string },
  limit: number,
): Promise<Booking[]> {
  return await db<Booking[]>`
    SELECT * FROM booking
    WHERE booking_id > ${after} AND provider = ${code} AND test_mode = ${testMode} AND status = 'CONFIRMED'
      AND check_out >= (${backupAt}::timestamptz - interval '1 day')::date
    ORDER BY booking_id LIMIT ${limit}`;
}

/** Of a booking that is made anew: partners may have seen later versions of it. */
export async function raiseVersion(tx: Database, bookingId: string): Promise<number> {
  const [row] = await tx<{ version: number }[]>`
    UPDATE booking SET version = version + ${VERSION_JUMP}::int WHERE booking_id = ${bookingId} RETURNING version`;
  return (row as { version: number }).version;
}
