/** Cancellations that the service sends itself: those that waited for their booking, and reservations nobody wants. */
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { DONE, type JobResult, type RunningJob } from '../../platform/jobs/job.ts';
import { finishAttempt } from '../bookings/attempt-store.ts';
import { type Booking, knownBooking } from '../bookings/booking.ts';
import { databaseNowMs, lockBooking } from '../bookings/booking-store.ts';
import { type BookingChange, changeBooking } from '../bookings/change-booking.ts';
import { insertExchanges } from '../bookings/exchange-store.ts';
import { cancelFailed } from '../bookings/outcomes/judge-cancelled.ts';
import { RECORD_MS } from '../bookings/protocol/journal-booking.ts';
import { sendCancel } from '../bookings/protocol/journal-cancel.ts';
import { recordLaterCancelled } from '../bookings/protocol/record-outcome.ts';
import { settleBooking } from '../bookings/protocol/settle-booking.ts';
import type { Cancelled } from '../port/outcomes.ts';
import type { Provider } from '../provider.ts';
import { penaltyAt } from '../terms/penalty-at.ts';
import { checkOutcomeAt, outcomeIsCertain } from './follow-up.ts';
import { foundLate } from './judge-lookup.ts';
import type { ReconcileParts } from './reconcile-parts.ts';

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
    return sendCancel(tx, safe, booking, provider.supplier);
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

/** A rejected booking that turned up and costs nothing to cancel. */
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
    return sendCancel(tx, safe, booking, provider.supplier);
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

/** Undefined: not known, or not even sent; the next check goes on. */
function compensation(booking: Booking, { kind }: Cancelled): BookingChange | undefined {
  if (kind === 'UNKNOWN' || kind === 'NOT_EXECUTED') return undefined;
  const isCancelled = kind === 'CANCELLED' || kind === 'ALREADY';
  return isCancelled ? { event: { kind: 'COMPENSATED' } } : foundLate(booking.supplier_ref);
}

async function callCancel({ calls }: ReconcileParts, provider: Provider, booking: Booking, sendByMs: number) {
  const exchanges: ProviderExchange[] = [];
  const outcome = await calls.cancel(
    { provider, testMode: booking.test_mode, sendByMs, onExchanges: kept => exchanges.push(...kept) },
    knownBooking(booking),
  );
  return { outcome, exchanges };
}
