import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { DONE, type JobResult, type RunningJob } from '../../platform/jobs/job.ts';
import { knownBooking } from '../bookings/booking.ts';
import { databaseNowMs, findAnyBooking, lockBooking } from '../bookings/booking-store.ts';
import { changeBooking } from '../bookings/change-booking.ts';
import { insertExchanges } from '../bookings/exchange-store.ts';
import { findLastReport } from '../bookings/history-store.ts';
import { judgeReread, REREAD_REPORTS, type Report } from './judge-reread.ts';
import { getProvider, type ReconcileParts } from './reconcile-parts.ts';
import { deadlineWarningMs, nextRereadMs, stayEndMs } from './schedule.ts';

const OPEN_CANCELLATION_PAUSE_MS = 3_600_000;

/** Rereads a confirmed booking until arrival, to get the hotel confirmation number and changes made by others. */
export async function rereadBooking(parts: ReconcileParts, job: RunningJob): Promise<JobResult> {
  const { db, safe, calls } = parts;
  const seen = await findAnyBooking(db, job.key);
  if (seen?.status !== 'CONFIRMED') return DONE;
  const provider = getProvider(parts, seen);
  const exchanges: ProviderExchange[] = [];
  const onExchanges = (made: readonly ProviderExchange[]) => exchanges.push(...made);
  const { organisation_id: organisationId, test_mode: testMode, booking_id: bookingId } = seen;
  const context = { provider, organisationId, testMode, bookingId, signal: job.signal, onExchanges };
  const found = await calls.lookup(context, knownBooking(safe, seen));
  job.signal.throwIfAborted();
  const { settlement } = provider.supplier;
  return inTransaction(db, async tx => {
    const booking = await lockBooking(tx, seen.booking_id);
    const nowMs = await databaseNowMs(tx);
    await job.guard(tx);
    if (booking.version !== seen.version) return { kind: 'AGAIN', delayMs: 0 };
    const confirmedMs = booking.confirmed_at?.getTime() ?? booking.updated_at.getTime();
    const isSettled = nowMs - confirmedMs >= settlement.settleMs;
    const reported = (await findLastReport(tx, booking.booking_id, REREAD_REPORTS)) as Report | undefined;
    const change = judgeReread(booking, found, { nowMs, isSettled, reported });
    // Each reread makes an exchange, so exchanges without a change are not stored.
    if (change) {
      await insertExchanges(tx, safe, booking, exchanges);
      await changeBooking(tx, parts, booking, change);
    }
    const nextMs = nextRereadMs(booking, settlement, confirmedMs, nowMs);
    return nextMs === null || change?.event.kind === 'CANCELLED' ? DONE : { kind: 'AGAIN', runAtMs: nextMs };
  });
}

/** Completes the booking after check-out. If a cancellation is still open, waits for its outcome. */
export function endStay(parts: ReconcileParts, job: RunningJob): Promise<JobResult> {
  return inTransaction(parts.db, async tx => {
    const booking = await lockBooking(tx, job.key);
    await job.guard(tx);
    if (booking.status === 'CANCEL_PENDING') return { kind: 'AGAIN', delayMs: OPEN_CANCELLATION_PAUSE_MS };
    if (booking.status !== 'CONFIRMED') return DONE;
    const endMs = stayEndMs(booking);
    if ((await databaseNowMs(tx)) < endMs) return { kind: 'AGAIN', runAtMs: endMs };
    await changeBooking(tx, parts, booking, { event: { kind: 'COMPLETED' } });
    return DONE;
  });
}

export function warnOfDeadline(parts: ReconcileParts, job: RunningJob): Promise<JobResult> {
  return inTransaction(parts.db, async tx => {
    const booking = await lockBooking(tx, job.key);
    await job.guard(tx);
    const nowMs = await databaseNowMs(tx);
    const warnMs = deadlineWarningMs(booking);
    if (booking.status !== 'CONFIRMED' || warnMs === null) return DONE;
    if (nowMs < warnMs) return { kind: 'AGAIN', runAtMs: warnMs };
    if (nowMs < (booking.content.terms.freeUntilMs ?? 0)) {
      await changeBooking(tx, parts, booking, { event: { kind: 'DEADLINE_APPROACHING' } });
    }
    return DONE;
  });
}
