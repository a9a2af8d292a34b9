/** Erases the personal data of bookings: on request, when the retention ends, and again after a restore. */
import { FINAL_STATES } from '@serai/contract/booking/booking-states.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { JobResult } from '../../platform/jobs/job.ts';
import { enqueue } from '../../platform/jobs/job-store.ts';
import type { Booking } from '../bookings/booking.ts';
import { databaseNowMs, findAnyBooking, lockBooking } from '../bookings/booking-store.ts';
import { changeBooking } from '../bookings/change-booking.ts';
import { type PeopleSafe, peopleSafe } from '../bookings/people.ts';
import { eraseTraces, listOutdatedGuests } from './erase-store.ts';
import { readErasureList } from './erasure-list.ts';

export const ERASE_OLD_GUESTS = 'booking.erase-old-guests';
const PAUSE_MS = 3_600_000;
const BATCH_SIZE = 100;
/** Default retention: three years. */
const GUEST_DAYS = 1_095;

type Cause = NonNullable<Booking['erased_because']>;

interface EraseParts {
  db: Database;
  safe: PeopleSafe;
  guestDays?: number | undefined;
}

export interface ReplayedErasures {
  erased: number;
  already: number;
  /** Bookings that are not in the database because they were created after the backup. */
  missing: number;
  /** Unreadable lines: truncated by a crash or damaged. */
  unreadable: number;
}

/**
 * Returns why the guest data cannot be erased yet, or undefined if it can. Some providers find a reservation only with
 * the holder's email address, so the data is needed until the outcome is settled.
 */
export function reasonToKeep(booking: Booking, nowMs: number): string | undefined {
  const { status, needs_attention } = booking;
  if (!(FINAL_STATES as readonly string[]).includes(status)) {
    return status === 'CONFIRMED'
      ? 'The stay is not over. Guest data can be erased from the day after check-out, or once the booking is cancelled.'
      : `The booking is ${status} and its outcome is still open.`;
  }
  if (needs_attention) return 'The booking needs attention. Resolve it first.';
  return isStillChecked(booking, nowMs)
    ? 'The booking is still being looked up at its provider, in case a reservation appears late.'
    : undefined;
}

/** Whether a reservation of the rejected or cancelled booking may still appear at the provider. */
function isStillChecked({ status, status_reason, resolution }: Booking, nowMs: number): boolean {
  const mayAppear =
    status === 'CANCELLED' ||
    status_reason === 'NOT_FOUND_AT_PROVIDER' ||
    status_reason === 'REQUEST_EXPIRED';
  return mayAppear && (resolution?.resolveByMs ?? 0) > nowMs;
}

/**
 * Locks the booking and erases its personal data. `mayErase` is called under the lock and may return false or throw. Returns the
 * booking, whether or not this call erased it.
 */
export async function eraseBooking(
  tx: Database,
  safe: PeopleSafe,
  {
    bookingId,
    cause,
    mayErase,
  }: { bookingId: string; cause: Cause; mayErase(booking: Booking, nowMs: number): boolean },
): Promise<Booking> {
  const before = await lockBooking(tx, bookingId);
  if (before.erased_at !== null || !mayErase(before, await databaseNowMs(tx))) return before;
  // Runs first, so that it does not delete the event of the erasure itself.
  await eraseTraces(tx, before);
  return changeBooking(tx, { safe, billing: undefined }, before, {
    event: { kind: 'GUESTS_ERASED' },
    actor: cause === 'REQUEST' ? 'OPERATOR' : 'SERVICE',
    set: { erased_because: cause },
  });
}

/** Called at startup. Each run then plans the next run. */
export function planErasure(db: Database): Promise<void> {
  return enqueue(db, { kind: ERASE_OLD_GUESTS, key: 'all', organisationId: null, delayMs: PAUSE_MS });
}

/**
 * Job: erases guests whose retention has ended, for all partners. Runs hourly, and again immediately while more are left. These
 * erasures are not on the erasure list, because the job repeats them after a restore.
 */
export async function eraseOldGuests(
  { db, safe, guestDays = GUEST_DAYS }: EraseParts,
  { signal }: { signal?: AbortSignal } = {},
): Promise<JobResult> {
  const bookingIds = await listOutdatedGuests(db, guestDays, BATCH_SIZE);
  for (const bookingId of bookingIds) {
    signal?.throwIfAborted();
    await inTransaction(db, tx =>
      eraseBooking(tx, safe, {
        bookingId,
        cause: 'RETENTION',
        mayErase: (booking, nowMs) => reasonToKeep(booking, nowMs) === undefined,
      }),
    );
  }
  return { kind: 'AGAIN', delayMs: bookingIds.length === BATCH_SIZE ? 0 : PAUSE_MS };
}

/** Erases the guests on the erasure list again after a restore, regardless of the state of their bookings. Idempotent. */
export async function replayErasures(
  { db, masterKey }: { db: Database; masterKey: Buffer },
  file: string,
): Promise<ReplayedErasures> {
  const safe = peopleSafe(masterKey);
  const { bookingIds, unreadable } = await readErasureList(file);
  const done: ReplayedErasures = { erased: 0, already: 0, missing: 0, unreadable };
  for (const bookingId of bookingIds) {
    const booking = await findAnyBooking(db, bookingId);
    if (booking === undefined) done.missing += 1;
    else if (booking.erased_at !== null) done.already += 1;
    else {
      await inTransaction(db, tx =>
        eraseBooking(tx, safe, { bookingId, cause: 'REQUEST', mayErase: () => true }),
      );
      done.erased += 1;
    }
  }
  return done;
}
