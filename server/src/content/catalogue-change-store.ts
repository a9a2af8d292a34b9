/**
 * All writes to places and hotels use `writeCatalogue`, one at a time, except those of rows that no response contains,
 * which use `writeUnseen`. The timestamp of a change is set last, while readers wait. A reader at
 * time T has therefore seen every change before T, and a later request with `updatedSince: T` misses nothing.
 */
import type { Database } from '../platform/database/connect.ts';
import { type ChangeWindow, storable } from './change-window-store.ts';

/** A writer holds this lock for its whole transaction. */
const WRITER_LOCK = 7_236_001;
/** A writer holds this lock while it sets the timestamp and commits. Readers acquire it briefly. */
const TIMESTAMP_LOCK = 7_236_002;

/** Thrown by `work` to roll back everything it wrote. `writeCatalogue` then returns `result`. */
export class NoChange<T> extends Error {
  override readonly name = 'NoChange';
  readonly result: T;

  constructor(result: T) {
    super('nothing changed');
    this.result = result;
  }
}

interface WriteOptions {
  /** Called if this writer must wait for another writer. */
  onWait?: (() => void) | undefined;
}

/**
 * `work` receives the change id that every row it writes must carry. Nothing is visible before the commit. A change
 * without rows would still make readers believe that the catalogue changed. If there is nothing to write, throw
 * `NoChange`.
 */
export async function writeCatalogue<T>(
  db: Database,
  what: string,
  work: (tx: Database, changeId: number) => Promise<T>,
  { onWait }: WriteOptions = {},
): Promise<T> {
  const writing = writeUnseen(
    db,
    async tx => {
      const [change] = await tx<{ id: number }[]>`
      INSERT INTO catalogue_change (what) VALUES (${what}) RETURNING id`;
      const changeId = (change as { id: number }).id;
      const result = await work(tx, changeId);
      await refreshStatistics(tx);
      await tx`SELECT pg_advisory_xact_lock(${TIMESTAMP_LOCK})`;
      // The timestamp is always later than that of the previous change, even if the clock was set back.
      await tx`
      UPDATE catalogue_change
      SET at = greatest(clock_timestamp(), (SELECT max(at) + interval '1 microsecond' FROM catalogue_change))
      WHERE id = ${changeId}`;
      return result;
    },
    onWait,
  );
  return writing.catch((error: unknown) => {
    if (error instanceof NoChange) return error.result as T;
    throw error;
  });
}

/** Writes rows that no response contains, so that readers need not notice. Other writers wait. */
export async function writeUnseen<T>(
  db: Database,
  work: (tx: Database) => Promise<T>,
  onWait?: () => void,
): Promise<T> {
  return db.transaction(async tx => {
    // Reading an import file and waiting for another writer may take long, so the database timeouts are off.
    await tx`
      SELECT set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true),
        set_config('idle_in_transaction_session_timeout', '0', true)`;
    const [taken] = await tx<{ free: boolean }[]>`SELECT pg_try_advisory_xact_lock(${WRITER_LOCK}) AS free`;
    if (taken?.free !== true) {
      onWait?.();
      await tx`SELECT pg_advisory_xact_lock(${WRITER_LOCK})`;
    }
    return work(tx);
  });
}

export async function refreshStatistics(tx: Database): Promise<void> {
  await tx`SELECT refresh_catalogue_statistics()`;
}

/**
 * Call this before a read if the client may later request the changes since that read. It waits only for changes that
 * have a timestamp but are not visible yet, so a slow read never blocks a writer. Returns the database time in
 * milliseconds before which every change is visible.
 */
export async function awaitSettledChanges(db: Database): Promise<number> {
  // The clock is read before waiting. Every change with an earlier timestamp already holds the lock or is committed, so
  // it is visible after the wait.
  const [settled] = await db<{ at: Date }[]>`
    SELECT clock_timestamp() AS at, pg_advisory_xact_lock_shared(${TIMESTAMP_LOCK})`;
  return (settled as { at: Date }).at.getTime();
}

/**
 * Like `awaitSettledChanges`, for a read replica. The beat is replayed after every change with an earlier timestamp, so
 * these changes are visible. Throws if the replica has not replayed everything that the client has already seen: the
 * change to which its pages are pinned, or the time since which it requests changes.
 */
export async function readReplicatedChanges(
  db: Database,
  { pin = 0, updatedSince }: ChangeWindow,
): Promise<number> {
  const since = updatedSince === undefined ? db`'-infinity'` : db`${storable(updatedSince)}`;
  const [replayed] = await db<{ at: Date; suffices: boolean }[]>`
    SELECT at, at >= ${since}::timestamptz
      AND ${pin} <= (SELECT coalesce(max(id), 0) FROM catalogue_change) AS suffices
    FROM replica_beat`;
  if (replayed?.suffices !== true) throw new Error('the replica lags behind what the client has seen');
  return replayed.at.getTime();
}
