/** The settings of a LiteAPI account. */

export interface LiteApiSettings {
  /** How the operator pays: WALLET or CREDIT, and in the sandbox ACC_CREDIT_CARD. */
  paymentMethod: PaymentMethod;
  /** Rates that LiteAPI returns for each hotel, cheapest first. 10 to 20 are useful. Without a limit one hotel has about 200. */
  ratesPerHotel: number;
  /** Seconds after which LiteAPI returns the rates that it has found. LiteAPI recommends 6 to 12. */
  searchSeconds: number;
}

export const PAYMENT_METHODS = ['WALLET', 'CREDIT', 'ACC_CREDIT_CARD'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export function defaultSettings(kind: 'TEST' | 'LIVE'): LiteApiSettings {
  return {
    paymentMethod: kind === 'TEST' ? 'ACC_CREDIT_CARD' : 'WALLET',
    ratesPerHotel: 15,
    searchSeconds: 6,
  };
}
