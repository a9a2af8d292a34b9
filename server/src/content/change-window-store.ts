/**
 * Which records a list shows, and in which order. A list with `updatedSince` shows changes since then in the
 * order of changes; records that change again while it is read belong to the next such list. Other lists are
 * ordered by id. Later pages omit what was added after the first one, so a list of a growing catalogue ends and
 * repeats nothing.
 */
import type { Database } from '../platform/database/connect.ts';
import type { Statement } from '../platform/database/statement.ts';

export interface ChangeWindow {
  /** RFC 3339. Includes changes at this time or later. */
  updatedSince?: string | undefined;
  /** The newest change at the time of the first page. Undefined on the first page itself. */
  pin?: number | undefined;
}

/** What a row contains about its list. */
export interface ListedRow {
  /** The newest change. */
  pin: number;
  /** The last change of the record. */
  changeId: number;
}

/** The columns `pin` and `changeId` of a row. */
export function listedColumns(db: Database, table: Statement): Statement {
  return db`(SELECT max(id) FROM catalogue_change) AS pin, ${table}.change_id AS "changeId"`;
}

/**
 * Timestamps increase with change ids, so an id represents a time. Uncommitted rows of an import come after the
 * newest visible change. With that change as the end of the scan, their index entries are never read.
 */
export function withinWindow(db: Database, { updatedSince, pin }: ChangeWindow, table: Statement): Statement {
  if (updatedSince === undefined) {
    return pin === undefined ? db`` : db`AND ${table}.created_change_id <= ${pin}`;
  }
  return db`
    AND ${table}.change_id >= (
      SELECT id FROM catalogue_change WHERE at >= ${storable(updatedSince)}::timestamptz ORDER BY at LIMIT 1)
    AND ${table}.change_id <= ${pin ?? db`(SELECT max(id) FROM catalogue_change)`}`;
}

const EARLIEST = '1970-01-01T00:00:00Z';

/** The database has no year 0. Text in this form sorts like the timestamps it represents. */
function storable(instant: string): string {
  return instant < EARLIEST ? EARLIEST : instant;
}
