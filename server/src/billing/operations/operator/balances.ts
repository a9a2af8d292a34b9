import { listBalances, listEntries as listEntriesOperation } from '@serai/contract/billing/billing.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { makeCursor, pageOf, readCursor } from '../../../platform/cursor.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { toMoney } from '../../../platform/money/minor-units.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { accountView } from '../../ledger/account-view.ts';
import {
  type AgedDebt,
  type AgeingScope,
  type DebtFilter,
  listDebts,
  listLate,
  readTotals,
} from '../../ledger/ageing-store.ts';
import { listEntries } from '../../ledger/entry-list-store.ts';
import { entryView, positionOf, positionTexts } from '../../ledger/entry-view.ts';
import { listAccounts, listAccountsOf, type NamedAccount } from '../../ledger/ledger-store.ts';
import { overdueOf, overdueView, unpaidStatements } from '../../statements/payment-state.ts';
import { type BillingParts, DEFAULT_ENVIRONMENT, withBookings } from './billing-parts.ts';

const BALANCES = 50;
const ENTRIES = 100;

interface Selection {
  filter: DebtFilter;
  environment: Environment;
  /** Only these partners, in this order. Undefined means all, by name. */
  overdue: readonly OverduePartner[] | undefined;
  limit: number;
  cursor: string | undefined;
}

async function pageOfAccounts(cursorKey: BillingParts['cursorKey'], db: Database, selection: Selection) {
  const { filter, environment, overdue, limit, cursor } = selection;
  const { organisationId, isLowOnly } = filter;
  const boundTo = [listBalances.name, organisationId ?? null, environment, isLowOnly, overdue !== undefined];
  const [first, id] = cursor === undefined ? [] : readCursor(cursorKey, boundTo, cursor);
  const isNext = first !== undefined && id !== undefined;
  if (overdue === undefined) {
    const after = isNext ? { name: first, id } : undefined;
    const found = await listAccounts(db, { ...filter, environment, after, limit: limit + 1 });
    return pageOf(found, limit, last => makeCursor(cursorKey, boundTo, [last.name, last.organisationId]));
  }
  const next = isNext
    ? overdue.filter(each => byDueDate(each, { since: first, organisationId: id }) > 0)
    : overdue;
  const { shown, page } = pageOf(next.slice(0, limit + 1), limit, last =>
    makeCursor(cursorKey, boundTo, [last.since, last.organisationId]),
  );
  const ids = shown.map(each => each.organisationId);
  const accounts = await listAccountsOf(db, environment, ids);
  return { shown: accounts.toSorted(byOrderOf(ids)), page };
}

interface OverduePartner {
  organisationId: string;
  currency: string;
  minor: number;
  /** The earliest due date of an unpaid statement. */
  since: string;
}

/** The earliest due date first. */
async function listOverdue(db: Database, scope: AgeingScope, filter: DebtFilter): Promise<OverduePartner[]> {
  const late = await listLate(db, scope, filter);
  return late
    .flatMap(({ organisationId, currency, statements }) => {
      const overdue = overdueOf(statements);
      return overdue === undefined ? [] : { organisationId, currency, ...overdue };
    })
    .sort(byDueDate);
}

type DuePosition = Pick<OverduePartner, 'since' | 'organisationId'>;

function byDueDate(a: DuePosition, b: DuePosition): number {
  const [one, other] = [`${a.since} ${a.organisationId}`, `${b.since} ${b.organisationId}`];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function byOrderOf(ids: readonly string[]) {
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ organisationId }: NamedAccount) => places.get(organisationId) ?? 0;
  return (a: NamedAccount, b: NamedAccount) => placeOf(a) - placeOf(b);
}

export function balancesList({ cursorKey, timeZone }: BillingParts): OperatorHandler {
  return operate(listBalances, async ({ db, partnerId: organisationId }, { page, ...input }) => {
    const { environment = DEFAULT_ENVIRONMENT, low = false, withAgeing = false, withTotals = false } = input;
    const { limit = BALANCES, cursor } = page ?? {};
    const { overdue: isOverdueOnly = false } = input;
    const filter = { organisationId, isLowOnly: low };
    const hasTotals = withTotals && cursor === undefined;
    const isCompared = withAgeing || hasTotals || isOverdueOnly;
    const scope = { environment, timeZone: isCompared ? await timeZone() : 'UTC' };
    const needsOverdue = isOverdueOnly || (hasTotals && withAgeing);
    const overdue = needsOverdue ? await listOverdue(db, scope, filter) : [];
    const listed = isOverdueOnly ? overdue : undefined;
    const paged = await pageOfAccounts(cursorKey, db, {
      filter,
      environment,
      overdue: listed,
      limit,
      cursor,
    });
    const among = listed?.map(each => each.organisationId);
    const [debts, totals] = await Promise.all([
      withAgeing ? listDebts(db, scope, paged.shown) : [],
      hasTotals ? readTotals(db, { ...scope, ...filter, among, isAged: withAgeing }) : [],
    ]);
    const debtOf = new Map(debts.map(debt => [debt.organisationId, debt]));
    const listedById = new Map(listed?.map(each => [each.organisationId, each]));
    // A row of the overdue list has an overdue amount even if a payment arrives between the two reads.
    const overdueOfRow = ({ organisationId, currency }: NamedAccount) => {
      const found = listedById.get(organisationId);
      if (found !== undefined) return { amount: toMoney(found.minor, currency), since: found.since };
      return overdueView(debtOf.get(organisationId)?.statements ?? [], currency);
    };
    return {
      balances: paged.shown.map(account => ({
        partnerId: account.organisationId,
        name: account.name,
        environment,
        ...accountView(account),
        isLow: account.lowPercent !== null,
        ageing: withAgeing ? ageingView(debtOf.get(account.organisationId), account.currency) : null,
        unpaidStatements: withAgeing
          ? unpaidStatements(debtOf.get(account.organisationId)?.statements ?? []).filter(
              ({ unpaidMinor }) => unpaidMinor > 0,
            ).length
          : null,
        overdue: overdueOfRow(account),
      })),
      totals: totals.map(total => ({
        currency: total.currency,
        partners: total.partners,
        lowPartners: total.lowPartners,
        owed: toMoney(total.owedMinor, total.currency),
        funds: toMoney(total.fundsMinor, total.currency),
        held: toMoney(total.heldMinor, total.currency),
        ageing: withAgeing ? ageingView(total, total.currency) : null,
        overdue: withAgeing ? toMoney(sumOf(overdue, total.currency), total.currency) : null,
      })),
      page: paged.page,
    };
  });
}

function sumOf(overdue: readonly OverduePartner[], currency: string): number {
  return overdue.reduce((sum, each) => (each.currency === currency ? sum + each.minor : sum), 0);
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

export function entriesList(parts: BillingParts): OperatorHandler {
  const { cursorKey } = parts;
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
    const shown = await withBookings(parts, db, organisationId, paged.shown);
    return { entries: shown.map(entry => entryView(entry, context)), page: paged.page };
  });
}
