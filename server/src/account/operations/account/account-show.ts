import { showAccount } from '@serai/contract/account/account.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import type { People } from '../../people/people.ts';
import { accountView } from './account-view.ts';

export function accountShow(parts: { people: People }): OperatorHandler {
  return operate(showAccount, async ({ db, session }) => {
    const { personId } = session ?? {};
    return { account: (personId !== undefined && (await accountView({ ...parts, db }, personId))) || null };
  });
}
