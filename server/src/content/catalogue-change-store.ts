/**
 * Every write to places or hotels goes through here, one at a time. Its moment is set as its last act, while readers
 * wait: who asked at a time T was shown every change before T, so `updatedSince: T` misses none afterwards.
 */
import type { Database } from '../platform/database/connect.ts';

/** Held by a writer from beginning to end. */
const WRITER_LOCK = 7_236_001;
/** Held by a writer while it sets the moment and commits; readers pass through it. */
const MOMENT_LOCK = 7_236_002;

/** Thrown by `work` to end without a change: all it wrote is undone, and `result` is answered. */
export class NoChange<T> extends Error {
  override readonly name = 'NoChange';
  readonly result: T;

  constructor(result: T) {
    super('nothing changed');
    this.result = result;
  }
}

interface WriteOptions {
  /** Another writer is at work, and this one waits for it. */
  onWait?: (() => void) | undefined;
}

/**
 * `work` gets the id that every row it writes must carry. Nothing is visible before all of it is. A change without rows
 * would still tell readers that the catalogue moved on: end such work with `NoChange`.
 */
export async function writeCatalogue<T>(
  db: Database,
  what: string,
  work: (tx: Database, changeId: number) => Promise<T>,
  { onWait }: WriteOptions = {},
): Promise<T> {
  const writing = db.transaction(async tx => {
    // A file may stall: its reader decides how long that is waited for.
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
    await tx`SELECT pg_advisory_xact_lock(${MOMENT_LOCK})`;
    // Never before the moment of an earlier change, also when the clock was set back.
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
 * Before a read whose caller will later ask for what changed since: waits out a change that has its moment and is not
 * yet visible. Held for no longer, so that a slow read never keeps a writer, and with it all readers, waiting. Returns
 * the moment, in ms, before which every change is visible now: by the database's clock, which stamps the changes.
 */
export async function awaitSettledChanges(db: Database): Promise<number> {
  // The clock is read before the wait: who takes a moment later than this one commits later as well.
  const [settled] = await db<{ at: Date }[]>`
    SELECT clock_timestamp() AS at, pg_advisory_xact_lock_shared(${MOMENT_LOCK})`;
  return (settled as { at: Date }).at.getTime();
}
