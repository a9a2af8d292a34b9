/** The balance of a partner in the form shown to people and partners. Pure. */
import type { Money } from '@serai/contract/shared/money.ts';
import { toMoney } from '../../platform/money/minor-units.ts';
import { type Account, availableMinor, type BillingModel, balanceMinor } from './available.ts';

export interface AccountView {
  billing: BillingModel;
  currency: string;
  limit: Money | null;
  balance: Money;
  held: Money;
  available: Money | null;
}

export function accountView(account: Account): AccountView {
  const { model, currency, limitMinor, heldMinor } = account;
  const available = availableMinor(account);
  return {
    billing: model,
    currency,
    limit: limitMinor === null ? null : toMoney(limitMinor, currency),
    balance: toMoney(balanceMinor(account), currency),
    held: toMoney(heldMinor, currency),
    available: available === null ? null : toMoney(available, currency),
  };
}
