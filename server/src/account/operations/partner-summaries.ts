/** Adds figures of other areas to a page of partners, as far as the role of the caller allows. */
import {
  type PartnerSummary,
  type PartnerTotal,
  SUMMARY_DAYS,
} from '@serai/contract/account/partner-summary.ts';
import { hasPermission, type Role } from '@serai/contract/roles.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Money } from '@serai/contract/shared/money.ts';
import type { Database } from '../../platform/database/connect.ts';
import { fromMoney, toMoney } from '../../platform/money/minor-units.ts';

type ByPartner<Part extends keyof PartnerSummary> = Promise<
  ReadonlyMap<string, NonNullable<PartnerSummary[Part]>>
>;

/** Each source reads all partners of a page together. It returns an entry for each of them, or none without data. */
export interface SummarySources {
  revenue(db: Database, scope: SummaryScope & { days: number }): ByPartner<'revenue'>;
  balances(db: Database, scope: SummaryScope): ByPartner<'balance'>;
  traffic(db: Database, scope: SummaryScope): ByPartner<'traffic'>;
  certifications(db: Database, scope: Pick<SummaryScope, 'ids'>): ByPartner<'certification'>;
}

export interface SummaryScope {
  environment: Environment;
  ids: readonly string[];
}

/** The caller must be allowed to see these partners. */
export async function readSummaries(
  sources: SummarySources,
  db: Database,
  role: Role,
  scope: SummaryScope,
): Promise<(id: string) => PartnerSummary> {
  const revenue = hasPermission(role, 'reports:view')
    ? await sources.revenue(db, { ...scope, days: SUMMARY_DAYS })
    : undefined;
  const balances = hasPermission(role, 'billing:view') ? await sources.balances(db, scope) : undefined;
  const traffic = hasPermission(role, 'requests:view') ? await sources.traffic(db, scope) : undefined;
  const certifications = hasPermission(role, 'keys:view')
    ? await sources.certifications(db, scope)
    : undefined;
  return id => ({
    revenue: revenue === undefined ? null : (revenue.get(id) ?? []),
    balance: balances?.get(id) ?? null,
    traffic: traffic?.get(id) ?? null,
    certification: certifications?.get(id) ?? null,
  });
}

/** Adds up the figures of these partners, one row for each currency. The caller must be allowed to see them. */
export async function readPartnerTotals(
  sources: SummarySources,
  db: Database,
  role: Role,
  scope: SummaryScope,
): Promise<PartnerTotal[]> {
  const revenue = hasPermission(role, 'reports:view')
    ? await sources.revenue(db, { ...scope, days: SUMMARY_DAYS })
    : undefined;
  const balances = hasPermission(role, 'billing:view') ? await sources.balances(db, scope) : undefined;
  const owed = balances && [...balances.values()].map(each => each.owed);
  const sums = {
    revenue: sumByCurrency(revenue && [...revenue.values()].flat()),
    owed: sumByCurrency(owed?.filter(({ amount }) => !amount.startsWith('-'))),
    funds: sumByCurrency(owed?.filter(({ amount }) => amount.startsWith('-')).map(withoutSign)),
    overdue: sumByCurrency(balances && [...balances.values()].flatMap(each => each.overdue?.amount ?? [])),
  };
  const currencies = new Set(Object.values(sums).flatMap(sum => [...(sum?.keys() ?? [])]));
  const moneyOf = (sum: ReadonlyMap<string, number> | undefined, currency: string) =>
    sum === undefined ? null : toMoney(sum.get(currency) ?? 0, currency);
  return [...currencies].sort().map(currency => ({
    currency,
    revenue: moneyOf(sums.revenue, currency),
    owed: moneyOf(sums.owed, currency),
    funds: moneyOf(sums.funds, currency),
    overdue: moneyOf(sums.overdue, currency),
  }));
}

function withoutSign({ amount, currency }: Money): Money {
  return { amount: amount.slice(1), currency };
}

/** In minor units. Undefined if the role may not see the amounts. */
function sumByCurrency(amounts: readonly Money[] | undefined): ReadonlyMap<string, number> | undefined {
  if (amounts === undefined) return undefined;
  const sums = new Map<string, number>();
  for (const money of amounts) {
    sums.set(money.currency, (sums.get(money.currency) ?? 0) + fromMoney(money));
  }
  return sums;
}
