/**
 * The job that brings certainty: takes over attempts whose lease ended, looks a booking up at its supplier by our reference, and
 * sends the cancellations that wait. It never sends a booking again.
 */
import { isOpenState } from '@serai/contract/booking/booking-states.ts';
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import { randomFraction } from '../../platform/backoff.ts';
import type { BookingAttemptRow } from '../../platform/database/generated/tables.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { DONE, type JobResult, type RunningJob } from '../../platform/jobs/job.ts';
import { listAttempts, takeOverAttempt } from '../bookings/attempt-store.ts';
import { type Booking, knownBooking, standingOf } from '../bookings/booking.ts';
import { databaseNowMs, findAnyBooking, lockBooking, saveResolution } from '../bookings/booking-store.ts';
import { changeBooking } from '../bookings/change-booking.ts';
import { insertExchanges } from '../bookings/exchange-store.ts';
import { positionOf } from '../bookings/transitions.ts';
import type { Found } from '../port/outcomes.ts';
import type { Provider } from '../provider.ts';
import { releaseRejected } from '../quotes/release-hold.ts';
import { cancelOpenBooking } from './cancelling/cancel-open-booking.ts';
import { compensate } from './cancelling/compensate.ts';
import { followStay, outcomeIsCertain } from './follow-up.ts';
import { judgeLookup } from './lookups/judge-lookup.ts';
import type { LookupNext, LookupVerdict } from './lookups/lookup-facts.ts';
import type { ReconcileParts } from './reconcile-parts.ts';

export async function reconcileBooking(parts: ReconcileParts, job: RunningJob): Promise<JobResult> {
  const { db } = parts;
  const booking = await findAnyBooking(db, job.key);
  if (!booking) return DONE;
  const provider = parts.providers.find(booking.provider, booking.test_mode);
  if (!provider)
    throw new Error(`the provider ${booking.provider} of ${booking.booking_id} is not configured`);
  const [attempt] = await listAttempts(db, booking.booking_id);
  if (attempt && !attempt.finished_at) return takeOver(parts, job, attempt);
  if (!isOpen(booking) && !isSuspect(booking, job)) return DONE;
  if (booking.status_reason === 'QUEUED' && booking.supplier_ref !== null) {
    return cancelOpenBooking(parts, job, provider, booking);
  }
  // Until its end it may have been sent.
  return look(parts, job, provider, booking, attempt?.finished_at?.getTime() ?? 0);
}

/** Also what was rejected or cancelled because nothing was found: it may still turn up. */
function isOpen({ status, status_reason, resolution }: Booking): boolean {
  if (status === 'CANCELLED') return resolution !== null;
  if (status === 'REJECTED')
    return status_reason === 'NOT_FOUND_AT_PROVIDER' || status_reason === 'REQUEST_EXPIRED';
  return isOpenState(status);
}

/** A sweep found a reservation of a booking that is over, or one turned up and is not known to be gone yet. */
function isSuspect({ status, resolution }: Booking, { payload }: RunningJob): boolean {
  if (status !== 'REJECTED' && status !== 'CANCELLED') return false;
  const isFoundBySweep = (payload as { isFoundBySweep?: boolean }).isFoundBySweep === true;
  return isFoundBySweep || resolution?.lateRef !== undefined;
}

/** Whoever made the attempt changes nothing any more. The outcome is unknown from here on, and looked up at once. */
function takeOver(parts: ReconcileParts, job: RunningJob, open: BookingAttemptRow): Promise<JobResult> {
  return inTransaction(parts.db, async tx => {
    const booking = await lockBooking(tx, job.key);
    const attempt = await takeOverAttempt(tx, job.key);
    if (!attempt) return { kind: 'AGAIN', runAtMs: open.lease_until.getTime() };
    const event =
      positionOf(standingOf(booking)) === 'PENDING/IN_PROGRESS'
        ? 'BOOK_UNKNOWN'
        : positionOf(standingOf(booking)) === 'CANCEL_PENDING/IN_PROGRESS'
          ? 'CANCEL_UNKNOWN'
          : undefined;
    if (event)
      await changeBooking(tx, parts.safe, booking, {
        event: { kind: event },
        note: { cause: 'LEASE_ENDED' },
      });
    await job.guard(tx);
    return { kind: 'AGAIN', delayMs: 0 };
  });
}

async function look(
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
      onExchanges: kept => exchanges.push(...kept),
    },
    knownBooking(booking),
  );
  job.signal.throwIfAborted();
  const { next, resolution, after } = await applyLookup(parts, job, provider, {
    booking,
    found,
    exchanges,
    attemptMs,
  });
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

interface Looked {
  booking: Booking;
  found: Found;
  exchanges: readonly ProviderExchange[];
  attemptMs: number;
}

type Applied = Pick<LookupVerdict, 'resolution'> & { next: LookupNext | 'CHANGED'; after: Booking };

function applyLookup(
  { db, safe }: ReconcileParts,
  job: RunningJob,
  provider: Provider,
  { booking: seen, found, exchanges, attemptMs }: Looked,
): Promise<Applied> {
  const { settlement } = provider.supplier;
  return inTransaction(db, async tx => {
    const booking = await lockBooking(tx, seen.booking_id);
    await insertExchanges(tx, safe, booking, exchanges);
    const nowMs = await databaseNowMs(tx);
    const verdict = judgeLookup({ booking, found, nowMs, attemptMs, settlement, jitter: randomFraction() });
    const { change, next, resolution } = verdict;
    // What was asked is no longer the question: look again.
    if (booking.version !== seen.version) return { next: 'CHANGED', resolution, after: booking };
    // First, as the follow-up replaces this very job.
    await job.guard(tx);
    const after = change
      ? await changeBooking(tx, safe, booking, {
          ...change,
          set: { ...(next === 'CHECK' || next === 'CANCEL' ? { resolution } : {}), ...change.set },
        })
      : booking;
    if (!change) await saveResolution(tx, booking.booking_id, resolution);
    if (next === 'FOLLOW_STAY') await followStay(tx, after, provider.supplier);
    if (next === 'NOTHING') await outcomeIsCertain(tx, after);
    return { next, resolution, after };
  });
}
