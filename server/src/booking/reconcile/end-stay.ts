/** Jobs at known moments of a stay: it is over, and free cancellation ends soon. */
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { DONE, type JobResult, type RunningJob } from '../../platform/jobs/job.ts';
import { databaseNowMs, lockBooking } from '../bookings/booking-store.ts';
import { changeBooking } from '../bookings/change-booking.ts';
import type { ReconcileParts } from './reconcile-parts.ts';
import { deadlineWarningMs, stayEndMs } from './stay-times.ts';

const CANCEL_OPEN_PAUSE_MS = 3_600_000;

/** Waits for a cancellation that is still open. */
export function endStay({ db, safe }: ReconcileParts, job: RunningJob): Promise<JobResult> {
  return inTransaction(db, async tx => {
    const booking = await lockBooking(tx, job.key);
    await job.guard(tx);
    if (booking.status === 'CANCEL_PENDING') return { kind: 'AGAIN', delayMs: CANCEL_OPEN_PAUSE_MS };
    if (booking.status !== 'CONFIRMED') return DONE;
    const endMs = stayEndMs(booking);
    if ((await databaseNowMs(tx)) < endMs) return { kind: 'AGAIN', runAtMs: endMs };
    await changeBooking(tx, safe, booking, { event: { kind: 'COMPLETED' } });
    return DONE;
  });
}

export function warnOfDeadline({ db, safe }: ReconcileParts, job: RunningJob): Promise<JobResult> {
  return inTransaction(db, async tx => {
    const booking = await lockBooking(tx, job.key);
    await job.guard(tx);
    const nowMs = await databaseNowMs(tx);
    const warnMs = deadlineWarningMs(booking);
    if (booking.status !== 'CONFIRMED' || warnMs === null) return DONE;
    if (nowMs < warnMs) return { kind: 'AGAIN', runAtMs: warnMs };
    if (nowMs < (booking.content.terms.freeUntilMs ?? 0)) {
      await changeBooking(tx, safe, booking, { event: { kind: 'DEADLINE_APPROACHING' } });
    }
    return DONE;
  });
}
