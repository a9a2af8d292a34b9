/** The settings of a LiteAPI account. The contract describes and limits them. */
import type { AccountSettings } from '@serai/contract/account/supplier-accounts.ts';

export type LiteApiAccount = AccountSettings<'liteapi'>;

export type LiteApiSettings = Required<
  Pick<LiteApiAccount, 'paymentMethod' | 'ratesPerHotel' | 'hotelsPerSearch' | 'searchSeconds'>
>;

/** Without a limit, LiteAPI returns about 200 rates for a hotel. With 15 rates each, 100 hotels make about 5 MB. */
export function defaultSettings(kind: 'TEST' | 'LIVE'): LiteApiSettings {
  return {
    paymentMethod: kind === 'TEST' ? 'ACC_CREDIT_CARD' : 'WALLET',
    ratesPerHotel: 15,
    hotelsPerSearch: 100,
    searchSeconds: 6,
  };
}
