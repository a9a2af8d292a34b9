/** What booking asks of the hotel catalogue. The content area answers; `app.ts` introduces them. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { BED_TYPES } from '@serai/contract/shared/lodging.ts';
import type { SoldHotel, SoldRoom } from './port/supplier.ts';

export interface CatalogueHotel extends SoldHotel {
  /** In the language asked for, else as the catalogue falls back. */
  name(language: string): string;
  categoryCode: string | null;
  stars: number | null;
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

/** Hotels for sale in a destination or around a point, the nearest to the centre first. */
export interface HotelsInReach {
  centre: Point;
  hotels: readonly { hotel: CatalogueHotel; distanceMetres: number }[];
  /** True when there are more than were asked for. */
  isCut: boolean;
}

/** Only hotels that are ACTIVE; a merged id finds the hotel it was merged into. Answers come from memory where they can. */
export interface Catalogue {
  findHotels(environment: Environment, hotelIds: readonly string[]): Promise<Map<string, CatalogueHotel>>;
  /** Undefined where there is no such place. */
  findAt(environment: Environment, placeId: string, limit: number): Promise<HotelsInReach | undefined>;
  findAround(
    environment: Environment,
    centre: Point,
    radiusMetres: number,
    limit: number,
  ): Promise<HotelsInReach>;
}
