/** Every kind of job that the booking area has. */
import type { Database } from '../../platform/database/connect.ts';
import type { JobKinds } from '../../platform/jobs/job.ts';
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

export function bookingJobs(parts: JobParts): JobKinds {
  const calling = { expectedMs: 15_000, limitMs: CALL_LIMIT_MS };
  const onGivenUp = (tx: Database, bookingId: string) => callPerson(tx, parts.safe, bookingId);
  return {
    [RECONCILE]: { ...calling, onGivenUp, run: job => reconcileBooking(parts, job) },
    [REREAD]: { ...calling, onGivenUp, run: job => rereadBooking(parts, job) },
    [STAY_END]: { expectedMs: 5_000, onGivenUp, run: job => endStay(parts, job) },
    [DEADLINE]: { expectedMs: 5_000, run: job => warnOfDeadline(parts, job) },
    [ERASE_OLD_GUESTS]: { expectedMs: 30_000, run: job => eraseOldGuests(parts, job) },
    [TIDY]: { expectedMs: 5_000, run: () => tidyUp(parts) },
    [SWEEP]: { expectedMs: 60_000, run: job => sweepOrphans(parts, job) },
  };
}
