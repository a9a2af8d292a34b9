/**
 * Makes the list of bookings by change complete. A writer holds a shared lock that names a moment before its change; a reader
 * shows only what is older than every such moment, so that nothing can turn up behind it later.
 */
import type { Database } from '../../platform/database/connect.ts';
import type { Statement } from '../../platform/database/statement.ts';

/** Above the milliseconds of a moment, so that no other advisory lock has the same key. */
const TAG = 0x5e7a;
const MOMENT_BITS = 44;
/** A lock's key as pg_locks shows it: the upper and the lower half. */
const HIGH_SHIFT = MOMENT_BITS - 32;

/** One row `at`: the time of a change, read when the lock is held. For `WITH moment AS MATERIALIZED` of what writes it. */
export function changeMoment(tx: Database): Statement {
  return tx`
    SELECT serai_now() AS at
    FROM (
      SELECT pg_advisory_xact_lock_shared(
        (${TAG}::bigint << ${MOMENT_BITS}) | floor(extract(epoch FROM serai_now()) * 1000)::bigint)
      OFFSET 0
    ) AS entered`;
}

/**
 * Changes with an earlier `updated_at` are all visible to statements that begin after this one. Microseconds, as text for SQL.
 * The time is read first: a writer that comes between has a later one.
 */
export async function changeFeedHorizon(db: Database): Promise<string> {
  const [before] = await db<
    { now: string }[]
  >`SELECT to_char(serai_now() AT TIME ZONE 'UTC', ${INSTANT}) AS now`;
  const { now } = before as { now: string };
  const [row] = await db<{ horizon: string }[]>`
    SELECT to_char(least(${now}::text::timestamptz, to_timestamp(min(moment) / 1000.0)) AT TIME ZONE 'UTC', ${INSTANT}) AS horizon
    FROM (
      SELECT ((classid::bigint << 32) | objid::bigint) & ((1::bigint << ${MOMENT_BITS}) - 1) AS moment
      FROM pg_locks
      WHERE locktype = 'advisory' AND objsubid = 1 AND classid::bigint >> ${HIGH_SHIFT} = ${TAG}
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    ) AS writer`;
  return (row as { horizon: string }).horizon;
}

const INSTANT = 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"';
