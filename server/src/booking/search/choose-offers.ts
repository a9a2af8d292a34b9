/** Which offers of a hotel are shown: those wanted, of each product the cheapest, and no more than asked for. */
import type { AvailabilityRequest } from '@serai/contract/booking/availability.ts';
import type { SearchParts } from '../booking-parts.ts';
import { type ComparableOffer, priceComparable } from '../offers/comparable-offer.ts';
import type { PricedOffer } from '../offers/priced-offer.ts';
import type { SearchRun } from './ask-providers.ts';
import { deadlineFilter, offerFilter, priceFilter } from './filter-offers.ts';
import { mergeOffers } from './merge-offers.ts';
import { type HotelFinding, priceFound } from './price-answer.ts';

interface OfferWish {
  request: Pick<AvailabilityRequest, 'filters' | 'include'>;
  maxOffersPerHotel: number;
}

/** The cheapest first. Only what is shown is priced in full, unless deadlines decide what is. */
export function chooseOffers(
  { providers, log }: Pick<SearchParts, 'providers' | 'log'>,
  { mode }: Pick<SearchRun, 'mode'>,
  { request, maxOffersPerHotel }: OfferWish,
): (finding: HotelFinding) => PricedOffer[] {
  const isWanted = offerFilter(request.filters);
  const meetsDeadline = deadlineFilter(request.filters);
  const hasPrice = priceFilter(request.filters);
  const merging = {
    preferenceOf: (code: string) => providers.find(code, mode.testMode)?.preference ?? 0,
    keepsDuplicates: request.include?.includes('duplicates') ?? false,
  };

  function choose(offers: readonly ComparableOffer[]): ComparableOffer[] {
    const wanted = offers.filter(isWanted);
    const inTime = meetsDeadline ? wanted.filter(offer => meetsDeadline(priceComparable(offer))) : wanted;
    return mergeOffers(inTime, merging).filter(hasPrice).slice(0, maxOffersPerHotel);
  }

  return finding => {
    if (meetsDeadline) priceFound(finding, [...finding.offers], log);
    for (;;) {
      const chosen = choose(finding.offers);
      const priced = priceFound(finding, chosen, log);
      // One that contradicts itself makes room for others, also of its own product.
      if (priced.length === chosen.length) return priced;
    }
  };
}
