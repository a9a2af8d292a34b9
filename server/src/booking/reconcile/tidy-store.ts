/** Deletes what has no use any more, in portions: a long delete would hold others up. */
import type { Database } from '../../platform/database/connect.ts';

/** A quote is told from one that never was for so long after its end. Booked ones live on in their bookings. */
const QUOTES_KEPT = '7 days';
const KEYS_KEPT = '30 days';
const PORTION = 1_000;

/** Whether there may be more. */
export async function deleteOldRows(db: Database): Promise<boolean> {
  const quotes = await db`
    DELETE FROM quote WHERE quote_id IN (
      SELECT quote_id FROM quote WHERE expires_at < serai_now() - ${QUOTES_KEPT}::text::interval
      ORDER BY expires_at LIMIT ${PORTION})`;
  const keys = await db`
    DELETE FROM idempotency_key WHERE (organisation_id, environment, key) IN (
      SELECT organisation_id, environment, key FROM idempotency_key
      WHERE created_at < serai_now() - ${KEYS_KEPT}::text::interval
      ORDER BY created_at LIMIT ${PORTION})`;
  return quotes.count === PORTION || keys.count === PORTION;
}
