/**
 * What partners owe, by age in calendar days. An item is what a booking or an adjustment added to the debt, at the time of its first
 * entry. Payments and other credits settle the oldest items first, so the newest items make up what is still owed. A
 * returned payment is not an item: it restores the debt that the payment had settled, with its age.
 */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Statement } from '../../platform/database/statement.ts';

export interface AgedDebt {
  days0To30Minor: number;
  days31To60Minor: number;
  days61To90Minor: number;
  over90Minor: number;
}

export interface PartnerDebt extends AgedDebt {
  organisationId: string;
  /** The closed statements that ended since `comparedSince`, newest first. */
  statements: ClosedStatement[];
  /** Statements that ended before are not compared with the debt. */
  comparedSince: Date;
}

export interface ClosedStatement {
  number: string;
  month: string;
  closingMinor: number;
  /** The amount that the charges of the month added to the debt. */
  addedMinor: number;
  /**
   * The unpaid part of the debt at the end of the month, which includes earlier months. Null if it follows from the next
   * statement.
   */
  remainsMinor: number | null;
  dueOn: string | null;
  /** Whether the due date has passed, in the time zone of the statement. */
  isLate: boolean;
}

export interface AgeingScope {
  environment: Environment;
  /** The operator's time zone, in which days begin. */
  timeZone: string;
}

/** Older statements are not counted, so that the read stays short. */
const STATEMENT_MONTHS = 12;

/**
 * The number of partners whose entries one statement reads. A large partner has tens of thousands a month, and a statement
 * that takes more than 10 seconds is cancelled.
 */
const BATCH = 5;

/** The debts are those of accounts that were already read, so that the ages always add up to them. */
export async function listDebts(
  db: Database,
  scope: AgeingScope,
  accounts: readonly { organisationId: string; owedMinor: number }[],
): Promise<PartnerDebt[]> {
  const owing = accounts.filter(({ owedMinor }) => owedMinor > 0);
  const debts: PartnerDebt[] = [];
  for (const batch of batchesOf(owing)) {
    const found = await db<PartnerDebt[]>`
      SELECT organisation_id AS "organisationId", ${byAge(db)}, statements, ${comparedSince(db)} AS "comparedSince"
      FROM unnest(${batch.map(each => each.organisationId)}::text[], ${batch.map(each => each.owedMinor)}::bigint[])
        AS debt (organisation_id, owed), ${charged(db, scope)}, LATERAL (${closedStatements(db, scope.environment)}) AS closed`;
    debts.push(...found);
  }
  return debts;
}

function* batchesOf<One>(all: readonly One[]): Generator<One[]> {
  for (let start = 0; start < all.length; start += BATCH) yield all.slice(start, start + BATCH);
}

function comparedSince(db: Database): Statement {
  return db`serai_now() - make_interval(months => ${STATEMENT_MONTHS})`;
}

/** What the partners owe now. Partners without entries are left out. */
export async function listOwed(
  db: Database,
  environment: Environment,
  ids: readonly string[],
): Promise<{ organisationId: string; owedMinor: number }[]> {
  return await db<{ organisationId: string; owedMinor: number }[]>`
    SELECT organisation_id AS "organisationId", sum(owed_minor)::bigint AS "owedMinor" FROM ledger_balance
    WHERE organisation_id = ANY (${ids}::text[]) AND environment = ${environment}
    GROUP BY organisation_id ORDER BY organisation_id LIMIT ${ids.length}`;
}

/**
 * The newest statement, those that ended in the last 90 days, the one before them, and any that is followed by an open month are
 * compared with the items since their end. What remains of the others follows from the stored totals of the next one.
 */
function closedStatements(db: Database, environment: Environment): Statement {
  return db`
    SELECT coalesce(jsonb_agg(jsonb_build_object('number', number, 'month', month, 'closingMinor', closing_minor, 'addedMinor', added, 'dueOn', due_on,
      'isLate', coalesce(${isLate(db)}, false), 'remainsMinor', CASE
        WHEN (to_at <= day30 AND owed <= within30) OR (to_at <= day90 AND owed <= within90) THEN 0
        WHEN is_compared THEN owed - (SELECT coalesce(sum(minor), 0) FROM ${items(db, environment, db`to_at`, db`true`)})
      END) ORDER BY to_at DESC), '[]') AS statements
    FROM (
      SELECT number, month, to_at, due_on, time_zone, closing_minor, greatest(0, ${total(db, 'CHARGE')} + ${total(db, 'PENALTY')}
          + ${total(db, 'REFUND')} + greatest(0, ${total(db, 'ADJUSTMENT')})) AS added,
        coalesce(lag(to_at) OVER later >= day90 OR lag(from_at) OVER later <> to_at, true) AS is_compared
      FROM statement
      WHERE statement.organisation_id = debt.organisation_id AND statement.environment = ${environment}
        AND to_at > ${comparedSince(db)}
      WINDOW later AS (ORDER BY to_at DESC)
    ) AS ended`;
}

function total(db: Database, kind: string): Statement {
  return db`coalesce((totals -> ${kind}::text ->> 'owedMinor')::bigint, 0)`;
}

/** Which partners a list or its totals contain. */
export interface DebtFilter {
  /** Undefined means all partners. */
  organisationId: string | undefined;
  isLowOnly: boolean;
}

export interface LateDebt extends Pick<PartnerDebt, 'organisationId' | 'statements'> {
  currency: string;
}

/** Many more than any installation has. They bound the reads. */
const MAX_LATE = 5_000;
const MAX_LEDGERS = 50_000;

/** What these partners owe for statements whose due date has passed, and which may be paid. */
export async function listLate(db: Database, scope: AgeingScope, filter: DebtFilter): Promise<LateDebt[]> {
  const candidates = await listCandidates(db, scope.environment, filter);
  const currencyOf = new Map(candidates.map(({ organisationId, currency }) => [organisationId, currency]));
  const debts = await listDebts(db, scope, candidates);
  return debts.map(({ organisationId, statements }) => ({
    organisationId,
    currency: currencyOf.get(organisationId) ?? '',
    statements,
  }));
}

export interface LateCandidate {
  organisationId: string;
  currency: string;
  owedMinor: number;
}

/**
 * The partners that owe something and have a statement whose due date has passed, whether or not it was paid. Reads no
 * entries.
 */
export async function listCandidates(
  db: Database,
  environment: Environment,
  filter: DebtFilter,
): Promise<LateCandidate[]> {
  return await db<LateCandidate[]>`
    SELECT organisation_id AS "organisationId", currency, owed AS "owedMinor"
    FROM (${owingBy(db, environment, filter)}) AS balance
    WHERE owed > 0 AND EXISTS (
      SELECT FROM statement
      WHERE statement.organisation_id = balance.organisation_id AND statement.environment = ${environment}
        AND closing_minor > 0 AND to_at > ${comparedSince(db)} AND ${isLate(db)})
    ORDER BY organisation_id LIMIT ${MAX_LATE}`;
}

/** Adds up the stripes of each ledger. `among` restricts the partners further. */
function owingBy(
  db: Database,
  environment: Environment,
  { organisationId, isLowOnly, among }: DebtFilter & { among?: readonly string[] | undefined },
): Statement {
  return db`
    SELECT organisation_id, max(currency) AS currency, greatest(sum(owed_minor), 0)::bigint AS owed,
      greatest(-sum(owed_minor), 0)::bigint AS funds, sum(held_minor)::bigint AS held, max(low_percent) AS low_percent
    FROM ledger_balance WHERE environment = ${environment}
      ${organisationId === undefined ? db`` : db`AND organisation_id = ${organisationId}`}
      ${among === undefined ? db`` : db`AND organisation_id = ANY (${among}::text[])`}
    GROUP BY organisation_id ${isLowOnly ? db`HAVING max(low_percent) IS NOT NULL` : db``}`;
}

/** The due date has passed in the time zone of the statement. */
function isLate(db: Database): Statement {
  return db`due_on < (serai_now() AT TIME ZONE time_zone)::date`;
}

export interface DebtTotal extends AgedDebt {
  currency: string;
  partners: number;
  lowPartners: number;
  owedMinor: number;
  fundsMinor: number;
  heldMinor: number;
}

export interface TotalFilter extends AgeingScope, DebtFilter {
  /** Undefined means all partners that match the rest of the filter. */
  among: readonly string[] | undefined;
  /** If false, no entries are read, and all ages are 0. */
  isAged: boolean;
}

/** One row for each currency. */
export async function readTotals(db: Database, filter: TotalFilter): Promise<DebtTotal[]> {
  if (!filter.isAged) return await readBatch(db, filter);
  const totals = new Map<string, DebtTotal>();
  for (const among of batchesOf(await listLedgers(db, filter))) {
    for (const total of await readBatch(db, { ...filter, among })) {
      totals.set(total.currency, sumOf(totals.get(total.currency), total));
    }
  }
  return [...totals.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

function sumOf(one: DebtTotal | undefined, other: DebtTotal): DebtTotal {
  if (one === undefined) return other;
  const sum = { ...one };
  const { currency: _, ...amounts } = other;
  for (const field of Object.keys(amounts) as (keyof typeof amounts)[]) sum[field] += amounts[field];
  return sum;
}

async function listLedgers(db: Database, { environment, ...filter }: TotalFilter): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    SELECT organisation_id AS id FROM (${owingBy(db, environment, filter)}) AS balance
    ORDER BY organisation_id LIMIT ${MAX_LEDGERS}`;
  return rows.map(({ id }) => id);
}

async function readBatch(
  db: Database,
  { isAged, environment, timeZone, ...filter }: TotalFilter,
): Promise<DebtTotal[]> {
  return await db<DebtTotal[]>`
    SELECT currency, count(*)::int AS partners, count(low_percent)::int AS "lowPartners", sum(owed)::bigint AS "owedMinor", sum(funds)::bigint AS "fundsMinor",
      sum(held)::bigint AS "heldMinor", sum("days0To30Minor")::bigint AS "days0To30Minor",
      sum("days31To60Minor")::bigint AS "days31To60Minor", sum("days61To90Minor")::bigint AS "days61To90Minor",
      sum("over90Minor")::bigint AS "over90Minor"
    FROM (
      SELECT currency, owed, funds, held, low_percent, ${isAged ? byAge(db) : withoutAge(db)}
      FROM (${owingBy(db, environment, filter)}) AS debt ${isAged ? db`, ${charged(db, { environment, timeZone })}` : db``}
    ) AS aged
    GROUP BY currency ORDER BY currency`;
}

function withoutAge(db: Database): Statement {
  return db`
    0::bigint AS "days0To30Minor", 0::bigint AS "days31To60Minor", 0::bigint AS "days61To90Minor",
    0::bigint AS "over90Minor"`;
}

/**
 * The sums of the items of each `debt`. Older entries than those of the last 30 days are read only for partners that
 * owe more than what these add up to.
 */
function charged(db: Database, { environment, timeZone }: AgeingScope): Statement {
  const dayStart = (days: number) =>
    db`(date_trunc('day', serai_now() AT TIME ZONE ${timeZone}) - make_interval(days => ${days})) AT TIME ZONE ${timeZone}`;
  return db`
    (SELECT ${dayStart(30)} AS day30, ${dayStart(60)} AS day60, ${dayStart(90)} AS day90) AS days,
    LATERAL (
      SELECT coalesce(sum(minor), 0)::bigint AS within30 FROM ${items(db, environment, db`day30`, db`owed > 0`)}
    ) AS recent, LATERAL (
      SELECT coalesce(sum(minor) FILTER (WHERE at >= day60), 0)::bigint AS within60, coalesce(sum(minor), 0)::bigint AS within90
      FROM ${items(db, environment, db`day90`, db`owed > within30`)}
    ) AS older`;
}

/** Reads the entries of one partner since a given time, by the primary key. */
function items(db: Database, environment: Environment, since: Statement, isNeeded: Statement): Statement {
  return db`(
    SELECT min(at) AS at, sum(owed_change) AS minor FROM ledger_entry
    WHERE ledger_entry.organisation_id = debt.organisation_id AND ledger_entry.environment = ${environment}
      AND ${isNeeded} AND at >= ${since} AND owed_change <> 0 AND kind NOT IN ('PAYMENT', 'RETURNED_PAYMENT')
    GROUP BY coalesce(booking_id, posting_id) HAVING sum(owed_change) > 0
  ) AS item`;
}

/**
 * The sums are cumulative, so each age is the difference of two. A longer period can add up to less, if a booking was
 * refunded and charged again.
 */
function byAge(db: Database): Statement {
  const until60 = db`least(owed, greatest(within30, within60))`;
  const until90 = db`least(owed, greatest(within30, within90))`;
  return db`least(owed, within30) AS "days0To30Minor", ${until60} - least(owed, within30) AS "days31To60Minor",
    ${until90} - ${until60} AS "days61To90Minor", owed - ${until90} AS "over90Minor"`;
}
