/** The settings of a Rapid account. The contract describes and limits them. */
import type { AccountSettings } from '@serai/contract/account/supplier-accounts.ts';

export type RapidAccount = AccountSettings<'rapid'>;

export type RapidSettings = RapidAccount &
  Required<Pick<RapidAccount, 'ratesPerHotel' | 'salesChannel' | 'usesNetRates' | 'serverIp'>>;

export const DEFAULT_SETTINGS = {
  ratesPerHotel: 15,
  salesChannel: 'website',
  usesNetRates: false,
  serverIp: '127.0.0.1',
} as const satisfies RapidSettings;
