import { listHotels, showHotel } from '@serai/contract/account/hotels.ts';
import { HOTEL_INCLUDES } from '@serai/contract/content/hotels.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { makeCursor, pageOf, readCursor } from '../../../platform/cursor.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import {
  hotelHeader,
  hotelView,
  roomView,
  type StoredHotel,
  type StoredRoom,
} from '../../catalogue/hotel-view.ts';
import { nameQuery } from '../../catalogue/name-words.ts';
import { getPlace } from '../../destinations/get-place.ts';
import type { SandboxPictures } from '../../sandbox/pictures/pictures-of-hotel.ts';
import { type BrowsedHotel, browseHotels, findHotel, listRoomsOfHotel } from './operator-hotels-store.ts';

interface HotelSales {
  /** Returns the hotels that have own inventory. */
  findOwn(db: Database, environment: Environment, hotelIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns the codes of the providers that sell the hotel, in order of preference. */
  findSellers(environment: Environment, hotel: HotelOnSale): Promise<string[]>;
}

interface HotelOnSale {
  hotelId: string;
  countryCode: string;
  timeZone: string | null;
  stars: number | null;
  rooms: readonly { roomCode: string; maxTotal: number; maxAdults: number; maxChildren: number }[];
}

interface HotelParts {
  cursorKey: Buffer;
  sales: HotelSales;
  pictures: SandboxPictures;
}

export function hotelHandlers(parts: HotelParts): OperatorHandler[] {
  return [hotelsList(parts), hotelsShow(parts)];
}

const DEFAULT_LIMIT = 50;
const HOTEL_ID = /^htl_\S+$/;
const MAX_ROOMS = 500;
const ALL_SECTIONS = new Set(HOTEL_INCLUDES);

function hotelsList({ cursorKey, sales }: HotelParts): OperatorHandler {
  return operate(listHotels, async ({ db, organisationId }, input) => {
    const { environment = 'sandbox', query, canonicalCityId, countryCode, status, page } = input;
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const filters = [environment, query, canonicalCityId, countryCode, status].map(value => value ?? null);
    const boundTo = [listHotels.name, organisationId, ...filters];
    const [after = ''] = cursor === undefined ? [] : readCursor(cursorKey, boundTo, cursor);
    const found = await browseHotels(db, {
      ...{ environment, countryCode, status, after, limit: limit + 1, ...parseQuery(query) },
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

/** A query without words finds no hotels at all, rather than every hotel. */
export function parseQuery(query: string | undefined): {
  idPrefix: string | undefined;
  words: string | undefined;
} {
  const text = query?.trim() ?? '';
  if (query === undefined) return { idPrefix: undefined, words: undefined };
  if (HOTEL_ID.test(text)) return { idPrefix: text, words: undefined };
  return { idPrefix: undefined, words: nameQuery(text) ?? '' };
}

export function rowOf(hotel: BrowsedHotel) {
  const { hotelId, status, name, type, categoryCode, stars, address, canonicalCityId, updatedAt } =
    hotelHeader(hotel, undefined);
  return {
    sourceId: hotel.content.sourceId ?? null,
    ...{ hotelId, status, name, type, categoryCode, stars, canonicalCityId, updatedAt },
    ...{ city: address.city, countryCode: address.countryCode, rooms: hotel.rooms },
  };
}

function hotelsShow({ sales, pictures }: HotelParts): OperatorHandler {
  return operate(showHotel, async ({ db }, { environment, hotelId, language }) => {
    const hotel = await findHotel(db, environment, hotelId);
    if (hotel === undefined) {
      throw new ApiError(
        'HOTEL_NOT_FOUND',
        'There is no such hotel in this environment. hotels/list shows the hotels.',
      );
    }
    const rooms = await listRoomsOfHotel(db, environment, hotelId, MAX_ROOMS);
    const [own, providers] = await Promise.all([
      sales.findOwn(db, environment, [hotelId]),
      hotel.status === 'ACTIVE' ? sales.findSellers(environment, onSale(hotel, rooms)) : [],
    ]);
    return {
      hotel: hotelView(pictures.addToHotel(environment, hotel), language, ALL_SECTIONS),
      languages: languagesOf(hotel),
      rooms: rooms.map(room => roomView(pictures.addToRoom(environment, room), language)),
      roomCount: rooms[0]?.all ?? 0,
      ownInventory: own.has(hotelId),
      providers,
    };
  });
}

function languagesOf({ content }: StoredHotel): string[] {
  return [...new Set([...Object.keys(content.name), ...Object.keys(content.description ?? {})])];
}

function onSale(
  { hotelId, timeZone, stars, content }: StoredHotel,
  rooms: readonly StoredRoom[],
): HotelOnSale {
  const { countryCode } = content.address;
  return {
    ...{ hotelId, countryCode, timeZone, stars },
    rooms: rooms
      .filter(({ status }) => status === 'ACTIVE')
      .map(({ roomCode, content: { occupancy } }) => ({ roomCode, ...occupancy })),
  };
}
