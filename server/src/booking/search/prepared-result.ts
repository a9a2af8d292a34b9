/**
 * What searches have computed from a cached result and can use again: the comparable offers of its hotel, and which of them
 * the last search chose. It depends on nothing but the results, the catalogue, the exchange rates and the rules of the choice.
 * It is not used for partners with pricing rules, because their prices differ.
 */
import type { UnavailableReason } from '@serai/contract/booking/availability.ts';
import type { CatalogueHotel } from '../catalogue.ts';
import type { ComparableOffer } from '../offers/comparable-offer.ts';
import type { Exchange, PricedOffer } from '../offers/priced-offer.ts';

/**
 * How many shown offers of a cached result are kept with their prices and bytes. By default, a search shows ten offers of
 * a hotel. Further offers are priced and written again in every search.
 */
export const MAX_KEPT_OFFERS = 10;

/** Belongs to one cached result. Empty until a search has used the result. */
export interface PreparedResult {
  hotel?: PreparedHotel;
  /** Counts the offers that are kept of `hotel`. */
  kept?: KeptOffers;
  /** Called with the number of kept offers, because they take much more memory than the others. */
  onKept?: (offers: number) => void;
}

/** Counts the kept offers of a cached result. A new counter replaces the previous one, whose offers are no longer used. */
export class KeptOffers {
  readonly #prepared: PreparedResult;
  #count = 0;

  constructor(prepared: PreparedResult) {
    this.#prepared = prepared;
    prepared.kept = this;
    prepared.onKept?.(0);
  }

  /** Returns false if no further offer may be kept. A search may still use offers of a counter that was replaced. */
  add(): boolean {
    if (this.#prepared.kept !== this || this.#count >= MAX_KEPT_OFFERS) return false;
    this.#count++;
    this.#prepared.onKept?.(this.#count);
    return true;
  }
}

export interface PreparedHotel {
  /** Unique in this process. */
  number: number;
  hotel: CatalogueHotel;
  /** The exchange of each currency in the result. */
  exchanges: ReadonlyMap<string, Exchange | null>;
  offers: readonly ComparableOffer[];
  /** Why offers were left out. */
  reasons: readonly UnavailableReason[];
  /** What the last search chose from these offers and those of other providers. */
  choice?: PreparedChoice;
}

/** Contains positions, because a choice that is never made again must not keep offers of other cached results in memory. */
export interface PreparedChoice {
  /** Filters and other rules of the choice. */
  rules: string;
  /** The numbers of the prepared hotels whose offers were compared. */
  from: readonly number[];
  /** The chosen offers, as positions in the offers of all these hotels together. */
  positions: readonly number[];
  /** The chosen offers. Set when a second search chooses them, if all of them are kept. */
  offers?: readonly PricedOffer[];
}

let lastNumber = 0;

export function prepareHotel(hotel: Omit<PreparedHotel, 'number'>): PreparedHotel {
  return { number: ++lastNumber, ...hotel };
}

/** Returns what a search with the same rules chose, or undefined if there was none. */
export function findChoice(from: readonly PreparedHotel[], rules: string): PreparedChoice | undefined {
  const choice = from[0]?.choice;
  if (choice?.rules !== rules || choice.from.length !== from.length) return undefined;
  return from.every(({ number }, i) => number === choice.from[i]) ? choice : undefined;
}

export function keepChoice(
  from: readonly PreparedHotel[],
  rules: string,
  positions: readonly number[],
): void {
  const [first] = from;
  if (first !== undefined) first.choice = { rules, from: from.map(({ number }) => number), positions };
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
