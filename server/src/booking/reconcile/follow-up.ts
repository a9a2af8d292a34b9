/** What must happen later to a booking, as jobs in the transaction of its change. So nothing open is ever without a job. */
import type { Database } from '../../platform/database/connect.ts';
import type { DueTime } from '../../platform/jobs/job.ts';
import { enqueue, enqueueAll, finishJob, reschedule } from '../../platform/jobs/job-store.ts';
import type { Booking } from '../bookings/booking.ts';
import { saveResolution } from '../bookings/booking-store.ts';
import type { Supplier } from '../port/supplier.ts';
import { attentionAfterMs } from './schedule.ts';
import { deadlineWarningMs, nextRereadMs, stayEndMs } from './stay-times.ts';

export const RECONCILE = 'booking.reconcile';
export const REREAD = 'booking.reread';
export const STAY_END = 'booking.stay-end';
export const DEADLINE = 'booking.deadline';
export const SWEEP = 'booking.sweep';

const job = (kind: string, booking: Pick<Booking, 'booking_id' | 'organisation_id'>) => ({
  kind,
  key: booking.booking_id,
  organisationId: booking.organisation_id,
});

/** The outcome is checked then, or earlier where that was planned already. */
export function checkOutcome(tx: Database, booking: Booking, time: DueTime): Promise<void> {
  return enqueue(tx, { ...job(RECONCILE, booking), ...time });
}

/** The outcome is checked then and no earlier. */
export function checkOutcomeAt(tx: Database, booking: Booking, time: DueTime): Promise<void> {
  return reschedule(tx, { ...job(RECONCILE, booking), ...time });
}

/** A sweep found a reservation that its booking, which is over, should not have. */
export function checkSuspect(
  tx: Database,
  booking: Pick<Booking, 'booking_id' | 'organisation_id'>,
): Promise<void> {
  return enqueue(tx, { ...job(RECONCILE, booking), payload: { isFoundBySweep: true }, delayMs: 0 });
}

export function outcomeIsCertain(tx: Database, booking: Booking): Promise<void> {
  return finishJob(tx, RECONCILE, booking.booking_id);
}

/** For a booking that was given up: it may still turn up at the provider, and must not live on there unseen. */
export async function watchForLate(tx: Database, booking: Booking, { settlement }: Supplier): Promise<void> {
  const nowMs = booking.updated_at.getTime();
  await saveResolution(tx, booking.booking_id, {
    sinceMs: nowMs,
    attempts: 0,
    nextCheckAtMs: nowMs,
    resolveByMs: nowMs + attentionAfterMs(settlement),
    firstSeenMs: null,
  });
  await checkOutcome(tx, booking, { delayMs: 0 });
}

/** For a booking that has just become CONFIRMED. */
export async function followStay(tx: Database, booking: Booking, supplier: Supplier): Promise<void> {
  const confirmedMs = booking.updated_at.getTime();
  const jobs = [{ ...job(STAY_END, booking), runAtMs: stayEndMs(booking) }];
  const rereadMs = nextRereadMs(booking, supplier.settlement, confirmedMs, confirmedMs);
  if (rereadMs !== null) jobs.push({ ...job(REREAD, booking), runAtMs: rereadMs });
  const warnMs = deadlineWarningMs(booking);
  if (warnMs !== null && warnMs > confirmedMs) jobs.push({ ...job(DEADLINE, booking), runAtMs: warnMs });
  await Promise.all([outcomeIsCertain(tx, booking), enqueueAll(tx, jobs)]);
}
