import { listHotels } from '@serai/contract/account/hotels.ts';
import { makeCursor, pageOf, readCursor } from '../../../platform/cursor.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { nameQuery } from '../../catalogue/name-words.ts';
import { hotelHeader } from '../../catalogue/views/hotel-view.ts';
import { getPlace } from '../../destinations/get-place.ts';
import type { HotelParts } from './hotel-parts.ts';
import { type BrowsedHotel, browseHotels } from './operator-hotels-store.ts';

const DEFAULT_LIMIT = 50;
const HOTEL_ID = /^htl_\S+$/;

export function hotelsList({ cursorKey, sales }: HotelParts): OperatorHandler {
  return operate(listHotels, async ({ db, organisationId }, input) => {
    const { environment = 'sandbox', query, canonicalCityId, countryCode, status, page } = input;
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const filters = [environment, query, canonicalCityId, countryCode, status].map(value => value ?? null);
    const boundTo = [listHotels.name, organisationId, ...filters];
    const [after = ''] = cursor === undefined ? [] : readCursor(cursorKey, boundTo, cursor);
    const found = await browseHotels(db, {
      ...{ environment, countryCode, status, after, limit: limit + 1, ...asked(query) },
      place:
        canonicalCityId === undefined ? undefined : (await getPlace(db, environment, canonicalCityId)).id,
    });
    const paged = pageOf(found, limit, ({ hotelId }) => makeCursor(cursorKey, boundTo, [hotelId]));
    const own = await sales.findOwn(
      db,
      environment,
      paged.shown.map(({ hotelId }) => hotelId),
    );
    return {
      hotels: paged.shown.map(hotel => ({ ...rowOf(hotel), ownInventory: own.has(hotel.hotelId) })),
      page: paged.page,
    };
  });
}

/** A query without words finds nothing, not everything. */
function asked(query: string | undefined): { hotelId: string | undefined; words: string | undefined } {
  const text = query?.trim() ?? '';
  if (query === undefined) return { hotelId: undefined, words: undefined };
  if (HOTEL_ID.test(text)) return { hotelId: text, words: undefined };
  return { hotelId: undefined, words: nameQuery(text) ?? '' };
}

function rowOf(hotel: BrowsedHotel) {
  const { hotelId, status, name, type, categoryCode, stars, address, canonicalCityId, updatedAt } =
    hotelHeader(hotel, undefined);
  return {
    sourceId: hotel.content.sourceId ?? null,
    ...{ hotelId, status, name, type, categoryCode, stars, canonicalCityId, updatedAt },
    ...{ city: address.city, countryCode: address.countryCode, rooms: hotel.rooms },
  };
}
