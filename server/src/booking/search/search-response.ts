import {
  type AvailabilityAnswer,
  type AvailabilityRequest,
  DEFAULT_MAX_OFFERS_PER_HOTEL,
  DEFAULT_OFFER_DETAIL,
} from '@serai/contract/booking/availability.ts';
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import { toMoney } from '../../platform/money/minor-units.ts';
import { nightsOf } from '../../platform/time/civil-date.ts';
import { instantText } from '../../platform/time/zoned-time.ts';
import type { SearchParts } from '../booking-parts.ts';
import { hotelHeader } from '../catalogue.ts';
import type { OfferSearch } from '../offers/frozen-offer.ts';
import { offerSummaryView, searchedOfferView } from '../offers/offer-view.ts';
import { shownExchanges } from '../request-mode.ts';
import type { SearchOrder } from './candidates.ts';
import type { FilledPage, FoundHotel } from './fill-page.ts';
import type { PagedSearch, SearchPage } from './search-page.ts';
import type { SearchRun } from './search-providers.ts';

type Response = AvailabilityAnswer;

export interface FinishedSearch {
  search: PagedSearch;
  run: SearchRun;
  order: SearchOrder;
  page: SearchPage;
  filled: FilledPage;
  unknownIds: readonly string[];
}

export function searchResponse(
  parts: SearchParts,
  request: AvailabilityRequest,
  { search, run, order, page, filled, unknownIds }: FinishedSearch,
): Response {
  const { market, ...stay } = run.stay;
  const { hotels, end } = filled;
  const tallies = [...run.tallies.values()];
  const wantsUnavailable = request.include?.includes('unavailable') ?? false;
  const unknown = unknownIds.map(hotelId => ({ hotelId, reason: 'HOTEL_INACTIVE' as const }));
  return {
    searchId: page.searchId,
    expiresAt: instantText(page.expiresAtMs),
    complete: tallies.every(tally => tally.isComplete || !tally.wasTried),
    echo: {
      checkIn: stay.checkIn,
      checkOut: stay.checkOut,
      nights: nightsBetween(stay.checkIn, stay.checkOut),
      occupancies: request.occupancies,
      guestNationality: market.nationality,
      currency: market.currency,
      language: market.language,
      sort: order.sort,
      sortDirection: order.direction,
      offerDetail: request.offerDetail ?? DEFAULT_OFFER_DETAIL,
      maxOffersPerHotel: request.maxOffersPerHotel ?? DEFAULT_MAX_OFFERS_PER_HOTEL,
    },
    providers: tallies.map(tally => tally.report()),
    hotels: hotelViews(parts, request, { ...search, expiresAtMs: page.expiresAtMs }, hotels),
    unavailable: [...unknown, ...(wantsUnavailable ? filled.unavailable : [])] as Response['unavailable'],
    page: { nextCursor: end === undefined ? null : page.cursorAfter(end), hasMore: end !== undefined },
    ...(run.mode.isAudited && { audit: shownExchanges(run.exchanges) }),
  };
}

function hotelViews(
  { tokens }: SearchParts,
  { include, checkIn, checkOut, offerDetail }: AvailabilityRequest,
  search: OfferSearch,
  hotels: readonly FoundHotel[],
): Response['hotels'] {
  const { language, currency } = search.market;
  const nights = include?.includes('nightly') ? nightsOf(checkIn, checkOut) : null;
  return hotels.map(({ hotel, distanceMetres, offers }) => {
    const scene = { hotel, language, nights };
    const views = offers.map(offer => {
      const until = withExpiry(search, offer);
      const offerId = tokens.make(until, hotel.hotelId, offer);
      const issue = { offerId, expiresAtMs: until.expiresAtMs };
      return offerDetail === 'SUMMARY'
        ? offerSummaryView(offer, issue)
        : searchedOfferView(offer, scene, issue);
    });
    const lowest = offers[0];
    return {
      ...hotelHeader(hotel, language),
      ...(distanceMetres !== undefined && { distanceMeters: Math.round(distanceMetres) }),
      fromPrice: toMoney(lowest?.netMinor ?? 0, lowest?.currency ?? currency),
      offers: views,
    };
  });
}

/** Uses the supplier's expiry if it is earlier. */
function withExpiry(search: OfferSearch, { endsAtMs }: FoundHotel['offers'][number]): OfferSearch {
  if (endsAtMs === undefined || endsAtMs >= search.expiresAtMs) return search;
  return { ...search, expiresAtMs: Math.floor(endsAtMs / 1000) * 1000 };
}
