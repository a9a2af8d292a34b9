/**
 * Selects and orders the records of a list. A list with `updatedSince` shows the changes since then, in the order of
 * changes. A record that changes again while the list is being read belongs to the next such list. Other lists are
 * ordered by id. Later pages omit records that were added after the first page, so the list of a growing catalogue ends
 * and contains no duplicates.
 */
import type { Database } from '../platform/database/connect.ts';
import type { Statement } from '../platform/database/statement.ts';

export interface ChangeWindow {
  /** A timestamp in RFC 3339 format. Changes at exactly this time are included. */
  updatedSince?: string | undefined;
  /** The newest change when the first page was read. Undefined on the first page. */
  pin?: number | undefined;
}

export interface ListedRow {
  /** The newest change in the catalogue. */
  pin: number;
  /** The change that last wrote this record. */
  changeId: number;
}

export function listedColumns(db: Database, table: Statement): Statement {
  return db`(SELECT max(id) FROM catalogue_change) AS pin, ${table}.change_id AS "changeId"`;
}

/**
 * Timestamps increase with change ids, so an id represents a time. Uncommitted rows of an import have ids after the
 * newest visible change. The scan ends at that change, so their index entries are never read.
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

/** Replaces times before 1970, because PostgreSQL has no year 0. Timestamps in this format can be compared as text. */
export function storable(instant: string): string {
  return instant < EARLIEST ? EARLIEST : instant;
}
