/** A hotel with its rooms, in the form that booking needs for offers. Pure. */
import type { CatalogueRoom } from '@serai/contract/catalogue/catalogue-file.ts';
import { textIn } from '../catalogue/language-choice.ts';

type Texts = Readonly<Record<string, string>>;

export interface HotelForSale {
  hotelId: string;
  countryCode: string;
  /** IANA time zone name. Null if unknown. */
  timeZone: string | null;
  /** The name in the requested language, or in the catalogue's fallback language. */
  name(language: string): string;
  categoryCode: string | null;
  stars: number | null;
  chainCode: string | null;
  /** Every place that the hotel belongs to, including zones and nearby airports, in any order. */
  placeIds: readonly string[];
  /** Codes from the facility list. */
  facilities: readonly string[];
  location: { latitude: number; longitude: number };
  rooms: readonly RoomForSale[];
}

export interface RoomForSale {
  roomCode: string;
  maxTotal: number;
  maxAdults: number;
  maxChildren: number;
  name(language: string): string;
  beds: CatalogueRoom['beds'];
}

export interface HotelForSaleRow {
  hotelId: string;
  countryCode: string;
  timeZone: string | null;
  categoryCode: string | null;
  stars: string | null;
  chainCode: string | null;
  placeIds: readonly string[];
  facilities: readonly string[];
  latitude: number;
  longitude: number;
  names: Texts;
  rooms: readonly (Pick<CatalogueRoom, 'roomCode' | 'occupancy' | 'beds'> & { names: Texts })[];
}

export function toHotelForSale(row: HotelForSaleRow): HotelForSale {
  const { hotelId, countryCode, timeZone, categoryCode, chainCode, placeIds, facilities } = row;
  const { latitude, longitude, names } = row;
  return {
    hotelId,
    countryCode,
    timeZone,
    categoryCode,
    stars: row.stars === null ? null : Number(row.stars),
    chainCode,
    placeIds,
    facilities,
    location: { latitude, longitude },
    name: language => nameIn(names, language),
    rooms: row.rooms.map(room => ({
      roomCode: room.roomCode,
      ...room.occupancy,
      beds: room.beds,
      name: language => nameIn(room.names, language),
    })),
  };
}

/** The fast path matters: a search needs thousands of names, nearly all of them in an available language. */
function nameIn(names: Texts, language: string): string {
  return Object.hasOwn(names, language) ? (names[language] as string) : textIn(names, language).text;
}
