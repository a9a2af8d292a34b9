import { listBalances, listEntries as listEntriesOperation } from '@serai/contract/billing/billing.ts';
import { makeCursor, pageOf, readCursor } from '../../../platform/cursor.ts';
import { toMoney } from '../../../platform/money/minor-units.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { accountView } from '../../ledger/account-view.ts';
import { type AgedDebt, listDebts, type PartnerDebt, readTotals } from '../../ledger/ageing-store.ts';
import { listEntries } from '../../ledger/entry-list-store.ts';
import { entryView, positionOf, positionTexts } from '../../ledger/entry-view.ts';
import { listAccounts } from '../../ledger/ledger-store.ts';
import { overdueOf, unpaidStatements } from '../../statements/payment-state.ts';
import { type BillingParts, DEFAULT_ENVIRONMENT } from './billing-parts.ts';

const BALANCES = 50;
const ENTRIES = 100;

export function balancesList({ cursorKey, timeZone }: BillingParts): OperatorHandler {
  return operate(listBalances, async ({ db, partnerId: organisationId }, { page, ...input }) => {
    const { environment = DEFAULT_ENVIRONMENT, low = false, withAgeing = false, withTotals = false } = input;
    const { limit = BALANCES, cursor } = page ?? {};
    const boundTo = [listBalances.name, organisationId ?? null, environment, low];
    const [name, id] = cursor === undefined ? [] : readCursor(cursorKey, boundTo, cursor);
    const found = await listAccounts(db, {
      organisationId,
      environment,
      isLowOnly: low,
      after: name === undefined || id === undefined ? undefined : { name, id },
      limit: limit + 1,
    });
    const paged = pageOf(found, limit, last =>
      makeCursor(cursorKey, boundTo, [last.name, last.organisationId]),
    );
    const hasTotals = withTotals && cursor === undefined;
    const scope = { environment, timeZone: withAgeing || hasTotals ? await timeZone() : 'UTC' };
    const [debts, totals] = await Promise.all([
      withAgeing ? listDebts(db, scope, paged.shown) : [],
      hasTotals ? readTotals(db, { ...scope, organisationId, isLowOnly: low, isAged: withAgeing }) : [],
    ]);
    const debtOf = new Map(debts.map(debt => [debt.organisationId, debt]));
    return {
      balances: paged.shown.map(account => ({
        partnerId: account.organisationId,
        name: account.name,
        environment,
        ...accountView(account),
        isLow: account.lowPercent !== null,
        ageing: withAgeing ? ageingView(debtOf.get(account.organisationId), account.currency) : null,
        unpaidStatements: withAgeing
          ? unpaidStatements(debtOf.get(account.organisationId)?.statements ?? []).length
          : null,
        overdue: overdueView(debtOf.get(account.organisationId), account.currency),
      })),
      totals: totals.map(total => ({
        currency: total.currency,
        partners: total.partners,
        lowPartners: total.lowPartners,
        owed: toMoney(total.owedMinor, total.currency),
        funds: toMoney(total.fundsMinor, total.currency),
        held: toMoney(total.heldMinor, total.currency),
        ageing: withAgeing ? ageingView(total, total.currency) : null,
      })),
      page: paged.page,
    };
  });
}

function overdueView(debt: PartnerDebt | undefined, currency: string) {
  const overdue = overdueOf(debt?.statements ?? []);
  return overdue === undefined ? null : { amount: toMoney(overdue.minor, currency), since: overdue.since };
}

/** No debt means that the partner owes nothing. */
function ageingView(debt: AgedDebt | undefined, currency: string) {
  const money = (minor = 0) => toMoney(minor, currency);
  return {
    days0To30: money(debt?.days0To30Minor),
    days31To60: money(debt?.days31To60Minor),
    days61To90: money(debt?.days61To90Minor),
    over90: money(debt?.over90Minor),
  };
}

export function entriesList({ cursorKey }: BillingParts): OperatorHandler {
  return operate(listEntriesOperation, async (context, { page, ...filters }) => {
    const { db, partnerId: organisationId } = context;
    const { environment = DEFAULT_ENVIRONMENT } = filters;
    const { limit = ENTRIES, cursor } = page ?? {};
    const boundTo = [listEntriesOperation.name, organisationId ?? null, Object.entries(filters).sort()];
    const found = await listEntries(db, {
      ...filters,
      organisationId,
      environment,
      after: cursor === undefined ? undefined : positionOf(readCursor(cursorKey, boundTo, cursor)),
      limit: limit + 1,
    });
    const paged = pageOf(found, limit, last => makeCursor(cursorKey, boundTo, positionTexts(last)));
    return { entries: paged.shown.map(entry => entryView(entry, context)), page: paged.page };
  });
}
