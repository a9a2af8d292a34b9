/**
 * Ledger entries are only ever added. When their transaction commits, a trigger adds them to the balance and
 * rejects a checked hold that exceeds the credit. Until then, no row of the balance is locked.
 */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { newReferenceId } from '../../platform/ids/reference-id.ts';
import { dateInZone } from '../../platform/time/zoned-time.ts';
import type { BillingModel } from './available.ts';
import { changeOf, type LedgerLine } from './entry-kinds.ts';

export interface LedgerScope {
  organisationId: string;
  environment: Environment;
}

export interface NewEntries {
  scope: LedgerScope;
  currency: string;
  lines: readonly LedgerLine[];
  actor: string;
  bookingId?: string;
  externalReference?: string;
  /** The day on which a payment was received. */
  receivedOn?: string;
  reason?: string | undefined;
}

export async function insertEntries(
  tx: Database,
  entries: NewEntries,
  postingId = newReferenceId('pst'),
): Promise<string> {
  await tx`${insertion(tx, postingId, entries)}`;
  return postingId;
}

/**
 * An INSERT that becomes a CTE of the statement that changes the booking, which is cheaper than a separate statement. It reads the
 * time from that statement's CTE `moment (at)`. If a hold is checked and exceeds the credit, the commit fails.
 */
export function entriesOfChange(
  tx: Database,
  entries: NewEntries & { bookingId: string },
  isChecked: boolean,
): Statement {
  return insertion(tx, newReferenceId('pst'), entries, { isChecked, now: tx`moment` });
}

/** Returns undefined if a payment with this external reference already exists. */
export async function insertPayment(
  tx: Database,
  payment: NewEntries & { externalReference: string },
): Promise<string | undefined> {
  const postingId = newReferenceId('pst');
  const { count } = await tx`
    ${insertion(tx, postingId, payment)}
    ON CONFLICT (organisation_id, environment, external_reference) WHERE external_reference IS NOT NULL DO NOTHING`;
  return count === 0 ? undefined : postingId;
}

/** The time is read once, so that all lines of a posting belong to the same statement. */
function insertion(
  tx: Database,
  postingId: string,
  entries: NewEntries,
  { isChecked = false, now = tx`(SELECT serai_now() AS at) AS moment` } = {},
): Statement {
  const {
    scope,
    currency,
    lines,
    actor,
    bookingId = null,
    externalReference = null,
    receivedOn = null,
    reason = null,
  } = entries;
  const owed = lines.reduce((sum, line) => sum + changeOf(line, 'PARTNER'), 0);
  const held = lines.reduce((sum, line) => sum + changeOf(line, 'HELD'), 0);
  const rows = lines
    .map(
      (
        { kind, debit, credit, amountMinor },
        i,
      ) => tx`(${i + 1}::smallint, ${kind}::text, ${debit}::text, ${credit}::text, ${amountMinor}::bigint,
        ${i === 0 ? owed : 0}::bigint, ${i === 0 ? held : 0}::bigint)`,
    )
    .reduce((all, row) => tx`${all}, ${row}`);
  return tx`
    INSERT INTO ledger_entry (posting_id, line, organisation_id, environment, kind, debit, credit, currency, amount_minor, at, actor,
      booking_id, external_reference, received_on, reason, owed_change, held_change, is_checked)
    SELECT ${postingId}, line, ${scope.organisationId}, ${scope.environment}, kind, debit, credit, ${currency}, amount_minor, moment.at,
      ${actor}, ${bookingId}, ${externalReference}, ${receivedOn}::date, ${reason}, owed_change, held_change, ${isChecked}
    FROM ${now}, (VALUES ${rows}) AS line (line, kind, debit, credit, amount_minor, owed_change, held_change)`;
}

export interface StoredAccount {
  model: BillingModel;
  currency: string;
  limitMinor: number | null;
  owedMinor: number;
  heldMinor: number;
  /** Days until a closed statement must be paid. */
  paymentDays: number | null;
  /** The percentage below which the available amount has fallen. */
  lowPercent: number | null;
}

/** A partner without entries has a balance of zero. */
export async function getAccount(db: Database, scope: LedgerScope): Promise<StoredAccount> {
  const [row] = await db<StoredAccount[]>`
    SELECT ${accountColumns(db)} FROM ${accounts(db, scope.environment)} WHERE id = ${scope.organisationId}`;
  if (!row) throw new Error(`partner ${scope.organisationId} does not exist`);
  return row;
}

/** Reads the account and prevents changes to the billing currency until the transaction ends. */
export async function getLockedAccount(tx: Database, scope: LedgerScope): Promise<StoredAccount> {
  await tx`SELECT FROM organisation WHERE id = ${scope.organisationId} FOR SHARE`;
  return getAccount(tx, scope);
}

/**
 * Until this transaction ends, no other one can change the low-balance status, because such changes lock all stripes.
 */
export async function lockAvailable(tx: Database, scope: LedgerScope): Promise<void> {
  await tx`
    SELECT FROM ledger_balance
    WHERE organisation_id = ${scope.organisationId} AND environment = ${scope.environment} AND stripe = 0 FOR UPDATE`;
}

function accountColumns(db: Database): Statement {
  return db`billing_model AS model, coalesce(balance.currency, billing_currency, default_currency) AS currency,
    CASE WHEN billing_model = 'CREDIT' THEN coalesce(credit_limit_minor, 0) END AS "limitMinor",
    coalesce(owed, 0) AS "owedMinor", coalesce(held, 0) AS "heldMinor",
    CASE WHEN billing_model <> 'PREPAID' THEN payment_days END AS "paymentDays", low_percent AS "lowPercent"`;
}

/** Adds up the stripes of each ledger. */
function accounts(db: Database, environment: Environment): Statement {
  return db`organisation LEFT JOIN LATERAL (
    SELECT max(currency) AS currency, sum(owed_minor)::bigint AS owed, sum(held_minor)::bigint AS held, max(low_percent) AS low_percent
    FROM ledger_balance WHERE organisation_id = organisation.id AND environment = ${environment}
  ) AS balance ON true`;
}

export interface AccountFilter {
  /** Undefined means all partners. */
  organisationId: string | undefined;
  environment: Environment;
  isLowOnly: boolean;
  after: { name: string; id: string } | undefined;
  limit: number;
}

/** The currency of both ledgers of a partner. Undefined as long as they have no entry. */
export async function findLedgerCurrency(db: Database, organisationId: string): Promise<string | undefined> {
  const [row] = await db<{ currency: string }[]>`
    SELECT currency FROM ledger_balance WHERE organisation_id = ${organisationId} LIMIT 1`;
  return row?.currency;
}

export interface NamedAccount extends StoredAccount {
  organisationId: string;
  name: string;
}

/** The accounts of these partners, by primary key, in the order of their ids. */
export async function listAccountsOf(
  db: Database,
  environment: Environment,
  ids: readonly string[],
): Promise<NamedAccount[]> {
  if (ids.length === 0) return [];
  return await db<NamedAccount[]>`
    SELECT ${accountColumns(db)}, id AS "organisationId", name FROM ${accounts(db, environment)}
    WHERE kind = 'PARTNER' AND id = ANY (${ids}::text[]) ORDER BY id LIMIT ${ids.length}`;
}

/** Sorted by the name of the partner. */
export async function listAccounts(
  db: Database,
  { organisationId, environment, isLowOnly, after, limit }: AccountFilter,
): Promise<NamedAccount[]> {
  return await db<NamedAccount[]>`
    SELECT ${accountColumns(db)}, id AS "organisationId", name FROM ${accounts(db, environment)}
    WHERE kind = 'PARTNER'
      ${organisationId === undefined ? db`` : db`AND id = ${organisationId}`}
      ${isLowOnly ? db`AND low_percent IS NOT NULL` : db``}
      ${after === undefined ? db`` : db`AND (name, id) > (${after.name}, ${after.id})`}
    ORDER BY name, id LIMIT ${limit}`;
}

export async function databaseNow(db: Database): Promise<Date> {
  const [row] = await db<{ now: Date }[]>`SELECT serai_now() AS now`;
  return (row as { now: Date }).now;
}

/** The day in a time zone, by the clock of the database. */
export async function todayIn(db: Database, timeZone: string): Promise<string> {
  return dateInZone((await databaseNow(db)).getTime(), timeZone);
}
