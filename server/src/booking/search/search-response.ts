/** Writes the response of a search. It contains hundreds of offers, so its JSON is written directly. */
import {
  type AvailabilityAnswer,
  type AvailabilityRequest,
  DEFAULT_MAX_OFFERS_PER_HOTEL,
  DEFAULT_OFFER_DETAIL,
} from '@serai/contract/booking/availability.ts';
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import { toMoney } from '../../platform/money/minor-units.ts';
import { JsonBytes } from '../../platform/operations/json-bytes.ts';
import { nightsOf } from '../../platform/time/civil-date.ts';
import { instantText } from '../../platform/time/zoned-time.ts';
import type { SearchParts } from '../booking-parts.ts';
import { hotelHeader } from '../catalogue.ts';
import type { OfferSearch } from '../offers/frozen-offer.ts';
import { OffersJson } from '../offers/offers-json.ts';
import { shownExchanges } from '../request-mode.ts';
import type { SearchOrder } from './candidates.ts';
import type { FilledPage, FoundHotel } from './fill-page.ts';
import type { PagedSearch, SearchPage } from './search-page.ts';
import type { SearchRun } from './search-providers.ts';

type Response = AvailabilityAnswer;
type Hotel = Response['hotels'][number];

export interface FinishedSearch {
  search: PagedSearch;
  run: SearchRun;
  order: SearchOrder;
  page: SearchPage;
  filled: FilledPage;
  unknownIds: readonly string[];
}

/** Returns a JSON object without its closing brace. */
export function searchResponse(
  parts: SearchParts,
  request: AvailabilityRequest,
  { search, run, order, page, filled, unknownIds }: FinishedSearch,
): JsonBytes {
  const { market, ...stay } = run.stay;
  const { hotels, end } = filled;
  const tallies = [...run.tallies.values()];
  const wantsUnavailable = request.include?.includes('unavailable') ?? false;
  const unknown = unknownIds.map(hotelId => ({ hotelId, reason: 'HOTEL_INACTIVE' as const }));
  const before: Omit<Response, 'hotels' | 'unavailable' | 'page'> = {
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
  };
  const after: Pick<Response, 'unavailable' | 'page' | 'audit'> = {
    unavailable: [...unknown, ...(wantsUnavailable ? filled.unavailable : [])] as Response['unavailable'],
    page: { nextCursor: end === undefined ? null : page.cursorAfter(end), hasMore: end !== undefined },
    ...(run.mode.isAudited && { audit: shownExchanges(run.exchanges) }),
  };
  const out = new JsonBytes();
  out.json(`${openObject(before)},"hotels":[`);
  writeHotels(out, parts, request, { ...search, expiresAtMs: page.expiresAtMs }, hotels);
  out.json(`],${openObject(after).slice(1)}`);
  return out;
}

function writeHotels(
  out: JsonBytes,
  { tokens }: SearchParts,
  { include, checkIn, checkOut, offerDetail }: AvailabilityRequest,
  search: OfferSearch,
  hotels: readonly FoundHotel[],
): void {
  const { language, currency } = search.market;
  const nights = include?.includes('nightly') ? nightsOf(checkIn, checkOut) : null;
  const detail = offerDetail === 'SUMMARY' ? 'summary' : 'full';
  const offersJson = new OffersJson(tokens, search, detail);
  for (const { hotel, offers } of hotels) offersJson.sign({ hotel, language, nights }, offers);
  for (const [i, { hotel, distanceMetres, offers }] of hotels.entries()) {
    const [lowest] = offers;
    const header: Omit<Hotel, 'offers'> = {
      ...hotelHeader(hotel, language),
      ...(distanceMetres !== undefined && { distanceMeters: Math.round(distanceMetres) }),
      fromPrice: toMoney(lowest?.netMinor ?? 0, lowest?.currency ?? currency),
    };
    out.json(`${i === 0 ? '' : ','}${openObject(header)},"offers":[`);
    offersJson.write(out, { hotel, language, nights }, offers);
    out.json(']}');
  }
}

/** The JSON of an object without its closing brace. */
function openObject(value: object): string {
  return JSON.stringify(value).slice(0, -1);
}
