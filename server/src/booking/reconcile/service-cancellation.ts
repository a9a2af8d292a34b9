/** Cancellations that a job sends: cancellations that a client requested, and cancellations of late confirmations. */
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { DONE, type JobResult, type RunningJob } from '../../platform/jobs/job.ts';
import { type AttemptLease, finishAttempt } from '../bookings/attempt-store.ts';
import { type Booking, knownBooking } from '../bookings/booking.ts';
import { databaseNowMs, lockBooking } from '../bookings/booking-store.ts';
import { type BookingChange, changeBooking } from '../bookings/change-booking.ts';
import { insertExchanges } from '../bookings/exchange-store.ts';
import { comparePenalty } from '../bookings/outcomes/compare-reservation.ts';
import { cancelFailed } from '../bookings/outcomes/judge-cancelled.ts';
import { RECORD_MS } from '../bookings/protocol/database-outages.ts';
import { journalCancelAttempt } from '../bookings/protocol/journal-cancel.ts';
import { recordLaterCancelled } from '../bookings/protocol/record-outcome.ts';
import { settleBooking } from '../bookings/protocol/settle-booking.ts';
import type { Cancelled } from '../port/outcomes.ts';
import type { Provider } from '../provider.ts';
import { penaltyAt } from '../terms/terms.ts';
import { checkOutcomeAt, endOutcomeChecks } from './follow-up.ts';
import { compensated, foundLate } from './judge-late.ts';
import type { ReconcileParts } from './reconcile-parts.ts';

const CHECK_AGAIN: JobResult = { kind: 'AGAIN', delayMs: 0 };

/**
 * Sends a cancellation that was queued until its booking was settled, or that did not take effect. If it now costs more
 * than the client accepted, it is not sent, and the booking returns to its state before the cancellation.
 */
export async function cancelOpenBooking(
  parts: ReconcileParts,
  job: RunningJob,
  provider: Provider,
  seen: Booking,
): Promise<JobResult> {
  const { db } = parts;
  const { supplier } = provider;
  const sendByMs = parts.clock.monotonicMs() + RECORD_MS;
  const sent = await inTransaction(db, async tx => {
    const booking = await lockUnchanged(tx, job, seen);
    if (!booking) return 'CHANGED';
    const { penaltyMinor } = penaltyAt(booking.content.terms.windows, await databaseNowMs(tx));
    if (penaltyMinor > (booking.cancel_intent?.maxPenaltyMinor ?? 0)) {
      await settleBooking(tx, parts, supplier, booking, cancelFailed(booking, { cause: 'PENALTY_ROSE' }));
      return 'FAILED';
    }
    return journalAndLog(tx, parts, provider, booking);
  });
  if (sent === 'CHANGED') return CHECK_AGAIN;
  if (sent === 'FAILED') return DONE;
  const { outcome, exchanges } = await callCancel(parts, provider, sent.booking, sendByMs);
  await recordLaterCancelled(db, parts, { supplier, attempt: sent.attempt, outcome, exchanges });
  return DONE;
}

/** Cancels the reservation of a rejected or cancelled booking. The caller has checked that this causes no additional cost. */
export async function compensate(
  parts: ReconcileParts,
  job: RunningJob,
  provider: Provider,
  seen: Booking,
): Promise<JobResult> {
  const { db, safe } = parts;
  const sendByMs = parts.clock.monotonicMs() + RECORD_MS;
  const sent = await inTransaction(db, async tx => {
    const booking = await lockUnchanged(tx, job, seen);
    return booking && journalAndLog(tx, parts, provider, booking);
  });
  if (!sent) return CHECK_AGAIN;
  const { outcome, exchanges } = await callCancel(parts, provider, sent.booking, sendByMs);
  return inTransaction(db, async tx => {
    const booking = await lockBooking(tx, seen.booking_id);
    await insertExchanges(tx, safe, booking, exchanges);
    if (!(await finishAttempt(tx, sent.attempt, outcome.kind))) return CHECK_AGAIN;
    const change = compensation(booking, outcome);
    if (change) {
      await changeBooking(tx, parts, booking, change);
      await endOutcomeChecks(tx, booking);
    } else {
      await checkOutcomeAt(tx, booking, { runAtMs: booking.resolution?.nextCheckAtMs ?? 0 });
    }
    return DONE;
  });
}

/**
 * Returns undefined if checks must continue: the outcome is unknown, nothing was executed, or the booking itself was
 * already cancelled.
 */
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
      if (!difference?.needsAttention)
        return booking.status === 'REJECTED' ? compensated(booking) : undefined;
      const { note } = difference;
      const { event, set } = booking.status === 'REJECTED' ? compensated(booking) : foundLate(booking);
      return { event, set: { ...set, needs_attention: true }, note };
    }
  }
}

/** Returns undefined if the booking has changed since it was read. */
async function lockUnchanged(tx: Database, job: RunningJob, seen: Booking): Promise<Booking | undefined> {
  const booking = await lockBooking(tx, seen.booking_id);
  if (booking.version !== seen.version) return undefined;
  await job.guard(tx);
  return booking;
}

async function journalAndLog(
  tx: Database,
  parts: ReconcileParts,
  { supplier }: Provider,
  booking: Booking,
): Promise<{ booking: Booking; attempt: AttemptLease }> {
  const journalled = await journalCancelAttempt(tx, parts, booking, supplier);
  await parts.attemptLog?.append(journalled.booking, journalled.attempt, 'cancel');
  return journalled;
}

/** The attempt must be journalled. Nothing is sent after `sendByMs` on the monotonic clock. */
async function callCancel(
  { calls, safe }: ReconcileParts,
  provider: Provider,
  booking: Booking,
  sendByMs: number,
): Promise<{ outcome: Cancelled; exchanges: ProviderExchange[] }> {
  const exchanges: ProviderExchange[] = [];
  const outcome = await calls.cancel(
    {
      provider,
      organisationId: booking.organisation_id,
      testMode: booking.test_mode,
      bookingId: booking.booking_id,
      sendByMs,
      onExchanges: made => exchanges.push(...made),
    },
    knownBooking(safe, booking),
  );
  return { outcome, exchanges };
}
