/** The parts of the hotel catalogue that the booking area uses. The content area implements them, and `app.ts` connects the two. */
import type { BookingRecord } from '@serai/contract/booking/booking-record.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { BED_TYPES } from '@serai/contract/shared/lodging.ts';
import type { SoldHotel, SoldRoom } from './port/supplier.ts';

export interface CatalogueHotel extends SoldHotel {
  /** In the requested language, or in the fallback language of the catalogue. */
  name(language: string): string;
  categoryCode: string | null;
  stars: number | null;
  chainCode?: string | null;
  /** Every place that contains the hotel. Pricing rules may name places and chains. */
  placeIds?: readonly string[];
  /** Codes from the facility list. */
  facilities?: readonly string[];
  location: { latitude: number; longitude: number };
  rooms: readonly CatalogueRoom[];
}

export interface CatalogueRoom extends SoldRoom {
  name(language: string): string;
  beds: readonly { type: (typeof BED_TYPES)[number]; count: number }[];
}

export interface Point {
  latitude: number;
  longitude: number;
}

/** A rectangle on the map. If `west` is greater than `east`, it crosses the antimeridian. */
export interface Box {
  north: number;
  south: number;
  east: number;
  west: number;
}

/** Bookable hotels in a destination, around a point or in a rectangle, sorted by distance from the centre. */
export interface HotelsInReach {
  centre: Point;
  hotels: readonly { hotel: CatalogueHotel; distanceMetres: number }[];
  /** True if there are more hotels than the limit. */
  isCut: boolean;
}

/** Finds ACTIVE hotels only. A merged id finds the hotel that it was merged into. Results are cached where possible. */
export interface Catalogue {
  findHotels(environment: Environment, hotelIds: readonly string[]): Promise<Map<string, CatalogueHotel>>;
  /** Returns undefined if the place does not exist. */
  findAt(environment: Environment, placeId: string, limit: number): Promise<HotelsInReach | undefined>;
  findAround(
    environment: Environment,
    centre: Point,
    radiusMetres: number,
    limit: number,
  ): Promise<HotelsInReach>;
  /** Distances are measured from the centre of the rectangle. */
  findInBox(environment: Environment, box: Box, limit: number): Promise<HotelsInReach>;
}

export type HotelHeader = BookingRecord['hotel'];

export function hotelHeader(hotel: CatalogueHotel, language: string): HotelHeader {
  const { hotelId, categoryCode, stars, timeZone, location } = hotel;
  return {
    hotelId: hotelId as HotelHeader['hotelId'],
    name: hotel.name(language),
    categoryCode,
    stars,
    timeZone,
    location,
  };
}
