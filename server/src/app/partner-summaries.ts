/** Reads the figures in the list of partners from the other areas. */
import { SUMMARY_REQUESTS } from '@serai/contract/account/partner-summary.ts';
import { CHECKLIST } from '@serai/contract/account/sandbox.ts';
import type { SummarySources } from '../account/operations/partner-summaries.ts';
import { listDebts } from '../billing/ledger/ageing-store.ts';
import { listAccountsOf } from '../billing/ledger/ledger-store.ts';
import { readRevenueOf } from '../billing/reports/sales-store.ts';
import { overdueView } from '../billing/statements/payment-state.ts';
import { listTraffic } from '../gateway/records/traffic-store.ts';
import type { Replicas } from '../platform/database/replicas/replicas.ts';
import { toMoney } from '../platform/money/minor-units.ts';
import { listCertifications } from '../sandbox/checklist-store.ts';

interface SummaryParts {
  /** Serve the revenue, like reports. Balances are always read from the primary. */
  replicas?: Replicas | undefined;
  timeZone(): Promise<string>;
}

export function partnerSummaries({ replicas, timeZone }: SummaryParts): SummarySources {
  return {
    async revenue(db, scope) {
      const onPrimary = () => readRevenueOf(db, scope);
      const rows = await (replicas?.read(
        pool => readRevenueOf(pool.asService('Staff read the revenue of several partners together.'), scope),
        onPrimary,
      ) ?? onPrimary());
      const amounts = Map.groupBy(rows, ({ organisationId }) => organisationId);
      const moneyOf = ({ revenueMinor, currency }: { revenueMinor: number; currency: string }) =>
        toMoney(revenueMinor, currency);
      return new Map([...amounts].map(([id, rows]) => [id, rows.map(moneyOf)]));
    },
    async balances(db, { environment, ids }) {
      const accounts = await listAccountsOf(db, environment, ids);
      const debts = await listDebts(db, { environment, timeZone: await timeZone() }, accounts);
      const debtOf = new Map(debts.map(debt => [debt.organisationId, debt]));
      return new Map(
        accounts.map(({ organisationId, owedMinor, currency }) => {
          const overdue = overdueView(debtOf.get(organisationId)?.statements ?? [], currency);
          return [organisationId, { owed: toMoney(owedMinor, currency), overdue }];
        }),
      );
    },
    async traffic(db, scope) {
      const rows = await listTraffic(db, scope);
      return new Map(
        rows.map(({ organisationId, lastRequestAt, ...counts }) => [
          organisationId,
          { lastRequestAt: lastRequestAt?.toISOString() ?? null, ...counts },
        ]),
      );
    },
    async certifications(db, { ids }) {
      const rows = await listCertifications(db, ids, SUMMARY_REQUESTS);
      return new Map(
        rows.map(({ organisationId, ...progress }) => [
          organisationId,
          { ...progress, steps: CHECKLIST.length },
        ]),
      );
    },
  };
}
