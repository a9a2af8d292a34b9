/**
 * Job: posts the ledger entries of bookings whose state was changed without them, by a node of an earlier version during an
 * upgrade. Usually there are none.
 */
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { JobResult } from '../../platform/jobs/job.ts';
import { enqueue } from '../../platform/jobs/job-store.ts';
import { listUnsettledBills, lockBooking, saveBill } from '../bookings/booking-store.ts';
import { billedBooking, postedFor } from '../bookings/change-booking.ts';
import type { ReconcileParts } from './reconcile-parts.ts';

export const BILLS = 'booking.bills';
const PAUSE_MS = 60_000;
const BATCH_SIZE = 100;

/** Called at startup. From then on, each run plans the next. */
export function planBills(db: Database): Promise<void> {
  return enqueue(db, { kind: BILLS, key: 'all', organisationId: null, delayMs: PAUSE_MS });
}

export async function settleBills({
  db,
  billing,
}: Pick<ReconcileParts, 'db' | 'billing'>): Promise<JobResult> {
  const bookingIds = billing ? await listUnsettledBills(db, BATCH_SIZE) : [];
  for (const bookingId of bookingIds) {
    await inTransaction(db, async tx => {
      const booking = await lockBooking(tx, bookingId);
      const posting = booking.billing && billing?.follow(booking.billing, billedBooking(booking));
      if (!posting) return;
      await saveBill(tx, bookingId, posting.bill);
      await billing?.post(tx, postedFor(booking, 'SERVICE'), posting);
    });
  }
  return { kind: 'AGAIN', delayMs: bookingIds.length === BATCH_SIZE ? 0 : PAUSE_MS };
}
