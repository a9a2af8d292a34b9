import { listBalances, listEntries as listEntriesOperation } from '@serai/contract/billing/billing.ts';
import { makeCursor, pageOf, readCursor } from '../../../platform/cursor.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { accountView } from '../../ledger/account-view.ts';
import { listEntries } from '../../ledger/entry-list-store.ts';
import { entryView, positionOf, positionTexts } from '../../ledger/entry-view.ts';
import { listAccounts } from '../../ledger/ledger-store.ts';
import { type BillingParts, DEFAULT_ENVIRONMENT } from './billing-parts.ts';

const BALANCES = 50;
const ENTRIES = 100;

export function balancesList({ cursorKey }: BillingParts): OperatorHandler {
  return operate(listBalances, async ({ db, partnerId: organisationId }, { page, ...input }) => {
    const { environment = DEFAULT_ENVIRONMENT, low = false } = input;
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
    return {
      balances: paged.shown.map(account => ({
        partnerId: account.organisationId,
        name: account.name,
        environment,
        ...accountView(account),
      })),
      page: paged.page,
    };
  });
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
