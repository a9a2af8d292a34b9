/** Sends a cancellation that waited for its booking, or that did not take effect. */
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { DONE, type JobResult, type RunningJob } from '../../../platform/jobs/job.ts';
import type { Booking } from '../../bookings/booking.ts';
import { databaseNowMs, lockBooking } from '../../bookings/booking-store.ts';
import { cancelFailed } from '../../bookings/outcomes/judge-cancelled.ts';
import { RECORD_MS } from '../../bookings/protocol/journal-booking.ts';
import { sendCancel } from '../../bookings/protocol/journal-cancel.ts';
import { recordLaterCancelled } from '../../bookings/protocol/record-outcome.ts';
import { settleBooking } from '../../bookings/protocol/settle-booking.ts';
import type { Provider } from '../../provider.ts';
import { penaltyAt } from '../../terms/penalty-at.ts';
import type { ReconcileParts } from '../reconcile-parts.ts';
import { callCancel } from './call-cancel.ts';

/** What was accepted when the request arrived may be too little by now: then the booking stands. */
export async function cancelOpenBooking(
  parts: ReconcileParts,
  job: RunningJob,
  provider: Provider,
  seen: Booking,
): Promise<JobResult> {
  const { db, safe } = parts;
  const sendByMs = parts.clock.monotonicMs() + RECORD_MS;
  const sent = await inTransaction(db, async tx => {
    const booking = await lockBooking(tx, seen.booking_id);
    if (booking.version !== seen.version) return 'CHANGED';
    await job.guard(tx);
    const { penaltyMinor } = penaltyAt(booking.content.terms.windows, await databaseNowMs(tx));
    if (penaltyMinor > (booking.cancel_intent?.maxPenaltyMinor ?? 0)) {
      await settleBooking(
        tx,
        safe,
        provider.supplier,
        booking,
        cancelFailed(booking, { cause: 'PENALTY_ROSE' }),
      );
      return 'FAILED';
    }
    const journalled = await sendCancel(tx, safe, booking, provider.supplier);
    await parts.attemptLog?.append(journalled.booking, journalled.attempt, 'cancel');
    return journalled;
  });
  if (sent === 'CHANGED') return { kind: 'AGAIN', delayMs: 0 };
  if (sent === 'FAILED') return DONE;
  const { outcome, exchanges } = await callCancel(parts, provider, sent.booking, sendByMs);
  await recordLaterCancelled(db, safe, {
    supplier: provider.supplier,
    attempt: sent.attempt,
    outcome,
    exchanges,
  });
  return DONE;
}
