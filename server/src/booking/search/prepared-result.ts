/**
 * What searches have computed from a cached result and can use again: the comparable offers of its hotel. It depends on
 * nothing but the result, the catalogue and the exchange rates. It is not used for partners with pricing rules, because
 * their prices differ.
 */
import type { UnavailableReason } from '@serai/contract/booking/availability.ts';
import type { CatalogueHotel } from '../catalogue.ts';
import type { ComparableOffer } from '../offers/comparable-offer.ts';
import type { Exchange } from '../offers/priced-offer.ts';

/**
 * How many shown offers of a cached result are kept with their prices and bytes. By default, a search shows ten offers of
 * a hotel, from several providers. Further offers are priced and written again in every search.
 */
export const MAX_KEPT_OFFERS = 4;

/** Belongs to one cached result. Empty until a search has used the result. */
export interface PreparedResult {
  hotel?: PreparedHotel;
}

export interface PreparedHotel {
  hotel: CatalogueHotel;
  /** The exchange of each currency in the result. */
  exchanges: ReadonlyMap<string, Exchange | null>;
  offers: readonly ComparableOffer[];
  /** Why offers were left out. */
  reasons: readonly UnavailableReason[];
}

/** Returns undefined if the catalogue or an exchange rate has changed since. */
export function findPrepared(
  { hotel: prepared }: PreparedResult,
  hotel: CatalogueHotel,
  exchangeFor: (currency: string) => Exchange | null | undefined,
): PreparedHotel | undefined {
  if (prepared === undefined || prepared.hotel !== hotel) return undefined;
  for (const [currency, exchange] of prepared.exchanges) {
    if (!isSame(exchange, exchangeFor(currency))) return undefined;
  }
  return prepared;
}

function isSame(a: Exchange | null, b: Exchange | null | undefined): boolean {
  if (a === null || b === null || b === undefined) return a === b;
  return a.rate === b.rate && a.asOfMs === b.asOfMs;
}
