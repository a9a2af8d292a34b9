/** The settings of a LiteAPI account. */

export interface LiteApiSettings {
  /** How the operator pays: WALLET or CREDIT, and in the sandbox ACC_CREDIT_CARD. */
  paymentMethod: PaymentMethod;
  /** Rates that LiteAPI returns for each hotel, cheapest first. Without a limit one hotel has about 200. */
  ratesPerHotel: number;
  /** Seconds after which LiteAPI returns the rates that it has found. */
  searchSeconds: number;
}

export const PAYMENT_METHODS = ['WALLET', 'CREDIT', 'ACC_CREDIT_CARD'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const MAX_RATES_PER_HOTEL = 20;
export const MAX_SEARCH_SECONDS = 12;

export function defaultSettings(kind: 'TEST' | 'LIVE'): LiteApiSettings {
  return {
    paymentMethod: kind === 'TEST' ? 'ACC_CREDIT_CARD' : 'WALLET',
    ratesPerHotel: 15,
    searchSeconds: 6,
  };
}
