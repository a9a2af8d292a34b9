/** Every kind of job that the booking area has. */
import type { Database } from '../../platform/database/connect.ts';
import type { JobKinds, RunningJob } from '../../platform/jobs/job.ts';
import { ERASE_OLD_GUESTS, eraseOldGuests } from '../guests/erase-old-guests.ts';
import { callPerson } from './call-person.ts';
import { endStay, warnOfDeadline } from './end-stay.ts';
import { DEADLINE, RECONCILE, REREAD, STAY_END, SWEEP } from './follow-up.ts';
import { sweepOrphans } from './orphans/sweep-orphans.ts';
import { reconcileBooking } from './reconcile-booking.ts';
import type { JobParts } from './reconcile-parts.ts';
import { rereadBooking } from './reread-booking.ts';
import { TIDY, tidyUp } from './tidy-up.ts';

/** A supplier's own limit may be three minutes. */
const CALL_LIMIT_MS = 400_000;

export function bookingJobs(parts: Omit<JobParts, 'db'>): JobKinds {
  const calling = { expectedMs: 15_000, limitMs: CALL_LIMIT_MS };
  /** Each run works with the database of its job. */
  const partsOf = ({ db }: RunningJob) => ({ ...parts, db });
  const onGivenUp = (tx: Database, bookingId: string) => callPerson(tx, parts.safe, bookingId);
  return {
    [RECONCILE]: { ...calling, onGivenUp, run: job => reconcileBooking(partsOf(job), job) },
    [REREAD]: { ...calling, onGivenUp, run: job => rereadBooking(partsOf(job), job) },
    [STAY_END]: { expectedMs: 5_000, onGivenUp, run: job => endStay(partsOf(job), job) },
    [DEADLINE]: { expectedMs: 5_000, run: job => warnOfDeadline(partsOf(job), job) },
    [ERASE_OLD_GUESTS]: {
      expectedMs: 30_000,
      serviceReason: 'Guests of all partners are erased when they reach their age.',
      run: job => eraseOldGuests(partsOf(job), job),
    },
    [TIDY]: {
      expectedMs: 5_000,
      serviceReason: 'Outdated rows of all partners are deleted.',
      run: job => tidyUp(partsOf(job)),
    },
    [SWEEP]: {
      expectedMs: 60_000,
      serviceReason: "A provider's list of reservations is compared with the bookings of all partners.",
      run: job => sweepOrphans(partsOf(job), job),
    },
  };
}
