import type { ErrorDetail } from '@serai/contract/errors.ts';
import type { SearchParts } from '../booking-parts.ts';
import type { CatalogueHotel } from '../catalogue.ts';
import type { FrozenOffer, OfferSearch } from '../offers/frozen-offer.ts';
import { isSameProduct } from '../offers/offer-changes.ts';
import { searchedOfferView } from '../offers/offer-view.ts';
import type { PricedOffer } from '../offers/priced-offer.ts';
import { mergeOffers } from '../search/choose-offers.ts';
import { priceFound } from '../search/comparable-results.ts';
import { openPrices } from '../search/open-prices.ts';
import { searchProviders, startTallies } from '../search/search-providers.ts';
import type { Recheck } from './recheck-offer.ts';

const MAX_ALTERNATIVES = 5;
const LIFETIME_MS = 30 * 60_000;

/** Searches all providers and returns their offers, cheapest first, without the rate that is no longer available. */
export async function findAlternatives(parts: SearchParts, recheck: Recheck): Promise<PricedOffer[]> {
  const { providers, log } = parts;
  const { search, shown, hotel, mode, deadlineMs, signal, exchanges } = recheck;
  const { checkIn, checkOut, occupancies, market, testMode } = search;
  const { organisationId } = search;
  const stay = { checkIn, checkOut, occupancies, market };
  const findings = await searchProviders(
    parts,
    {
      organisationId,
      mode: { ...mode, scenario: search.scenario },
      stay,
      deadlineMs,
      signal,
      tallies: startTallies(providers.list(testMode)),
      missingRates: new Set(),
      prices: await openPrices(parts, { organisationId, mode, stay }),
      exchanges,
      client: recheck.client,
      isFresh: true,
    },
    [hotel],
  );
  const finding = findings.get(hotel.hotelId) ?? { offers: [], hidden: [], reasons: [] };
  const others = finding.offers.filter(
    ({ provider, rateKey }) => provider !== shown.provider || rateKey !== shown.rateKey,
  );
  const inOrder = mergeOffers(others, {
    preferenceOf: code => providers.find(code, testMode)?.preference ?? 0,
    keepsDuplicates: true,
  });
  return priceFound(finding, inOrder, { withNights: true, isShown: true, log });
}

/** The cheapest offer of the same product from another provider. */
export function sameProduct(
  alternatives: readonly PricedOffer[],
  shown: FrozenOffer,
): PricedOffer | undefined {
  return alternatives.find(offer => offer.provider !== shown.provider && isSameProduct(shown, offer));
}

/** Each alternative has a new offer id and can be quoted directly. */
export function alternativeDetails(
  { tokens, clock }: SearchParts,
  search: OfferSearch,
  hotel: CatalogueHotel,
  alternatives: readonly PricedOffer[],
): ErrorDetail[] {
  const expiresAtMs = Math.floor((clock.nowMs() + LIFETIME_MS) / 1000) * 1000;
  const renewed = { ...search, expiresAtMs };
  const scene = { hotel, language: search.market.language, nights: null };
  return alternatives.slice(0, MAX_ALTERNATIVES).map(offer => ({
    path: '/offerId',
    code: 'ALTERNATIVE',
    message: 'Another offer from the same hotel for the same stay.',
    offer: searchedOfferView(offer, scene, {
      offerId: tokens.make(renewed, hotel.hotelId, offer),
      expiresAtMs,
    }),
  }));
}
