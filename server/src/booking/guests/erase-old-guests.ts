/**
 * Job, one for all: erases guests whose time is up. Hourly, and at once again while there are more. Not on the list of
 * erasures: after a restore it finds them again by itself.
 */
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { JobResult } from '../../platform/jobs/job.ts';
import { enqueue } from '../../platform/jobs/job-store.ts';
import type { PeopleSafe } from '../bookings/people.ts';
import { eraseBooking, reasonToKeep } from './erase-booking.ts';
import { listOutdatedGuests } from './erase-store.ts';

export const ERASE_OLD_GUESTS = 'booking.erase-old-guests';
const PAUSE_MS = 3_600_000;
const PORTION = 100;
/** Three years, where neither the organisation nor the service says otherwise. */
const GUEST_DAYS = 1_095;

export function planErasing(db: Database): Promise<void> {
  return enqueue(db, { kind: ERASE_OLD_GUESTS, key: 'all', organisationId: null, delayMs: PAUSE_MS });
}

interface EraseParts {
  db: Database;
  safe: PeopleSafe;
  guestDays?: number | undefined;
}

export async function eraseOldGuests(
  { db, safe, guestDays = GUEST_DAYS }: EraseParts,
  { signal }: { signal?: AbortSignal } = {},
): Promise<JobResult> {
  const bookingIds = await listOutdatedGuests(db, guestDays, PORTION);
  for (const bookingId of bookingIds) {
    signal?.throwIfAborted();
    await inTransaction(db, tx =>
      eraseBooking(tx, safe, {
        bookingId,
        cause: 'RETENTION',
        mayErase: booking => reasonToKeep(booking) === undefined,
      }),
    );
  }
  return { kind: 'AGAIN', delayMs: bookingIds.length === PORTION ? 0 : PAUSE_MS };
}
