/** Cancels what a supplier holds for a booking that is over, where that costs nothing more. */
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { DONE, type JobResult, type RunningJob } from '../../../platform/jobs/job.ts';
import { finishAttempt } from '../../bookings/attempt-store.ts';
import type { Booking } from '../../bookings/booking.ts';
import { lockBooking } from '../../bookings/booking-store.ts';
import { type BookingChange, changeBooking } from '../../bookings/change-booking.ts';
import { insertExchanges } from '../../bookings/exchange-store.ts';
import { comparePenalty } from '../../bookings/outcomes/compare-penalty.ts';
import { RECORD_MS } from '../../bookings/protocol/journal-booking.ts';
import { sendCancel } from '../../bookings/protocol/journal-cancel.ts';
import type { Cancelled } from '../../port/outcomes.ts';
import type { Provider } from '../../provider.ts';
import { checkOutcomeAt, outcomeIsCertain } from '../follow-up.ts';
import { compensated, foundLate } from '../lookups/judge-late.ts';
import type { ReconcileParts } from '../reconcile-parts.ts';
import { callCancel } from './call-cancel.ts';

export async function compensate(
  parts: ReconcileParts,
  job: RunningJob,
  provider: Provider,
  seen: Booking,
): Promise<JobResult> {
  const { db, safe } = parts;
  const sendByMs = parts.clock.monotonicMs() + RECORD_MS;
  const sent = await inTransaction(db, async tx => {
    const booking = await lockBooking(tx, seen.booking_id);
    if (booking.version !== seen.version) return undefined;
    await job.guard(tx);
    const journalled = await sendCancel(tx, safe, booking, provider.supplier);
    await parts.attemptLog?.append(journalled.booking, journalled.attempt, 'cancel');
    return journalled;
  });
  if (!sent) return { kind: 'AGAIN', delayMs: 0 };
  const { outcome, exchanges } = await callCancel(parts, provider, sent.booking, sendByMs);
  return inTransaction(db, async tx => {
    const booking = await lockBooking(tx, seen.booking_id);
    await insertExchanges(tx, safe, booking, exchanges);
    if (!(await finishAttempt(tx, sent.attempt, outcome.kind))) return { kind: 'AGAIN', delayMs: 0 };
    const change = compensation(booking, outcome);
    if (change) {
      await changeBooking(tx, safe, booking, change);
      await outcomeIsCertain(tx, booking);
    } else {
      await checkOutcomeAt(tx, booking, { runAtMs: booking.resolution?.nextCheckAtMs ?? 0 });
    }
    return DONE;
  });
}

/** Undefined: not known, not even sent, or a cancelled booking that is cancelled once more. The next check goes on. */
function compensation(booking: Booking, outcome: Cancelled): BookingChange | undefined {
  switch (outcome.kind) {
    case 'UNKNOWN':
    case 'NOT_EXECUTED':
      return undefined;
    case 'REFUSED':
      return foundLate(booking);
    case 'CANCELLED':
    case 'ALREADY': {
      const charged = outcome.kind === 'CANCELLED' ? outcome.penaltyMinor : null;
      const difference = comparePenalty(booking, booking.penalty_minor ?? 0, charged);
      if (!difference?.needsPerson) return booking.status === 'REJECTED' ? compensated(booking) : undefined;
      const { note } = difference;
      const { event, set } = booking.status === 'REJECTED' ? compensated(booking) : foundLate(booking);
      return { event, set: { ...set, needs_attention: true }, note };
    }
  }
}
