/** The settings of a Rapid account. */

export interface RapidSettings {
  /** Rates that Rapid returns for each property, the best ones first. Between 1 and 250. */
  ratesPerHotel: number;
  /** How the rooms are shown to travellers, as agreed with Rapid. */
  salesChannel: SalesChannel;
  /** Whether net rates are requested. Rapid must enable them for the account. */
  usesNetRates: boolean;
  /** Sent as the traveller's address if it is not known, for example when a job looks up a booking. */
  serverIp: string;
  /** Values that Rapid gives to some partners. Omitted if there are none. */
  billingTerms?: string;
  paymentTerms?: string;
  partnerPointOfSale?: string;
  platformName?: string;
}

export const SALES_CHANNELS = ['website', 'agent_tool', 'mobile_app', 'mobile_web', 'meta', 'cache'] as const;
export type SalesChannel = (typeof SALES_CHANNELS)[number];

export const DEFAULT_SETTINGS: RapidSettings = {
  ratesPerHotel: 15,
  salesChannel: 'website',
  usesNetRates: false,
  serverIp: '127.0.0.1',
};
