/** Statements: calculated from the entries while they are open, stored when they are closed. */
import type { LegalCompany } from '@serai/contract/account/company.ts';
import type { PaymentDetails } from '@serai/contract/account/payment-lines.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { StatementRow } from '../../platform/database/generated/tables.ts';
import { ofPartner } from '../../platform/database/of-partner.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { newReferenceId } from '../../platform/ids/reference-id.ts';
import { idRange, type SearchQuery } from '../../platform/operations/operator/search-source.ts';
import type { LedgerScope } from '../ledger/ledger-store.ts';

export interface KindTotal {
  /** Sum of the changes to the amount that the partner owes. */
  owedMinor: number;
  entries: number;
}

export type Totals = Partial<Record<string, KindTotal>>;

export interface StoredStatement extends Omit<StatementRow, 'totals'> {
  totals: Totals;
}

export async function findClosed(
  db: Database,
  { organisationId, environment }: LedgerScope,
  month: string,
): Promise<StoredStatement | undefined> {
  const [row] = await db<StoredStatement[]>`
    SELECT * FROM statement
    WHERE organisation_id = ${organisationId} AND environment = ${environment} AND month = ${month}`;
  return row;
}

export interface FoundStatement
  extends Pick<StoredStatement, 'statement_id' | 'number' | 'environment' | 'currency' | 'closing_minor'> {
  organisation_id: string;
  partner_name: string;
}

/**
 * Statements whose number begins with one of these texts, the first numbers of each environment. Uses the index of the
 * numbers.
 */
export async function findNumbered(
  db: Database,
  starts: readonly [string, string],
  { organisationId, environments, limit }: Pick<SearchQuery, 'organisationId' | 'environments' | 'limit'>,
): Promise<FoundStatement[]> {
  const [plain, other] = starts.map(start => {
    const { from, to } = idRange(start);
    return db`(number >= ${from} AND number <= ${to} AND starts_with(number, ${start}))`;
  }) as [Statement, Statement];
  return await db<FoundStatement[]>`
    SELECT found.*
    FROM unnest(${environments}::text[]) AS searched (name), LATERAL (
      SELECT statement_id, number, environment, statement.currency, closing_minor, organisation_id,
        organisation.name AS partner_name
      FROM statement JOIN organisation ON organisation.id = organisation_id
      WHERE (${plain} OR ${other}) AND ${ofPartner(db, organisationId)} AND environment = searched.name
      ORDER BY number LIMIT ${limit}
    ) AS found
    ORDER BY number LIMIT ${limit * environments.length}`;
}

export interface Period {
  from: Date;
  to: Date;
}

/**
 * The amount that the partner owed at a given time. Starts from the last closed statement that ended by then, so that
 * old entries are not read again.
 */
export async function readOpening(
  db: Database,
  { organisationId, environment }: LedgerScope,
  from: Date,
): Promise<number> {
  const [opening] = await db<{ minor: number }[]>`
    WITH last AS (
      SELECT to_at, closing_minor FROM statement
      WHERE organisation_id = ${organisationId} AND environment = ${environment} AND to_at <= ${from}
      ORDER BY to_at DESC LIMIT 1
    )
    SELECT (coalesce((SELECT closing_minor FROM last), 0) + coalesce(sum(
      CASE 'PARTNER' WHEN debit THEN amount_minor WHEN credit THEN -amount_minor ELSE 0 END), 0))::bigint AS minor
    FROM ledger_entry
    WHERE organisation_id = ${organisationId} AND environment = ${environment} AND at < ${from}
      AND at >= coalesce((SELECT to_at FROM last), '-infinity')`;
  return opening?.minor ?? 0;
}

export async function readTotals(
  db: Database,
  { organisationId, environment }: LedgerScope,
  { from, to }: Period,
): Promise<Totals> {
  const rows = await db<(KindTotal & { kind: string })[]>`
    SELECT kind, sum(CASE 'PARTNER' WHEN debit THEN amount_minor ELSE -amount_minor END)::bigint AS "owedMinor",
      count(*)::int AS entries
    FROM ledger_entry
    WHERE organisation_id = ${organisationId} AND environment = ${environment} AND at >= ${from} AND at < ${to}
      AND 'PARTNER' IN (debit, credit)
    GROUP BY kind ORDER BY kind`;
  return Object.fromEntries(rows.map(({ kind, ...total }) => [kind, total]));
}

/**
 * Locks all stripes and sets `closed_until`, so that no further entry can get a time before `until`. Returns false if
 * there are no entries.
 */
export async function sealEntries(tx: Database, scope: LedgerScope, until: Date): Promise<boolean> {
  const ledger = tx`organisation_id = ${scope.organisationId} AND environment = ${scope.environment}`;
  await tx`SELECT FROM ledger_balance WHERE ${ledger} ORDER BY stripe FOR UPDATE`;
  const { count } = await tx`
    UPDATE ledger_balance SET closed_until = greatest(closed_until, ${until}) WHERE ${ledger}`;
  return count > 0;
}

/**
 * Until this transaction ends, no other one can close a statement of the partner or reset its sandbox. Bookings that
 * need only one stripe do not wait for it, because they change no key of the balance. Returns until when the entries are sealed.
 */
export async function lockStatements(
  tx: Database,
  { organisationId, environment }: LedgerScope,
): Promise<Date | null> {
  await tx`SELECT pg_advisory_xact_lock(hashtext(${`statements ${organisationId} ${environment}`}))`;
  // Nodes of the previous version close a statement while they lock the stripes FOR UPDATE.
  const [row] = await tx<{ closedUntil: Date | null }[]>`
    SELECT closed_until AS "closedUntil" FROM ledger_balance
    WHERE organisation_id = ${organisationId} AND environment = ${environment} AND stripe = 0 FOR KEY SHARE`;
  return row?.closedUntil ?? null;
}

export type NewStatement = Omit<StoredStatement, 'statement_id' | 'number' | 'closed_at' | 'due_on'>;

/**
 * Without payment terms or an amount to pay, the statement has no due date. The database assigns the number, and other
 * transactions that close a statement of this month wait until this one has ended.
 */
export async function insertStatement(
  tx: Database,
  statement: NewStatement,
  paymentDays: number | null,
): Promise<StoredStatement> {
  const [row] = await tx<StoredStatement[]>`
    INSERT INTO statement (statement_id, organisation_id, environment, month, time_zone, from_at, to_at, currency, opening_minor,
      closing_minor, totals, closed_at, closed_by, due_on)
    VALUES (${newReferenceId('stm')}, ${statement.organisation_id}, ${statement.environment}, ${statement.month},
      ${statement.time_zone}, ${statement.from_at}, ${statement.to_at}, ${statement.currency}, ${statement.opening_minor},
      ${statement.closing_minor}, ${tx.json(statement.totals)}, serai_now(), ${statement.closed_by},
      (serai_now() AT TIME ZONE ${statement.time_zone})::date + ${statement.closing_minor > 0 ? paymentDays : null}::int)
    RETURNING *`;
  return row as StoredStatement;
}

export interface StatementKey {
  organisationId: string;
  name: string;
  month: string;
}

export interface MonthFilter {
  organisationId: string | undefined;
  environment: Environment;
  timeZone: string;
  month: string | undefined;
  after: StatementKey | undefined;
  limit: number;
}

/** One row for each month since the first entry of each ledger, the latest month first. */
export async function listMonths(db: Database, filter: MonthFilter): Promise<StatementKey[]> {
  const { organisationId, environment, timeZone, month, after, limit } = filter;
  return await db<StatementKey[]>`
    SELECT organisation.id AS "organisationId", organisation.name, to_char(month, 'YYYY-MM') AS month
    FROM ledger_balance AS balance JOIN organisation ON organisation.id = balance.organisation_id,
      LATERAL (SELECT min(at) AS at FROM ledger_entry AS entry
        WHERE entry.organisation_id = balance.organisation_id AND entry.environment = balance.environment) AS first,
      LATERAL generate_series(date_trunc('month', first.at AT TIME ZONE ${timeZone}),
        serai_now() AT TIME ZONE ${timeZone}, interval '1 month') AS month
    WHERE balance.environment = ${environment} AND balance.stripe = 0
      ${organisationId === undefined ? db`` : db`AND balance.organisation_id = ${organisationId}`}
      ${month === undefined ? db`` : db`AND to_char(month, 'YYYY-MM') = ${month}`}
      ${
        after === undefined
          ? db``
          : db`AND (to_char(month, 'YYYY-MM') < ${after.month} OR (to_char(month, 'YYYY-MM') = ${after.month}
              AND (organisation.name, organisation.id) > (${after.name}, ${after.organisationId})))`
      }
    ORDER BY month DESC, organisation.name, organisation.id LIMIT ${limit}`;
}

/** One of the two companies on a statement. */
export type Party = { name: string } & LegalCompany;

/** The operator. */
export type Issuer = Party & { paymentDetails: PaymentDetails };

export async function getRecipient(db: Database, organisationId: string): Promise<Party> {
  const [row] = await db<Party[]>`
    SELECT name, company ->> 'legalName' AS "legalName", company ->> 'address' AS address, company ->> 'taxNumber' AS "taxNumber",
      company ->> 'billingEmail' AS "billingEmail"
    FROM organisation WHERE id = ${organisationId}`;
  if (!row) throw new Error(`partner ${organisationId} does not exist`);
  return row;
}
