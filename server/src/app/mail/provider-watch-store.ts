import type { Database } from '../../platform/database/connect.ts';
import type { ProviderWatchRow } from '../../platform/database/generated/tables.ts';
import type { CallCounts, ProviderWatch, WatchedCalls } from './provider-level.ts';

/** Calls to production providers in the last hour and in the last ten minutes. */
export async function sumRecentCalls(db: Database): Promise<WatchedCalls[]> {
  const rows = await db<{ code: string; hour: CallCounts; recent: CallCounts }[]>`
    SELECT code,
      json_build_object('calls', sum(calls), 'errors', sum(errors), 'timeouts', sum(timeouts)) AS hour,
      json_build_object(
        'calls', coalesce(sum(calls) FILTER (WHERE is_recent), 0),
        'errors', coalesce(sum(errors) FILTER (WHERE is_recent), 0),
        'timeouts', coalesce(sum(timeouts) FILTER (WHERE is_recent), 0)) AS recent
    FROM (
      SELECT *, start >= serai_now() - interval '10 minutes' AS is_recent FROM provider_calls
      WHERE slot_minutes = 1 AND environment = 'production' AND start >= serai_now() - interval '1 hour'
    ) AS slot
    GROUP BY code ORDER BY code`;
  return [...rows];
}

export interface StoredWatch extends ProviderWatch {
  code: string;
  /** The time of the last email about this provider. */
  reportedAtMs: number | null;
  /** Since when the provider has been failing, as the last email stated. Null if it reported a recovery. */
  reportedSinceMs: number | null;
}

/** Locks the rows until the end of the transaction. */
export async function lockWatches(tx: Database): Promise<{ nowMs: number; watches: StoredWatch[] }> {
  const [clock] = await tx<{ now: Date }[]>`SELECT serai_now() AS now`;
  const rows = await tx<ProviderWatchRow[]>`SELECT * FROM provider_watch ORDER BY code FOR UPDATE`;
  const watches = rows.map(row => ({
    code: row.code,
    checkedAtMs: row.checked_at.getTime(),
    okSinceMs: row.ok_since?.getTime() ?? null,
    failingSinceMs: row.failing_since?.getTime() ?? null,
    downSinceMs: row.down_since?.getTime() ?? null,
    reported: row.reported,
    reportedAtMs: row.reported_at?.getTime() ?? null,
    reportedSinceMs: row.reported_since?.getTime() ?? null,
  }));
  return { nowMs: clock?.now.getTime() ?? 0, watches };
}

export async function saveWatch(tx: Database, watch: StoredWatch): Promise<void> {
  const { code, reported } = watch;
  const at = (ms: number | null) => (ms === null ? null : new Date(ms));
  await tx`
    INSERT INTO provider_watch (code, checked_at, ok_since, failing_since, down_since, reported, reported_at,
      reported_since)
    VALUES (${code}, ${at(watch.checkedAtMs)}, ${at(watch.okSinceMs)}, ${at(watch.failingSinceMs)},
      ${at(watch.downSinceMs)}, ${reported}, ${at(watch.reportedAtMs)}, ${at(watch.reportedSinceMs)})
    ON CONFLICT (code) DO UPDATE SET checked_at = excluded.checked_at, ok_since = excluded.ok_since,
      failing_since = excluded.failing_since, down_since = excluded.down_since, reported = excluded.reported,
      reported_at = excluded.reported_at, reported_since = excluded.reported_since`;
}
