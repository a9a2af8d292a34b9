/**
 * The caches behind `HotelsForSale`: hotels by id, and the lists of hotels in a place, around a point or in a
 * rectangle. When a few hotels change, only the affected lists are dropped.
 */
import { type Entry, SecondChanceCache } from '../../platform/cache/second-chance-cache.ts';
import type { Database } from '../../platform/database/connect.ts';
import { SingleFlight } from '../../platform/single-flight.ts';
import type { Box } from '../catalogue/nearby-hotels-store.ts';
import { type ChangedHotel, type HotelInReach, type Reach, readHotelsInReach } from './for-sale-store.ts';
import type { HotelForSale } from './hotel-for-sale.ts';

/** A typical hotel takes about 2 kB. */
const MAX_HOTELS = 20_000;
/** Ids of merged and unknown hotels. They are cached separately, so that invalid ids never evict hotels. */
const MAX_ALIASES = 10_000;

interface CachedHotel extends Entry {
  hotel: HotelForSale;
}

interface CachedAlias extends Entry {
  /** The hotel that this hotel was merged into. Undefined if no hotel with this id is for sale. */
  target: string | undefined;
}

/** Caches the recently requested hotels of one environment. Evicts with the second-chance algorithm. */
export class HotelCache {
  readonly #hotels = new SecondChanceCache<CachedHotel>(MAX_HOTELS);
  readonly #aliases = new SecondChanceCache<CachedAlias>(MAX_ALIASES);

  /** Returns null if no such hotel is for sale, and undefined if it is not cached. */
  get(hotelId: string): HotelForSale | null | undefined {
    const cached = this.#hotels.get(hotelId);
    if (cached !== undefined) return cached.hotel;
    const alias = this.#aliases.get(hotelId);
    if (alias === undefined) return undefined;
    return alias.target === undefined ? null : this.#hotels.get(alias.target)?.hotel;
  }

  set(requestedId: string, hotel: HotelForSale | undefined): void {
    if (hotel !== undefined) this.#hotels.set(hotel.hotelId, { hotel, used: false });
    if (hotel?.hotelId !== requestedId)
      this.#aliases.set(requestedId, { target: hotel?.hotelId, used: false });
  }

  drop(hotelId: string): void {
    this.#hotels.delete(hotelId);
    this.#aliases.delete(hotelId);
  }

  clear(): void {
    this.#hotels.clear();
    this.#aliases.clear();
  }
}

/** Each list holds a few hundred hotels. */
const MAX_LISTS = 1_000;

export interface HotelList extends Entry {
  reach: Reach;
  centre: { latitude: number; longitude: number };
  hotels: readonly HotelInReach[];
  /** True if there are more hotels than in `hotels`. */
  isCut: boolean;
}

export class HotelListCache {
  readonly #db: Database;
  readonly #lists = new SecondChanceCache<HotelList>(MAX_LISTS);
  /** Concurrent requests for a list that is not cached share one read. */
  readonly #reads = new SingleFlight<HotelList | undefined>();
  /** Increases with every change. A list that was read before a change is not cached. */
  #version = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns at least `limit` hotels if there are that many. `find` is only called if the list is not cached. */
  async get(
    key: string,
    limit: number,
    find: () => Promise<Reach | undefined>,
  ): Promise<HotelList | undefined> {
    const cached = this.#lists.get(key);
    if (cached !== undefined && (!cached.isCut || cached.hotels.length >= limit)) return cached;
    return this.#reads.run(`${key} ${limit}`, () => this.#read(key, limit, find));
  }

  /** Drops the lists in which one of these hotels must be added, moved or removed. */
  drop(changed: readonly ChangedHotel[]): void {
    const byKey = new Map(changed.map(hotel => [keyOf(hotel.environment, hotel.hotelId), hotel]));
    for (const [key, list] of this.#lists.entries()) if (isAffected(list, byKey)) this.#lists.delete(key);
    this.#dropReads();
  }

  clear(): void {
    this.#lists.clear();
    this.#dropReads();
  }

  /** Lists that are being read may be older than the change, so they are not cached. */
  #dropReads(): void {
    this.#reads.forgetAll();
    this.#version += 1;
  }

  async #read(
    key: string,
    limit: number,
    find: () => Promise<Reach | undefined>,
  ): Promise<HotelList | undefined> {
    const version = this.#version;
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
    if (version === this.#version) this.#lists.set(key, list);
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
  // A hotel that is farther away than the last hotel of a truncated list does not belong to the list.
  const last = isCut ? (hotels.at(-1)?.metres ?? 0) + TOLERANCE_METRES : Number.POSITIVE_INFINITY;
  for (const hotel of changed.values()) {
    if (!hotel.isActive || hotel.environment !== reach.environment || listed.has(hotel)) continue;
    if (liesIn(hotel, reach) && metresBetween(reach, hotel) <= last) return true;
  }
  return false;
}

/** The database and this code may calculate slightly different distances. */
const TOLERANCE_METRES = 1;
const EARTH_RADIUS_METRES = 6_371_008.8;

function liesIn(hotel: ChangedHotel, { within, ...centre }: Reach): boolean {
  if ('place' in within) return hotel.places.includes(within.place);
  if ('box' in within) return isInBox(hotel, within.box);
  return metresBetween(centre, hotel) <= within.radiusMetres + TOLERANCE_METRES;
}

function isInBox({ latitude, longitude }: Point, { north, south, east, west }: Box): boolean {
  if (latitude < south || latitude > north) return false;
  return west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
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
