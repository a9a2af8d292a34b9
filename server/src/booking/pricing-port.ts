/**
 * The interface through which the booking area turns cost into prices for a partner. The pricing area implements it,
 * and `app/` connects the two. Cost is the amount that the operator owes the provider, net is the amount that the
 * partner owes, and the selling price is the recommended retail price.
 */

import type { Environment } from '@serai/contract/shared/answer.ts';
import type { BoardCode } from '@serai/contract/shared/lodging.ts';
import type { Refundability } from './terms/terms.ts';

export interface PricingPort {
  /** Adds the operator's margin to an exchange rate. */
  exchangeRate(rate: string): string;
  /** Returns undefined if no rule can apply. Net then equals cost. */
  open(search: PricedSearch): Promise<SearchPrices | undefined>;
  /** Prices a changed cost with the rules that were frozen in a quote. */
  reprice(frozen: FrozenPricing, roomCosts: readonly number[]): RepricedOffer;
}

/** The data that all offers of a search share. */
export interface PricedSearch {
  organisationId: string;
  environment: Environment;
  checkIn: string;
  nights: number;
  nationality: string;
  /** The currency of the response. */
  currency: string;
  nowMs: number;
  /** Units of the response currency per unit of `from`, including the operator's margin. */
  rateFrom(from: string): string | undefined;
}

export interface PricedHotel {
  hotelId: string;
  timeZone: string | null;
  stars?: number | null | undefined;
  chainCode?: string | null | undefined;
  placeIds?: readonly string[] | undefined;
}

export interface SearchPrices {
  at(hotel: PricedHotel, provider: string): OfferPrices;
}

export interface OfferPrices {
  /**
   * The rules of an offer: null if none applies, so that net equals cost, and `HIDDEN` if it is not sold to the
   * partner. Throws RangeError if an amount of a rule cannot be converted.
   */
  find(offer: PricedProduct): OfferRules | 'HIDDEN' | null;
}

export interface PricedProduct {
  board: BoardCode;
  refundability: Refundability;
  /** Undefined if the provider has no rate plans. */
  ratePlan?: string | undefined;
}

/** The cost or the price of one room. Nights and stay charges add up to it. */
export interface RoomParts {
  /** One amount per night, or one amount for all nights if the supplier reports no nightly prices. */
  nightlyMinor: readonly number[];
  stayChargeMinor: readonly number[];
}

export interface OfferRules {
  /** Returns the net of the offer. Equals the net that `price` returns. */
  netOf(roomCosts: readonly number[]): number;
  /** `leastSellingMinor` is the minimum selling price that the provider requires, or null. */
  price(rooms: readonly RoomParts[], leastSellingMinor: number | null): RulePrice;
  /** The data that a quote stores, so that a changed cost can be priced in the same way. */
  frozen: Pick<FrozenPricing, 'nights' | 'currency' | 'rules' | 'rates'>;
}

export interface RulePrice {
  rooms: readonly (RoomParts & { netMinor: number })[];
  netMinor: number;
  sellingMinor: number;
}

/** Stored in quotes and bookings. Partners never see it. */
export interface FrozenPricing {
  nights: number;
  currency: string;
  /** Cost of each room in the currency of the quote. */
  roomCosts: readonly number[];
  /** The minimum selling price that the provider requires, in the currency of the quote. */
  leastSellingMinor: number | null;
  ratePlan?: string | undefined;
  /** The rules that were applied, in the order of the steps. `action` belongs to pricing. */
  rules: readonly { ruleId: string; version: number; action: unknown }[];
  /** Exchange rates of amounts in the rules, by currency. */
  rates: Readonly<Record<string, string>>;
}

export interface RepricedOffer {
  roomNets: readonly number[];
  netMinor: number;
  sellingMinor: number;
}

/** Sells at cost. For tests and for tools that need no rules. */
export const AT_COST: PricingPort = {
  exchangeRate: rate => rate,
  open: async () => undefined,
  reprice: ({ rules, leastSellingMinor }, roomCosts) => {
    if (rules.length > 0) throw new Error('the pricing rules of the booking are not available');
    let netMinor = 0;
    for (const cost of roomCosts) netMinor += cost;
    return { roomNets: roomCosts, netMinor, sellingMinor: Math.max(netMinor, leastSellingMinor ?? 0) };
  },
};
