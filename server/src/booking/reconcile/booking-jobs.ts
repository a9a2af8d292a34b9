import type { Database } from '../../platform/database/connect.ts';
import type { JobKinds, RunningJob } from '../../platform/jobs/job.ts';
import { standingOf } from '../bookings/booking.ts';
import { lockBooking } from '../bookings/booking-store.ts';
import { type ChangeParts, changeBooking } from '../bookings/change-booking.ts';
import { findTransition } from '../bookings/transitions.ts';
import { ERASE_OLD_GUESTS, eraseOldGuests } from '../guests/erase-guests.ts';
import { CLEAN_UP, cleanUp } from './clean-up.ts';
import { DEADLINE, RECONCILE, REREAD, STAY_END, SWEEP } from './follow-up.ts';
import { reconcileBooking } from './reconcile-booking.ts';
import type { JobParts } from './reconcile-parts.ts';
import { BILLS, settleBills } from './settle-bills.ts';
import { endStay, rereadBooking, warnOfDeadline } from './stay-jobs.ts';
import { sweepOrphans } from './sweep-orphans.ts';

/** A supplier's own time limit can be up to three minutes. */
const CALL_LIMIT_MS = 400_000;

export function bookingJobs(parts: Omit<JobParts, 'db'>): JobKinds {
  const calling = { expectedMs: 15_000, limitMs: CALL_LIMIT_MS };
  const partsOf = ({ db }: RunningJob) => ({ ...parts, db });
  const onGivenUp = (tx: Database, bookingId: string) => requireAttention(tx, parts, bookingId);
  return {
    [RECONCILE]: { ...calling, onGivenUp, run: job => reconcileBooking(partsOf(job), job) },
    [REREAD]: { ...calling, onGivenUp, run: job => rereadBooking(partsOf(job), job) },
    [STAY_END]: { expectedMs: 5_000, onGivenUp, run: job => endStay(partsOf(job), job) },
    [DEADLINE]: { expectedMs: 5_000, run: job => warnOfDeadline(partsOf(job), job) },
    [ERASE_OLD_GUESTS]: {
      expectedMs: 30_000,
      serviceReason: 'Guest data of all partners is erased when its retention period ends.',
      run: job => eraseOldGuests(partsOf(job), job),
    },
    [CLEAN_UP]: {
      expectedMs: 5_000,
      serviceReason: 'Rows of all partners are deleted when their retention period ends.',
      run: job => cleanUp(partsOf(job)),
    },
    [BILLS]: {
      expectedMs: 5_000,
      serviceReason: 'The bookings of all partners are compared with the ledger.',
      run: job => settleBills(partsOf(job)),
    },
    [SWEEP]: {
      expectedMs: 60_000,
      serviceReason: "A provider's list of reservations is compared with the bookings of all partners.",
      run: job => sweepOrphans(partsOf(job), job),
    },
  };
}

/**
 * Flags a booking whose job failed permanently, because no other job would settle it. Bookings in a final state are not
 * changed.
 */
async function requireAttention(tx: Database, parts: ChangeParts, bookingId: string): Promise<void> {
  const booking = await lockBooking(tx, bookingId);
  const event = { kind: 'ATTENTION_REQUIRED' } as const;
  const isOver = booking.status === 'CANCELLED' || !findTransition(standingOf(booking), event);
  if (isOver || booking.needs_attention) return;
  const note = { cause: 'JOB_GIVEN_UP' };
  await changeBooking(tx, parts, booking, { event, set: { needs_attention: true }, note });
}
