import type { Database } from '../../platform/database/connect.ts';

export interface KeySnapshot {
  keyId: string;
  /** Written by `encodeKeyCounts`. */
  state: Uint8Array;
}

const PAGE = 1000;
const MAX_DELETED = 20_000;

/** Sorted by key, so that two processes never lock the same rows in opposite orders. */
export async function saveCounterSnapshots(
  db: Database,
  takenAtMs: number,
  snapshots: readonly KeySnapshot[],
): Promise<void> {
  const rows = snapshots.map(({ keyId, state }) => ({ keyId, state: Buffer.from(state).toString('base64') }));
  await db`
    INSERT INTO limiter_snapshot (key_id, taken_at, state)
    SELECT "keyId", ${new Date(takenAtMs)}, decode(state, 'base64')
    FROM json_to_recordset(${JSON.stringify(rows)}::text::json) AS row ("keyId" text, state text)
    ORDER BY "keyId"
    ON CONFLICT (key_id) DO UPDATE SET taken_at = excluded.taken_at, state = excluded.state`;
}

/** Pages through the snapshots since the given time, ordered by primary key. */
export async function* listCounterSnapshots(
  db: Database,
  sinceMs: number,
): AsyncGenerator<KeySnapshot[], void> {
  let after = '';
  for (;;) {
    const page = await db<KeySnapshot[]>`
      SELECT key_id AS "keyId", state FROM limiter_snapshot
      WHERE key_id > ${after} AND taken_at >= ${new Date(sinceMs)}
      ORDER BY key_id LIMIT ${PAGE}`;
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = last.keyId;
  }
}

/** Runs hourly and may scan the whole table. An index on the time would make every save more expensive. */
export async function deleteCounterSnapshotsBefore(db: Database, timeMs: number): Promise<void> {
  await db`
    DELETE FROM limiter_snapshot WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM limiter_snapshot WHERE taken_at < ${new Date(timeMs)} LIMIT ${MAX_DELETED}))`;
}
