/**
 * Which records a list shows, and in which order. A list with `updatedSince` shows what changed since, in the order of
 * changes; what changes again while it is read belongs to the next such list. Other lists go by id. Later pages leave
 * out what came after the first one, so a list of a growing catalogue ends and shows nothing twice.
 */
import type { Database } from '../platform/database/connect.ts';
import type { Statement } from '../platform/database/statement.ts';

export interface ChangeWindow {
  /** RFC 3339; changes at this moment or later. */
  updatedSince?: string | undefined;
  /** The newest change at the time of the first page; absent on the first page itself. */
  pin?: number | undefined;
}

/** What a row tells of the list it was read in. */
export interface ListedRow {
  /** The newest change there was. */
  pin: number;
  /** The last change of the record itself. */
  changeId: number;
}

/** Columns `pin` and `changeId` of a row. */
export function listedColumns(db: Database, table: Statement): Statement {
  return db`(SELECT max(id) FROM catalogue_change) AS pin, ${table}.change_id AS "changeId"`;
}

/**
 * Moments rise with the ids of changes, so one id stands for a moment. Rows that an import has written and not yet
 * committed stand behind the newest change that is visible: with that as the end, their entries are never looked at.
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

/** The database knows no year 0. Text of this form compares like the moments it tells. */
function storable(instant: string): string {
  return instant < EARLIEST ? EARLIEST : instant;
}
