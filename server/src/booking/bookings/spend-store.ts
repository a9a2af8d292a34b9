/**
 * The sum that the bookings of a key have spent. A booking counts as soon as it is journalled. Rejected bookings do not
 * count, cancelled ones do.
 */
import type { Database } from '../../platform/database/connect.ts';
import type { BookingScope } from './booking.ts';

/** An arbitrary constant. The advisory lock is held until the transaction ends. */
const SPEND_LOCK = 7_353_251;

/** Bookings with different keys that have the same hash wait for each other, which is harmless. */
export async function lockSpend(tx: Database, keyId: string | null): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(${SPEND_LOCK}::integer, hashtext(${keyId}))`;
}

/** The sum of the last 24 hours, including this transaction. Uses only the index booking_spend. */
export async function sumSpend(
  tx: Database,
  { organisationId, environment }: BookingScope,
  keyId: string | null,
  { currency }: { currency: string },
): Promise<number> {
  const [row] = await tx<{ spent: number }[]>`
    SELECT coalesce(sum(spend_minor), 0)::bigint AS spent FROM booking
    WHERE key_id = ${keyId} AND created_at > serai_now() - interval '24 hours' AND spend_minor IS NOT NULL
      AND organisation_id = ${organisationId} AND environment = ${environment} AND spend_currency = ${currency}
      AND status <> 'REJECTED'`;
  return row?.spent ?? 0;
}
