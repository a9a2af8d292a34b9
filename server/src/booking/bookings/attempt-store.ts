/** The journal of attempts. A row is committed before its call is sent, and only the holder of the lease may record the outcome. */
import type { Database } from '../../platform/database/connect.ts';
import type { BookingAttemptRow } from '../../platform/database/generated/tables.ts';

export interface AttemptLease {
  bookingId: string;
  number: number;
  fence: number;
}

/** The transaction must hold the lock on the booking. */
export async function insertAttempt(
  tx: Database,
  attempt: { bookingId: string; operation: 'book' | 'cancel'; provider: string; leaseMs: number },
): Promise<AttemptLease> {
  const { bookingId, operation, provider, leaseMs } = attempt;
  const [row] = await tx<{ number: number; fence: number }[]>`
    INSERT INTO booking_attempt (booking_id, number, operation, provider, started_at, lease_until)
    SELECT ${bookingId}, (SELECT coalesce(max(number), 0) + 1 FROM booking_attempt WHERE booking_id = ${bookingId}),
      ${operation}, ${provider}, moment.at, moment.at + ${leaseMs}::float8 * interval '1 millisecond'
    FROM (SELECT serai_now() AS at) AS moment
    RETURNING number, fence`;
  return { bookingId, ...(row as { number: number; fence: number }) };
}

/** Extends the lease before the same call is sent again. Returns false if the attempt has been taken over. */
export async function renewAttempt(db: Database, lease: AttemptLease, leaseMs: number): Promise<boolean> {
  const { count } = await db`
    UPDATE booking_attempt SET lease_until = serai_now() + ${leaseMs}::float8 * interval '1 millisecond'
    WHERE booking_id = ${lease.bookingId} AND number = ${lease.number} AND fence = ${lease.fence} AND finished_at IS NULL`;
  return count === 1;
}

/** Returns false if the attempt has been taken over. The caller must then write nothing else. */
export async function finishAttempt(tx: Database, lease: AttemptLease, outcome: string): Promise<boolean> {
  const { count } = await tx`
    UPDATE booking_attempt SET finished_at = serai_now(), outcome = ${outcome}
    WHERE booking_id = ${lease.bookingId} AND number = ${lease.number} AND fence = ${lease.fence} AND finished_at IS NULL`;
  return count === 1;
}

/** Whether this lease holder has already recorded the outcome in a commit whose response was lost. */
export async function wasFinished(tx: Database, lease: AttemptLease): Promise<boolean> {
  const rows = await tx`
    SELECT FROM booking_attempt WHERE booking_id = ${lease.bookingId} AND number = ${lease.number}
      AND fence = ${lease.fence} AND finished_at IS NOT NULL`;
  return rows.length === 1;
}

/**
 * Takes over an attempt whose lease has expired. The outcome becomes unknown, and the new fencing token blocks the original caller.
 */
export async function takeOverAttempt(
  tx: Database,
  bookingId: string,
): Promise<BookingAttemptRow | undefined> {
  const [attempt] = await tx<BookingAttemptRow[]>`
    UPDATE booking_attempt SET fence = fence + 1, finished_at = serai_now(), outcome = 'LEASE_ENDED'
    WHERE booking_id = ${bookingId} AND finished_at IS NULL AND lease_until <= serai_now()
    RETURNING *`;
  return attempt;
}

/** Whether a call about the booking may still be on its way to the provider. */
export async function isCallInProgress(db: Database, bookingId: string): Promise<boolean> {
  const { count } = await db`
    SELECT FROM booking_attempt
    WHERE booking_id = ${bookingId} AND finished_at IS NULL AND lease_until > serai_now()`;
  return count > 0;
}

/** Newest first. */
export async function listAttempts(db: Database, bookingId: string): Promise<BookingAttemptRow[]> {
  return await db<BookingAttemptRow[]>`
    SELECT * FROM booking_attempt WHERE booking_id = ${bookingId} ORDER BY number DESC LIMIT 1000`;
}
