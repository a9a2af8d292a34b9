/** Dated tables of exchange rates per environment. The newest table is in use. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';

export interface RateRow {
  asOf: Date;
  base: string;
  currency: string;
  /** Units of `currency` per unit of `base`. */
  rate: string;
}

export async function readNewestRates(db: Database, environment: Environment): Promise<RateRow[]> {
  return db<RateRow[]>`
    SELECT as_of AS "asOf", base, currency, trim_scale(rate)::text AS rate FROM exchange_rate
    WHERE environment = ${environment}
      AND as_of = (SELECT max(as_of) FROM exchange_rate WHERE environment = ${environment})
    ORDER BY base, currency`;
}

/** An arbitrary constant. The advisory lock is held until the transaction ends. */
const RATES_LOCK = 7_353_243;

export async function lockRates(tx: Database): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(${RATES_LOCK})`;
}

export interface RateCounts {
  created: number;
  changed: number;
  removed: number;
}

export async function replaceRates(
  tx: Database,
  environment: Environment,
  asOf: string,
  rates: readonly Omit<RateRow, 'asOf'>[],
): Promise<RateCounts> {
  const bases = rates.map(({ base }) => base);
  const currencies = rates.map(({ currency }) => currency);
  const { count: removed } = await tx`
    DELETE FROM exchange_rate
    WHERE environment = ${environment} AND as_of = ${asOf}::timestamptz
      AND (base, currency) NOT IN (SELECT * FROM unnest(${bases}::text[], ${currencies}::text[]))`;
  const written = await tx<{ is_new: boolean }[]>`
    INSERT INTO exchange_rate AS stored (environment, as_of, base, currency, rate)
    SELECT ${environment}, ${asOf}::timestamptz, base, currency, rate
    FROM unnest(${bases}::text[], ${currencies}::text[], ${rates.map(({ rate }) => rate)}::numeric[])
      AS given (base, currency, rate)
    ON CONFLICT (environment, as_of, base, currency) DO UPDATE SET rate = excluded.rate
    WHERE stored.rate <> excluded.rate
    RETURNING xmax = 0 AS is_new`;
  const created = written.filter(({ is_new }) => is_new).length;
  return { created, changed: written.length - created, removed };
}

/** Returns null if there are no rates. */
export async function findNewestAsOf(db: Database, environment: Environment): Promise<Date | null> {
  const [row] = await db<{ newest: Date | null }[]>`
    SELECT max(as_of) AS newest FROM exchange_rate WHERE environment = ${environment}`;
  return row?.newest ?? null;
}
