/** Chooses which offers of a hotel are shown: the cheapest matching offer for each product, up to a limit. */
import type { AvailabilityRequest } from '@serai/contract/booking/availability.ts';
import { compareDecimals } from '@serai/contract/shared/amounts.ts';
import { toMoney } from '../../platform/money/minor-units.ts';
import type { SearchParts } from '../booking-parts.ts';
import type { CatalogueHotel } from '../catalogue.ts';
import { type ComparableOffer, isSameProduct, priceComparable } from '../offers/comparable-offer.ts';
import { keepOfferListJson } from '../offers/offers-json.ts';
import type { PricedOffer } from '../offers/priced-offer.ts';
import { type HotelFinding, priceFound } from './comparable-results.ts';
import { findChoice, keepChoice } from './prepared-result.ts';
import type { SearchRun } from './search-providers.ts';

interface OfferChoice {
  request: Pick<AvailabilityRequest, 'filters' | 'include'>;
  maxOffersPerHotel: number;
}

/** For offers that are priced only in order to compare their deadlines. */
const COMPARED = { withNights: false, isShown: false };

/** Sorts by price, cheapest first. Only shown offers are priced completely, unless the filter needs cancellation deadlines. */
export function chooseOffers(
  { providers, log }: Pick<SearchParts, 'providers' | 'log'>,
  { mode }: Pick<SearchRun, 'mode'>,
  { request, maxOffersPerHotel }: OfferChoice,
): (finding: HotelFinding) => readonly PricedOffer[] {
  const isWanted = offerFilter(request.filters);
  const meetsDeadline = deadlineFilter(request.filters);
  const hasPrice = priceFilter(request.filters);
  const shown = { withNights: request.include?.includes('nightly') ?? false, isShown: true };
  const merging = {
    preferenceOf: (code: string) => providers.find(code, mode.testMode)?.preference ?? 0,
    keepsDuplicates: request.include?.includes('duplicates') ?? false,
  };

  function choose(offers: readonly ComparableOffer[]): ComparableOffer[] {
    const wanted = offers.filter(isWanted);
    const inTime = meetsDeadline
      ? wanted.filter(offer => meetsDeadline(priceComparable(offer, COMPARED)))
      : wanted;
    return mergeOffers(inTime, merging).filter(hasPrice).slice(0, maxOffersPerHotel);
  }

  /** Searches with equal rules choose the same from the same offers. */
  const rules = JSON.stringify([
    request.filters,
    maxOffersPerHotel,
    merging.keepsDuplicates,
    shown.withNights,
    providers.list(mode.testMode).map(({ code, preference }) => [code, preference]),
  ]);

  return finding => {
    const { offers, prepared } = finding;
    const known = prepared && findChoice(prepared, rules);
    if (known?.offers !== undefined) return known.offers;
    if (known !== undefined) {
      const again = known.positions.map(i => offers[i] as ComparableOffer);
      const priced = again.map(offer => priceComparable(offer, shown));
      if (again.every(({ reuse }) => reuse?.priced !== undefined)) {
        known.offers = priced;
        keepOfferListJson(priced);
      }
      return priced;
    }
    const found = offers.length;
    if (meetsDeadline) priceFound(finding, [...offers], { ...COMPARED, log });
    for (;;) {
      const chosen = choose(offers);
      const priced = priceFound(finding, chosen, { ...shown, log });
      // Otherwise a contradictory offer was removed, and another offer may take its place.
      if (priced.length < chosen.length) continue;
      if (prepared !== undefined && offers.length === found) {
        const positions = chosen.map(offer => offers.indexOf(offer));
        keepChoice(prepared, rules, positions);
      }
      return priced;
    }
  };
}

type Filters = NonNullable<AvailabilityRequest['filters']>;

type Filtered = Pick<ComparableOffer, 'board' | 'payment' | 'refundability'>;

/**
 * Covers every filter on offers except deadlines and price. The price filter is applied later, to the cheapest offer
 * for each product.
 */
export function offerFilter(filters: Filters = {}): (offer: Filtered) => boolean {
  const { refundableOnly, boards, paymentTypes } = filters;
  const boardSet = boards && new Set<string>(boards);
  const paymentSet = paymentTypes && new Set<string>(paymentTypes);
  return offer => {
    if (refundableOnly && offer.refundability !== 'REFUNDABLE') return false;
    if (boardSet && !boardSet.has(offer.board)) return false;
    return paymentSet === undefined || paymentSet.has(offer.payment);
  };
}

/** Returns undefined if the request has no deadline filter. */
export function deadlineFilter({
  freeCancellationUntil,
}: Filters = {}): ((offer: Pick<PricedOffer, 'terms'>) => boolean) | undefined {
  if (freeCancellationUntil === undefined) return undefined;
  const untilMs = Date.parse(freeCancellationUntil);
  return ({ terms }) => terms.freeUntilMs !== null && terms.freeUntilMs >= untilMs;
}

export function priceFilter({
  price = {},
}: Filters = {}): (offer: Pick<ComparableOffer, 'netMinor' | 'currency'>) => boolean {
  const { min, max } = price;
  if (min === undefined && max === undefined) return () => true;
  return ({ netMinor, currency }) => {
    const { amount } = toMoney(netMinor, currency);
    if (min !== undefined && compareDecimals(amount, min) < 0) return false;
    return max === undefined || compareDecimals(amount, max) <= 0;
  };
}

/** Covers the filters on hotels. A hotel without stars matches only if there is no filter on stars. */
export function hotelFilter(
  filters: Filters = {},
): (hotel: Pick<CatalogueHotel, 'stars' | 'facilities'>) => boolean {
  const { minStars, maxStars, facilities = [] } = filters;
  const hasStars = minStars !== undefined || maxStars !== undefined;
  return hotel => {
    const { stars } = hotel;
    if (hasStars && (stars === null || stars < (minStars ?? 0) || stars > (maxStars ?? 5))) return false;
    return facilities.every(code => hotel.facilities?.includes(code));
  };
}

type Compared = Pick<
  ComparableOffer,
  'provider' | 'rateKey' | 'rooms' | 'board' | 'refundability' | 'netMinor'
>;

interface MergeOptions {
  /** Preference of a provider. The lowest value wins a tie. */
  preferenceOf(provider: string): number;
  /** Whether every provider's offer of a product is shown. */
  keepsDuplicates: boolean;
}

/**
 * Merges the offers of several providers for one hotel, sorted by price: only the cheapest for each product, unless
 * duplicates are kept.
 */
export function mergeOffers<Offer extends Compared>(
  offers: readonly Offer[],
  { preferenceOf, keepsDuplicates }: MergeOptions,
): Offer[] {
  const order = (a: Offer, b: Offer) =>
    a.netMinor - b.netMinor ||
    preferenceOf(a.provider) - preferenceOf(b.provider) ||
    compare(a.provider, b.provider) ||
    compare(a.rateKey, b.rateKey);
  if (keepsDuplicates) return offers.toSorted(order);
  /** By rooms, because a few products have the same rooms. A key with the whole product would have to be joined for each offer. */
  const best = new Map<string, Offer[]>();
  for (const offer of offers) {
    const rivals = best.get(offer.rooms);
    if (rivals === undefined) best.set(offer.rooms, [offer]);
    else keepBest(rivals, offer, order);
  }
  return [...best.values()].flat().sort(order);
}

function keepBest<Offer extends Compared>(
  rivals: Offer[],
  offer: Offer,
  order: (a: Offer, b: Offer) => number,
): void {
  for (let i = 0; i < rivals.length; i++) {
    const rival = rivals[i] as Offer;
    if (!isSameProduct(offer, rival)) continue;
    if (order(offer, rival) < 0) rivals[i] = offer;
    return;
  }
  rivals.push(offer);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
