import { balance as operation } from '@serai/contract/billing/balance.ts';
import { type Handler, handle } from '../../platform/operations/handler.ts';
import { accountView } from '../ledger/account-view.ts';
import { getAccount } from '../ledger/ledger-store.ts';

export function balance(): Handler {
  return handle(operation, async context => ({ data: accountView(await getAccount(context.db, context)) }));
}
