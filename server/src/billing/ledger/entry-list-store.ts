import type { EntryBooking } from '@serai/contract/billing/ledger-entry.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { LedgerEntryRow } from '../../platform/database/generated/tables.ts';
import type { Statement } from '../../platform/database/statement.ts';
import type { EntryKind } from './entry-kinds.ts';
import type { LedgerScope } from './ledger-store.ts';

/** The trigger of the table checks environment and kind. */
export interface StoredEntry extends Omit<LedgerEntryRow, 'environment' | 'kind'> {
  environment: Environment;
  kind: EntryKind;
  /** The exact time, for cursors. */
  at_text: string;
  /** For a payment that was returned, and for the entry that returns it. */
  returned: ReturnedPayment | null;
}

export interface ReturnedPayment {
  on: string;
  /** The posting of the payment, and the one that reverses it. */
  paymentId: string;
  returnId: string;
  /** The reference of the payment. */
  reference: string;
}

export interface EntryWithBooking extends StoredEntry {
  booking?: EntryBooking | undefined;
}

export interface EntryPosition {
  at: string;
  postingId: string;
  line: number;
}

export interface EntryFilter {
  /** Undefined means all partners. */
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

/**
 * Lists entries, newest first. The primary key sorts the entries of each partner by time. For all partners, the newest
 * entries of each are merged, because another index would make every booking more expensive.
 */
export async function listEntries(db: Database, filter: EntryFilter): Promise<StoredEntry[]> {
  const { organisationId, environment, from, to, kinds, bookingId, after, limit } = filter;
  const newest = db`ORDER BY at DESC, posting_id DESC, line DESC LIMIT ${limit}`;
  return await db<StoredEntry[]>`
    SELECT entry.* FROM organisation, LATERAL (
      SELECT ${columns(db)} FROM ledger_entry
      WHERE organisation_id = organisation.id AND environment = ${environment}
        ${from === undefined ? db`` : db`AND at >= ${from}::text::timestamptz`}
        ${to === undefined ? db`` : db`AND at < ${to}::text::timestamptz`}
        ${kinds === undefined ? db`` : db`AND kind = ANY (${kinds}::text[])`}
        ${bookingId === undefined ? db`` : db`AND booking_id = ${bookingId}`}
        ${after === undefined ? db`` : db`AND (at, posting_id, line) < ${position(db, after)}`}
      ${newest}
    ) AS entry
    WHERE organisation.kind = 'PARTNER' ${organisationId === undefined ? db`` : db`AND organisation.id = ${organisationId}`}
    ${newest}`;
}

/** Entries that change what the partner owes, oldest first. Uses the primary key. */
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

/** The first line of a posting that was written at about this time. Default: it was just written. */
export async function getPosting(
  db: Database,
  { organisationId, environment }: LedgerScope,
  postingId: string,
  about?: Date,
): Promise<StoredEntry> {
  const written = about === undefined ? db`serai_now()` : db`${about}::timestamptz`;
  const [entry] = await db<StoredEntry[]>`
    SELECT ${columns(db)} FROM ledger_entry
    WHERE organisation_id = ${organisationId} AND environment = ${environment} AND at > ${written} - interval '1 hour'
      AND at < ${written} + interval '1 hour'
      AND posting_id = ${postingId} AND line = 1`;
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

/** The reference of an adjustment is in a separate table, and replaces the empty column of the entry. */
function columns(db: Database): Statement {
  return db`*, to_char(at AT TIME ZONE 'UTC', ${INSTANT}) AS at_text, CASE kind
      WHEN 'PAYMENT' THEN (${returnOf(db, db`payment_return.external_reference = ledger_entry.external_reference`)})
      WHEN 'RETURNED_PAYMENT' THEN (${returnOf(db, db`return_id = posting_id`)})
    END AS returned, CASE kind
      WHEN 'ADJUSTMENT' THEN (
        SELECT adjustment.external_reference FROM adjustment_reference AS adjustment
        WHERE adjustment.organisation_id = ledger_entry.organisation_id
          AND adjustment.environment = ledger_entry.environment AND adjustment.posting_id = ledger_entry.posting_id)
      ELSE external_reference
    END AS external_reference`;
}

/** By one of the two keys of the table. */
function returnOf(db: Database, isSame: Statement): Statement {
  return db`
    SELECT jsonb_build_object('on', returned_on, 'paymentId', payment_id, 'returnId', return_id,
      'reference', payment_return.external_reference)
    FROM payment_return
    WHERE payment_return.organisation_id = ledger_entry.organisation_id
      AND payment_return.environment = ledger_entry.environment AND ${isSame}`;
}

function position(db: Database, { at, postingId, line }: EntryPosition): Statement {
  return db`(${at}::text::timestamptz, ${postingId}, ${line}::smallint)`;
}
