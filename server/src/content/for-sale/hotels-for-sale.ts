/**
 * A cache of the hotels that booking sells. It detects changes made by other processes within about a second and drops
 * the changed hotels and the lists that they affect.
 */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { every, type Repetition } from '../../platform/every.ts';
import type { Log } from '../../platform/log.ts';
import type { Box } from '../catalogue/nearby-hotels-store.ts';
import { findPlace } from '../destinations/find-place-store.ts';
import { extentOf } from '../destinations/get-place.ts';
import {
  type CatalogueMark,
  listChangedHotels,
  readCatalogueMark,
  readHotelsForSale,
} from './for-sale-store.ts';
import { HotelCache, type HotelList, HotelListCache } from './hotel-caches.ts';
import { type HotelForSale, toHotelForSale } from './hotel-for-sale.ts';

const POLL_MS = 1_000;
/** If more hotels than this have changed, the whole cache is cleared. */
const MAX_CHANGED = 5_000;

export interface Point {
  latitude: number;
  longitude: number;
}

export interface HotelsInReach {
  centre: Point;
  /** Sorted by distance to the centre, then by id. */
  hotels: readonly { hotel: HotelForSale; distanceMetres: number }[];
  /** True if there are more hotels than requested. */
  isCut: boolean;
}

interface HotelsForSaleParts {
  db: Database;
  clock: Clock;
  log: Log;
}

export class HotelsForSale {
  readonly #parts: HotelsForSaleParts;
  readonly #caches: Record<Environment, HotelCache> = {
    sandbox: new HotelCache(),
    production: new HotelCache(),
  };
  /** Points and rectangles are numerous and rarely requested twice. A separate cache keeps them from evicting places. */
  readonly #placeLists: HotelListCache;
  readonly #pointLists: HotelListCache;
  #mark: CatalogueMark | undefined;
  /** Increases when something is dropped. Results that were read before that are not cached. */
  #generation = 0;
  #polling: Repetition | undefined;

  constructor(parts: HotelsForSaleParts) {
    this.#parts = parts;
    this.#placeLists = new HotelListCache(parts.db);
    this.#pointLists = new HotelListCache(parts.db);
  }

  async start(): Promise<void> {
    await this.applyChanges();
    const { clock, log } = this.#parts;
    this.#polling = every(
      clock,
      POLL_MS,
      () => this.applyChanges(),
      error => log.warn({ err: error }, 'could not read hotel changes; continuing with the cached hotels'),
    );
  }

  async stop(): Promise<void> {
    await this.#polling?.stop();
  }

  /** Returns hotels by requested id. Only ACTIVE hotels are returned. A merged id returns its successor. */
  async findHotels(
    environment: Environment,
    hotelIds: readonly string[],
  ): Promise<Map<string, HotelForSale>> {
    const cache = this.#caches[environment];
    const found = new Map<string, HotelForSale>();
    const unread = new Set<string>();
    for (const id of hotelIds) {
      const hotel = cache.get(id);
      if (hotel === undefined) unread.add(id);
      else if (hotel !== null) found.set(id, hotel);
    }
    if (unread.size === 0) return found;
    const generation = this.#generation;
    const rows = await readHotelsForSale(this.#parts.db, environment, [...unread]);
    const isCurrent = generation === this.#generation;
    for (const row of rows) {
      const hotel = toHotelForSale(row);
      found.set(row.requestedId, hotel);
      unread.delete(row.requestedId);
      if (isCurrent) cache.set(row.requestedId, hotel);
    }
    if (isCurrent) for (const id of unread) cache.set(id, undefined);
    return found;
  }

  /**
   * Returns the hotels in a place of any kind, or around an airport. Undefined if there is no such place or it was
   * removed.
   */
  async findAt(environment: Environment, placeId: string, limit: number): Promise<HotelsInReach | undefined> {
    const list = await this.#placeLists.get(`${environment} ${placeId}`, limit, async () => {
      const place = await findPlace(this.#parts.db, environment, placeId);
      if (place?.status !== 'ACTIVE') return undefined;
      const { latitude, longitude } = place;
      return { environment, latitude, longitude, within: extentOf(place, undefined) };
    });
    return list && this.#hotelsOf(environment, list, limit);
  }

  async findAround(
    environment: Environment,
    centre: Point,
    radiusMetres: number,
    limit: number,
  ): Promise<HotelsInReach> {
    const { latitude, longitude } = centre;
    const key = `${environment} ${latitude} ${longitude} ${radiusMetres}`;
    const reach = { environment, latitude, longitude, within: { radiusMetres } };
    const list = await this.#pointLists.get(key, limit, async () => reach);
    return this.#hotelsOf(environment, list as HotelList, limit);
  }

  async findInBox(environment: Environment, box: Box, limit: number): Promise<HotelsInReach> {
    const { north, south, east, west } = box;
    const key = `${environment} box ${north} ${south} ${east} ${west}`;
    const reach = { environment, ...centreOf(box), within: { box } };
    const list = await this.#pointLists.get(key, limit, async () => reach);
    return this.#hotelsOf(environment, list as HotelList, limit);
  }

  async applyChanges(): Promise<void> {
    const { db } = this.#parts;
    const mark = await readCatalogueMark(db);
    const before = this.#mark;
    if (before === undefined) this.#mark = mark;
    if (before === undefined || (before.hotels === mark.hotels && before.places === mark.places)) return;
    const changed = await listChangedHotels(db, before.change, MAX_CHANGED + 1);
    this.#generation += 1;
    // If places changed, any list may have changed. After a manual change in SQL, the affected hotels are unknown.
    const isUnknown = before.places !== mark.places || changed.length === 0 || changed.length > MAX_CHANGED;
    for (const lists of [this.#placeLists, this.#pointLists]) {
      if (isUnknown) lists.clear();
      else lists.drop(changed);
    }
    if (changed.length > MAX_CHANGED) {
      this.#caches.sandbox.clear();
      this.#caches.production.clear();
    } else for (const { environment, hotelId } of changed) this.#caches[environment].drop(hotelId);
    this.#mark = mark;
  }

  async #hotelsOf(environment: Environment, list: HotelList, limit: number): Promise<HotelsInReach> {
    const listed = list.hotels.length > limit ? list.hotels.slice(0, limit) : list.hotels;
    const found = await this.findHotels(
      environment,
      listed.map(({ hotelId }) => hotelId),
    );
    const hotels: { hotel: HotelForSale; distanceMetres: number }[] = [];
    for (const { hotelId, metres } of listed) {
      const hotel = found.get(hotelId);
      // Skips hotels that were removed or merged after the list was read.
      if (hotel?.hotelId === hotelId) hotels.push({ hotel, distanceMetres: Math.round(metres) });
    }
    return { centre: list.centre, hotels, isCut: list.isCut || list.hotels.length > limit };
  }
}

function centreOf({ north, south, east, west }: Box): Point {
  const width = west <= east ? east - west : east - west + 360;
  const middle = west + width / 2;
  return { latitude: (north + south) / 2, longitude: middle > 180 ? middle - 360 : middle };
}
