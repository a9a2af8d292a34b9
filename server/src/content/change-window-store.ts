/**
 * Which changes a list shows. A list with `updatedSince` shows what changed since; the later pages of a list leave out
 * what was added after its first page, so that a list of a growing catalogue ends.
 */
import type { Database } from '../platform/database/connect.ts';
import type { Statement } from '../platform/database/statement.ts';

export interface ChangeWindow {
  /** RFC 3339; changes at this moment or later. */
  updatedSince?: string | undefined;
  /** The newest change at the time of the first page; absent on the first page itself. */
  pin?: number | undefined;
}

/** A row that tells the newest change there was when it was read. */
export interface Pinned {
  pin: number;
}

export function pinColumn(db: Database): Statement {
  return db`(SELECT max(id) FROM catalogue_change) AS pin`;
}

/** Moments rise with the ids of changes, so one id stands for a moment. */
export function changedSince(db: Database, { updatedSince }: ChangeWindow, changeId: Statement): Statement {
  if (updatedSince === undefined) return db``;
  return db`AND ${changeId} >= (
    SELECT id FROM catalogue_change WHERE at >= ${storable(updatedSince)}::timestamptz ORDER BY at LIMIT 1)`;
}

export function createdBy(db: Database, { pin }: ChangeWindow, createdChangeId: Statement): Statement {
  return pin === undefined ? db`` : db`AND ${createdChangeId} <= ${pin}`;
}

const EARLIEST = '1970-01-01T00:00:00Z';

/** The database knows no year 0. Text of this form compares like the moments it tells. */
function storable(instant: string): string {
  return instant < EARLIEST ? EARLIEST : instant;
}
