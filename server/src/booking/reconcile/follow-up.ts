/** Plans the jobs of a booking in the transaction that changes it, so that an open booking always has a job. */
import type { Database } from '../../platform/database/connect.ts';
import type { DueTime } from '../../platform/jobs/job.ts';
import { enqueue, enqueueAll, finishJob, isJobUnderWay, reschedule } from '../../platform/jobs/job-store.ts';
import type { Booking } from '../bookings/booking.ts';
import { saveResolution } from '../bookings/booking-store.ts';
import type { Supplier } from '../port/supplier.ts';
import { attentionAfterMs, deadlineWarningMs, nextRereadMs, stayEndMs } from './schedule.ts';

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

/** Checks the outcome at the given time, or earlier if an earlier check is already planned. */
export function checkOutcome(tx: Database, booking: Booking, time: DueTime): Promise<void> {
  return enqueue(tx, { ...job(RECONCILE, booking), ...time });
}

/** Checks the outcome at the given time and no earlier. */
export function checkOutcomeAt(tx: Database, booking: Booking, time: DueTime): Promise<void> {
  return reschedule(tx, { ...job(RECONCILE, booking), ...time });
}

/** Whether the outcome is being checked, or will be as soon as a worker is free. */
export function isCheckUnderWay(db: Database, { booking_id }: Pick<Booking, 'booking_id'>): Promise<boolean> {
  return isJobUnderWay(db, RECONCILE, booking_id);
}

/** Checks a rejected or cancelled booking for which a sweep found a reservation. */
export function checkSuspect(
  tx: Database,
  booking: Pick<Booking, 'booking_id' | 'organisation_id'>,
): Promise<void> {
  return enqueue(tx, { ...job(RECONCILE, booking), payload: { isFoundBySweep: true }, delayMs: 0 });
}

export function endOutcomeChecks(tx: Database, booking: Booking): Promise<void> {
  return finishJob(tx, RECONCILE, booking.booking_id);
}

/** For a booking that was rejected because no reservation was found. A late confirmation may still appear at the provider. */
export async function watchForLateConfirmation(
  tx: Database,
  booking: Booking,
  { settlement }: Supplier,
): Promise<void> {
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

/** Plans the jobs of a booking that has just been confirmed. */
export async function followStay(tx: Database, booking: Booking, supplier: Supplier): Promise<void> {
  const confirmedMs = booking.updated_at.getTime();
  const jobs = [{ ...job(STAY_END, booking), runAtMs: stayEndMs(booking) }];
  const rereadMs = nextRereadMs(booking, supplier.settlement, confirmedMs, confirmedMs);
  if (rereadMs !== null) jobs.push({ ...job(REREAD, booking), runAtMs: rereadMs });
  const warnMs = deadlineWarningMs(booking);
  if (warnMs !== null && warnMs > confirmedMs) jobs.push({ ...job(DEADLINE, booking), runAtMs: warnMs });
  await Promise.all([endOutcomeChecks(tx, booking), enqueueAll(tx, jobs)]);
}
