/** Adds figures of other areas to a page of partners, as far as the role of the caller allows. */
import { type PartnerSummary, SUMMARY_DAYS } from '@serai/contract/account/partner-summary.ts';
import { hasPermission, type Role } from '@serai/contract/roles.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';

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
