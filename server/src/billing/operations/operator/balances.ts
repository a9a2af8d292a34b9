import { listBalances, listEntries as listEntriesOperation } from '@serai/contract/billing/billing.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { makeCursor, pageOf, readCursor } from '../../../platform/cursor.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { toMoney } from '../../../platform/money/minor-units.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { accountView } from '../../ledger/account-view.ts';
import {
  type AgedDebt,
  type DebtFilter,
  listDebts,
  listOverdue,
  type PartnerDebt,
  readTotals,
} from '../../ledger/ageing-store.ts';
import { listEntries } from '../../ledger/entry-list-store.ts';
import { entryView, positionOf, positionTexts } from '../../ledger/entry-view.ts';
import { listAccounts, listAccountsOf, type NamedAccount } from '../../ledger/ledger-store.ts';
import { type BillingParts, DEFAULT_ENVIRONMENT } from './billing-parts.ts';

const BALANCES = 50;
const ENTRIES = 100;

interface Selection {
  filter: DebtFilter;
  environment: Environment;
  isOverdueOnly: boolean;
  limit: number;
  cursor: string | undefined;
}

/** One page of accounts: by name, or only those with overdue statements by due date. */
async function pageOfAccounts({ cursorKey, timeZone }: BillingParts, db: Database, selection: Selection) {
  const { filter, environment, isOverdueOnly, limit, cursor } = selection;
  const { organisationId, isLowOnly } = filter;
  const boundTo = [listBalances.name, organisationId ?? null, environment, isLowOnly, isOverdueOnly];
  const [first, id] = cursor === undefined ? [] : readCursor(cursorKey, boundTo, cursor);
  const isNext = first !== undefined && id !== undefined;
  if (!isOverdueOnly) {
    const after = isNext ? { name: first, id } : undefined;
    const found = await listAccounts(db, { ...filter, environment, after, limit: limit + 1 });
    return pageOf(found, limit, last => makeCursor(cursorKey, boundTo, [last.name, last.organisationId]));
  }
  const scope = { environment, timeZone: await timeZone() };
  const after = isNext ? { overdueSince: first, organisationId: id } : undefined;
  const late = await listOverdue(db, scope, { filter, after, limit: limit + 1 });
  const { shown, page } = pageOf(late, limit, last =>
    makeCursor(cursorKey, boundTo, [last.overdueSince, last.organisationId]),
  );
  const ids = shown.map(each => each.organisationId);
  const accounts = await listAccountsOf(db, environment, ids);
  return { shown: accounts.toSorted(byOrderOf(ids)), page };
}

function byOrderOf(ids: readonly string[]) {
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ organisationId }: NamedAccount) => places.get(organisationId) ?? 0;
  return (a: NamedAccount, b: NamedAccount) => placeOf(a) - placeOf(b);
}

export function balancesList(parts: BillingParts): OperatorHandler {
  return operate(listBalances, async ({ db, partnerId: organisationId }, { page, ...input }) => {
    const { environment = DEFAULT_ENVIRONMENT, low = false, withAgeing = false, withTotals = false } = input;
    const { limit = BALANCES, cursor } = page ?? {};
    const { overdue: isOverdueOnly = false } = input;
    const filter = { organisationId, isLowOnly: low };
    const paged = await pageOfAccounts(parts, db, { filter, environment, isOverdueOnly, limit, cursor });
    const hasTotals = withTotals && cursor === undefined;
    const scope = { environment, timeZone: withAgeing || hasTotals ? await parts.timeZone() : 'UTC' };
    const [debts, totals] = await Promise.all([
      withAgeing ? listDebts(db, scope, paged.shown) : [],
      hasTotals ? readTotals(db, { ...scope, ...filter, isOverdueOnly, isAged: withAgeing }) : [],
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
        unpaidStatements: withAgeing ? (debtOf.get(account.organisationId)?.unpaidMonths.length ?? 0) : null,
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
        overdue: withAgeing ? toMoney(total.overdueMinor, total.currency) : null,
      })),
      page: paged.page,
    };
  });
}

function overdueView(debt: PartnerDebt | undefined, currency: string) {
  if (debt === undefined || debt.overdueSince === null) return null;
  return { amount: toMoney(debt.overdueMinor, currency), since: debt.overdueSince };
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
