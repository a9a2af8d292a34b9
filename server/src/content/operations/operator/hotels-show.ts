import { showHotel } from '@serai/contract/account/hotels.ts';
import { HOTEL_INCLUDES } from '@serai/contract/content/hotels.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { hotelView, type StoredHotel } from '../../catalogue/views/hotel-view.ts';
import { roomView, type StoredRoom } from '../../catalogue/views/room-view.ts';
import type { HotelOnSale, HotelParts } from './hotel-parts.ts';
import { findHotel, listRoomsOfHotel } from './operator-hotels-store.ts';

const MOST_ROOMS = 500;
const EVERYTHING = new Set(HOTEL_INCLUDES);

export function hotelsShow({ sales }: HotelParts): OperatorHandler {
  return operate(showHotel, async ({ db }, { environment, hotelId, language }) => {
    const hotel = await findHotel(db, environment, hotelId);
    if (hotel === undefined) {
      throw new ApiError('HOTEL_NOT_FOUND', 'There is no such hotel in this environment.');
    }
    const rooms = await listRoomsOfHotel(db, environment, hotelId, MOST_ROOMS);
    const [own, providers] = await Promise.all([
      sales.findOwn(db, environment, [hotelId]),
      hotel.status === 'ACTIVE' ? sales.findSellers(environment, onSale(hotel, rooms)) : [],
    ]);
    return {
      hotel: hotelView(hotel, language, EVERYTHING),
      languages: languagesOf(hotel),
      rooms: rooms.map(room => roomView(room, language)),
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
