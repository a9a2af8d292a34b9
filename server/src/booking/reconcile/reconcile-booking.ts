/**
 * The reconciliation job: takes over attempts whose lease has expired, looks up the booking at its supplier by our reference, and
 * sends queued cancellations. It never sends a booking again.
 */
import { isOpenState } from '@serai/contract/booking/booking-states.ts';
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import type { BookingAttemptRow } from '../../platform/database/generated/tables.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { DONE, type JobResult, type RunningJob } from '../../platform/jobs/job.ts';
import { listAttempts, takeOverAttempt } from '../bookings/attempt-store.ts';
import { type Booking, knownBooking, standingOf } from '../bookings/booking.ts';
import { findAnyBooking, lockBooking } from '../bookings/booking-store.ts';
import { changeBooking } from '../bookings/change-booking.ts';
import { type Position, positionOf } from '../bookings/transitions.ts';
import type { Provider } from '../provider.ts';
import { releaseRejected } from '../quotes/release-hold.ts';
import { applyLookup } from './apply-lookup.ts';
import { getProvider, type ReconcileParts } from './reconcile-parts.ts';
import { cancelOpenBooking, compensate } from './service-cancellation.ts';

export async function reconcileBooking(parts: ReconcileParts, job: RunningJob): Promise<JobResult> {
  const { db } = parts;
  const booking = await findAnyBooking(db, job.key);
  if (!booking) return DONE;
  const provider = getProvider(parts, booking);
  const [attempt] = await listAttempts(db, booking.booking_id);
  if (attempt && !attempt.finished_at) return takeOver(parts, job, attempt);
  if (!isOpen(booking) && !isSuspect(booking, job)) return DONE;
  if (isReadyToCancel(booking)) return cancelOpenBooking(parts, job, provider, booking);
  // The call may have been sent at any time until the attempt ended.
  return lookUp(parts, job, provider, booking, attempt?.finished_at?.getTime() ?? 0);
}

/** Includes bookings that were rejected or cancelled because nothing was found, since a late confirmation is possible. */
function isOpen({ status, status_reason, resolution }: Booking): boolean {
  if (status === 'CANCELLED') return resolution !== null;
  if (status === 'REJECTED')
    return status_reason === 'NOT_FOUND_AT_PROVIDER' || status_reason === 'REQUEST_EXPIRED';
  return isOpenState(status);
}

/** A lookup has found the reservation of a queued cancellation and compared it with the booking. */
function isReadyToCancel({ status_reason, supplier_ref, cancel_intent }: Booking): boolean {
  return status_reason === 'QUEUED' && supplier_ref !== null && cancel_intent?.from !== 'PENDING';
}

/** A reservation was found for a rejected or cancelled booking and is not yet known to be cancelled. */
function isSuspect({ status, resolution }: Booking, { payload }: RunningJob): boolean {
  if (status !== 'REJECTED' && status !== 'CANCELLED') return false;
  const isFoundBySweep = (payload as { isFoundBySweep?: boolean }).isFoundBySweep === true;
  return isFoundBySweep || resolution?.lateRef !== undefined;
}

const UNKNOWN_EVENTS: Partial<Record<Position, 'BOOK_UNKNOWN' | 'CANCEL_UNKNOWN'>> = {
  'PENDING/IN_PROGRESS': 'BOOK_UNKNOWN',
  'CANCEL_PENDING/IN_PROGRESS': 'CANCEL_UNKNOWN',
};

/** From here on, the original caller of the attempt cannot change anything. The outcome is unknown and is looked up immediately. */
function takeOver(parts: ReconcileParts, job: RunningJob, open: BookingAttemptRow): Promise<JobResult> {
  return inTransaction(parts.db, async tx => {
    const booking = await lockBooking(tx, job.key);
    const attempt = await takeOverAttempt(tx, job.key);
    if (!attempt) return { kind: 'AGAIN', runAtMs: open.lease_until.getTime() };
    const kind = UNKNOWN_EVENTS[positionOf(standingOf(booking))];
    if (kind) {
      const note = { cause: 'LEASE_ENDED' };
      await changeBooking(tx, parts, booking, { event: { kind }, note });
    }
    await job.guard(tx);
    return { kind: 'AGAIN', delayMs: 0 };
  });
}

async function lookUp(
  parts: ReconcileParts,
  job: RunningJob,
  provider: Provider,
  booking: Booking,
  attemptMs: number,
): Promise<JobResult> {
  const exchanges: ProviderExchange[] = [];
  const found = await parts.calls.lookup(
    {
      provider,
      organisationId: booking.organisation_id,
      testMode: booking.test_mode,
      attempt: Math.min(1_000, (booking.resolution?.attempts ?? 0) + 1),
      signal: job.signal,
      bookingId: booking.booking_id,
      onExchanges: made => exchanges.push(...made),
    },
    knownBooking(parts.safe, booking),
  );
  job.signal.throwIfAborted();
  const lookedUp = { booking, found, exchanges, attemptMs };
  const { next, resolution, after } = await applyLookup(parts, provider, lookedUp, tx => job.guard(tx));
  if (booking.status !== 'REJECTED') await releaseRejected(parts, provider, after);
  switch (next) {
    case 'CHECK':
      return { kind: 'AGAIN', runAtMs: resolution.nextCheckAtMs ?? 0 };
    case 'CANCEL':
      return cancelOpenBooking(parts, job, provider, after);
    case 'COMPENSATE':
      return compensate(parts, job, provider, after);
    case 'CHANGED':
      return { kind: 'AGAIN', delayMs: 0 };
    default:
      return DONE;
  }
}
