/** Ledger entries as people read them. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { LedgerEntryRow } from '../../platform/database/generated/tables.ts';
import type { Statement } from '../../platform/database/statement.ts';
import type { LedgerScope } from './ledger-store.ts';

export interface StoredEntry extends LedgerEntryRow {
  /** The exact time, for cursors. */
  at_text: string;
}

export interface EntryPosition {
  at: string;
  postingId: string;
  line: number;
}

export interface EntryFilter {
  /** Undefined for all partners. */
  organisationId: string | undefined;
  environment: Environment;
  from?: string | undefined;
  to?: string | undefined;
  kinds?: readonly string[] | undefined;
  bookingId?: string | undefined;
  after: EntryPosition | undefined;
  limit: number;
}

const INSTANT = 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"';

/** Newest first. Uses ledger_by_time, ledger_all or ledger_by_booking. */
export async function listEntries(db: Database, filter: EntryFilter): Promise<StoredEntry[]> {
  const { organisationId, environment, from, to, kinds, bookingId, after, limit } = filter;
  return await db<StoredEntry[]>`
    SELECT ${columns(db)} FROM ledger_entry
    WHERE environment = ${environment}
      ${organisationId === undefined ? db`` : db`AND organisation_id = ${organisationId}`}
      ${from === undefined ? db`` : db`AND at >= ${from}::text::timestamptz`}
      ${to === undefined ? db`` : db`AND at < ${to}::text::timestamptz`}
      ${kinds === undefined ? db`` : db`AND kind = ANY (${kinds}::text[])`}
      ${bookingId === undefined ? db`` : db`AND booking_id = ${bookingId}`}
      ${after === undefined ? db`` : db`AND (at, posting_id, line) < ${position(db, after)}`}
    ORDER BY at DESC, posting_id DESC, line DESC LIMIT ${limit}`;
}

/** Entries that change what the partner owes, oldest first. Uses ledger_by_time. */
export async function listStatementEntries(
  db: Database,
  { organisationId, environment }: LedgerScope,
  { from, to }: { from: Date; to: Date },
  after: EntryPosition | undefined,
  limit: number,
): Promise<StoredEntry[]> {
  return await db<StoredEntry[]>`
    SELECT ${columns(db)} FROM ledger_entry
    WHERE organisation_id = ${organisationId} AND environment = ${environment} AND at >= ${from} AND at < ${to}
      AND 'PARTNER' IN (debit, credit)
      ${after === undefined ? db`` : db`AND (at, posting_id, line) > ${position(db, after)}`}
    ORDER BY at, posting_id, line LIMIT ${limit}`;
}

export async function getPosting(db: Database, postingId: string): Promise<StoredEntry> {
  const [entry] = await db<StoredEntry[]>`
    SELECT ${columns(db)} FROM ledger_entry WHERE posting_id = ${postingId} AND line = 1`;
  if (!entry) throw new Error(`posting ${postingId} does not exist`);
  return entry;
}

export async function findPayment(
  db: Database,
  { organisationId, environment }: LedgerScope,
  externalReference: string,
): Promise<StoredEntry | undefined> {
  const [entry] = await db<StoredEntry[]>`
    SELECT ${columns(db)} FROM ledger_entry
    WHERE organisation_id = ${organisationId} AND environment = ${environment}
      AND external_reference = ${externalReference}`;
  return entry;
}

function columns(db: Database): Statement {
  return db`*, to_char(at AT TIME ZONE 'UTC', ${INSTANT}) AS at_text`;
}

function position(db: Database, { at, postingId, line }: EntryPosition): Statement {
  return db`(${at}::text::timestamptz, ${postingId}, ${line}::smallint)`;
}
