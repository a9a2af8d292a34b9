/**
 * Cached lists of the hotels in a place or around a point. A change of hotels drops only the lists it affects.
 */
import type { Database } from '../../platform/database/connect.ts';
import { type Entry, SecondChanceCache } from '../../platform/memory/second-chance-cache.ts';
import { type ChangedHotel, type HotelInReach, type Reach, readHotelsInReach } from './for-sale-store.ts';

/** Each with some hundred hotels. */
const MAX_LISTS = 1_000;

export interface HotelList extends Entry {
  reach: Reach;
  centre: { latitude: number; longitude: number };
  hotels: readonly HotelInReach[];
  /** True if there are more hotels than listed. */
  isCut: boolean;
}

export class HotelLists {
  readonly #db: Database;
  readonly #lists = new SecondChanceCache<HotelList>(MAX_LISTS);
  /** Single-flight: after a list was dropped, many requests for it share one read. */
  #reading = new Map<string, Promise<HotelList | undefined>>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns at least `limit` hotels if there are that many. `find` is only called if the list must be read. */
  async get(
    key: string,
    limit: number,
    find: () => Promise<Reach | undefined>,
  ): Promise<HotelList | undefined> {
    const cached = this.#lists.get(key);
    if (cached !== undefined && (!cached.isCut || cached.hotels.length >= limit)) return cached;
    const reading = this.#reading;
    const readingKey = `${key} ${limit}`;
    let list = reading.get(readingKey);
    if (list === undefined) {
      list = this.#read(key, limit, find).finally(() => reading.delete(readingKey));
      reading.set(readingKey, list);
    }
    return list;
  }

  /** Drops the lists that these hotels were in, are in now, or in which their position changed. */
  drop(changed: readonly ChangedHotel[]): void {
    const byKey = new Map(changed.map(hotel => [keyOf(hotel.environment, hotel.hotelId), hotel]));
    for (const [key, list] of this.#lists.entries()) if (isAffected(list, byKey)) this.#lists.delete(key);
    // Lists that are being read may be older than the change.
    this.#reading = new Map();
  }

  clear(): void {
    this.#lists.clear();
    this.#reading = new Map();
  }

  async #read(
    key: string,
    limit: number,
    find: () => Promise<Reach | undefined>,
  ): Promise<HotelList | undefined> {
    const reading = this.#reading;
    const reach = await find();
    if (reach === undefined) return undefined;
    const hotels = await readHotelsInReach(this.#db, reach, limit + 1);
    const { latitude, longitude } = reach;
    const list: HotelList = {
      reach,
      centre: { latitude, longitude },
      hotels: hotels.slice(0, limit),
      isCut: hotels.length > limit,
      used: false,
    };
    // Otherwise it was read before the change that dropped the other lists.
    if (reading === this.#reading) this.#lists.set(key, list);
    return list;
  }
}

const keyOf = (environment: string, hotelId: string) => `${environment} ${hotelId}`;

function isAffected(
  { reach, hotels, isCut }: HotelList,
  changed: ReadonlyMap<string, ChangedHotel>,
): boolean {
  const listed = new Set<ChangedHotel>();
  for (const { hotelId, latitude, longitude } of hotels) {
    const hotel = changed.get(keyOf(reach.environment, hotelId));
    if (hotel === undefined) continue;
    const isSame = hotel.isActive && hotel.latitude === latitude && hotel.longitude === longitude;
    if (!isSame || !liesIn(hotel, reach)) return true;
    listed.add(hotel);
  }
  // A hotel after the last one of a truncated list would not be in it.
  const last = isCut ? (hotels.at(-1)?.metres ?? 0) + TOLERANCE_METRES : Number.POSITIVE_INFINITY;
  for (const hotel of changed.values()) {
    if (!hotel.isActive || hotel.environment !== reach.environment || listed.has(hotel)) continue;
    if (liesIn(hotel, reach) && metresBetween(reach, hotel) <= last) return true;
  }
  return false;
}

/** The database and this code may differ in the last digits of a distance. */
const TOLERANCE_METRES = 1;
const EARTH_RADIUS_METRES = 6_371_008.8;

function liesIn(hotel: ChangedHotel, { within, ...centre }: Reach): boolean {
  if ('place' in within) return hotel.places.includes(within.place);
  return metresBetween(centre, hotel) <= within.radiusMetres + TOLERANCE_METRES;
}

interface Point {
  latitude: number;
  longitude: number;
}

function metresBetween(a: Point, b: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const north = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2;
  const east = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  const chord = north + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * east;
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(chord)));
}
