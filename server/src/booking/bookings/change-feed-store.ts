/**
 * Makes the change feed complete. A writer holds a shared advisory lock whose key contains a time before its change. A
 * reader shows only changes older than all these times, so that no change can appear behind its cursor later.
 */
import type { Database } from '../../platform/database/connect.ts';
import type { Statement } from '../../platform/database/statement.ts';

/** Prefix of the lock keys, in the bits above the timestamp. It avoids collisions with other advisory locks. */
const TAG = 0x5e7a;
const TIME_BITS = 44;
/** pg_locks shows a key as two 32-bit halves. */
const HIGH_SHIFT = TIME_BITS - 32;

/** Selects the time of the change as `at`, read while the lock is held. Use it in a materialised CTE. */
export function changeTime(tx: Database): Statement {
  return tx`
    SELECT serai_now() AS at
    FROM (
      SELECT pg_advisory_xact_lock_shared(
        (${TAG}::bigint << ${TIME_BITS}) | floor(extract(epoch FROM serai_now()) * 1000)::bigint)
      OFFSET 0
    ) AS entered`;
}

/**
 * Every change with an `updated_at` before the horizon is visible to statements that start after this call. Returns the
 * horizon as a timestamp string with microseconds. The current time is read before the locks, so a writer that starts
 * in between has a later time.
 */
export async function changeFeedHorizon(db: Database): Promise<string> {
  const [before] = await db<
    { now: string }[]
  >`SELECT to_char(serai_now() AT TIME ZONE 'UTC', ${INSTANT}) AS now`;
  const { now } = before as { now: string };
  const [row] = await db<{ horizon: string }[]>`
    SELECT to_char(least(${now}::text::timestamptz, to_timestamp(min(moment) / 1000.0)) AT TIME ZONE 'UTC', ${INSTANT}) AS horizon
    FROM (
      SELECT ((classid::bigint << 32) | objid::bigint) & ((1::bigint << ${TIME_BITS}) - 1) AS moment
      FROM pg_locks
      WHERE locktype = 'advisory' AND objsubid = 1 AND classid::bigint >> ${HIGH_SHIFT} = ${TAG}
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    ) AS writer`;
  return (row as { horizon: string }).horizon;
}

const INSTANT = 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"';
