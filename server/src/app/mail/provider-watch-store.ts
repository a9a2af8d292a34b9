import type { Database } from '../../platform/database/connect.ts';
import type { CallCounts, ProviderLevel, ProviderWatch, WatchedCalls } from './provider-level.ts';

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
  toldAtMs: number | null;
  /** Since when the provider has been failing, as the last email stated. Null if it reported a recovery. */
  toldSinceMs: number | null;
}

/** Locks the rows until the end of the transaction. */
export async function lockWatches(tx: Database): Promise<{ nowMs: number; watches: StoredWatch[] }> {
  const [clock] = await tx<{ now: Date }[]>`SELECT serai_now() AS now`;
  const rows = await tx<WatchRow[]>`
    SELECT code, ok_since AS "okSince", failing_since AS "failingSince", down_since AS "downSince", told,
      told_at AS "toldAt", told_since AS "toldSince"
    FROM provider_watch ORDER BY code FOR UPDATE`;
  const watches = rows.map(({ okSince, failingSince, downSince, toldAt, toldSince, ...watch }) => ({
    ...watch,
    okSinceMs: okSince?.getTime() ?? null,
    failingSinceMs: failingSince?.getTime() ?? null,
    downSinceMs: downSince?.getTime() ?? null,
    toldAtMs: toldAt?.getTime() ?? null,
    toldSinceMs: toldSince?.getTime() ?? null,
  }));
  return { nowMs: clock?.now.getTime() ?? 0, watches };
}

interface WatchRow {
  code: string;
  okSince: Date | null;
  failingSince: Date | null;
  downSince: Date | null;
  told: ProviderLevel;
  toldAt: Date | null;
  toldSince: Date | null;
}

export async function saveWatch(tx: Database, watch: StoredWatch): Promise<void> {
  const { code, told } = watch;
  const at = (ms: number | null) => (ms === null ? null : new Date(ms));
  await tx`
    INSERT INTO provider_watch (code, ok_since, failing_since, down_since, told, told_at, told_since)
    VALUES (${code}, ${at(watch.okSinceMs)}, ${at(watch.failingSinceMs)}, ${at(watch.downSinceMs)}, ${told},
      ${at(watch.toldAtMs)}, ${at(watch.toldSinceMs)})
    ON CONFLICT (code) DO UPDATE SET ok_since = excluded.ok_since, failing_since = excluded.failing_since,
      down_since = excluded.down_since, told = excluded.told, told_at = excluded.told_at,
      told_since = excluded.told_since`;
}

/** Forgets providers that are paused or no longer connected. */
export async function deleteOtherWatches(tx: Database, codes: readonly string[]): Promise<void> {
  await tx`DELETE FROM provider_watch WHERE code <> ALL (${codes})`;
}
