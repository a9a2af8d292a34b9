/**
 * Every write to places or hotels goes through here, one at a time. Its timestamp is set last, while readers
 * wait. A reader at time T has therefore seen every change before T, so `updatedSince: T` misses none later.
 */
import type { Database } from '../platform/database/connect.ts';

/** Held by a writer from start to end. */
const WRITER_LOCK = 7_236_001;
/** Held by a writer while it sets the timestamp and commits. Readers acquire it briefly. */
const TIMESTAMP_LOCK = 7_236_002;

/** Thrown by `work` to end without a change: everything it wrote is rolled back, and `result` is returned. */
export class NoChange<T> extends Error {
  override readonly name = 'NoChange';
  readonly result: T;

  constructor(result: T) {
    super('nothing changed');
    this.result = result;
  }
}

interface WriteOptions {
  /** Called if this writer must wait for another one. */
  onWait?: (() => void) | undefined;
}

/**
 * `work` receives the id that every row it writes must carry. Nothing is visible before the commit. A change
 * without rows would still make readers believe that the catalogue changed, so end such work with `NoChange`.
 */
export async function writeCatalogue<T>(
  db: Database,
  what: string,
  work: (tx: Database, changeId: number) => Promise<T>,
  { onWait }: WriteOptions = {},
): Promise<T> {
  const writing = db.transaction(async tx => {
    // A file may stall. Its reader decides how long to wait.
    await tx`
      SELECT set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true),
        set_config('idle_in_transaction_session_timeout', '0', true)`;
    const [taken] = await tx<{ free: boolean }[]>`SELECT pg_try_advisory_xact_lock(${WRITER_LOCK}) AS free`;
    if (taken?.free !== true) {
      onWait?.();
      await tx`SELECT pg_advisory_xact_lock(${WRITER_LOCK})`;
    }
    const [change] = await tx<{ id: number }[]>`
      INSERT INTO catalogue_change (what) VALUES (${what}) RETURNING id`;
    const changeId = (change as { id: number }).id;
    const result = await work(tx, changeId);
    await tx`SELECT refresh_catalogue_statistics()`;
    await tx`SELECT pg_advisory_xact_lock(${TIMESTAMP_LOCK})`;
    // Never earlier than a previous change, even if the clock was set back.
    await tx`
      UPDATE catalogue_change
      SET at = greatest(clock_timestamp(), (SELECT max(at) + interval '1 microsecond' FROM catalogue_change))
      WHERE id = ${changeId}`;
    return result;
  });
  return writing.catch((error: unknown) => {
    if (error instanceof NoChange) return error.result as T;
    throw error;
  });
}

/**
 * Call it before a read whose caller will later ask for changes since then. Waits for a change that has its
 * timestamp but is not visible yet, and no longer, so that a slow read never blocks a writer and thereby all
 * readers. Returns the time in ms before which every change is visible, by the database's clock.
 */
export async function awaitSettledChanges(db: Database): Promise<number> {
  // The clock is read before waiting: a change with a later timestamp also commits later.
  const [settled] = await db<{ at: Date }[]>`
    SELECT clock_timestamp() AS at, pg_advisory_xact_lock_shared(${TIMESTAMP_LOCK})`;
  return (settled as { at: Date }).at.getTime();
}
