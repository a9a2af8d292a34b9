/**
 * A cache of the hotels that booking sells. Changes by other processes are seen within a second: then the hotels that changed are
 * dropped, and the lists that they touch.
 */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { every, type Repetition } from '../../platform/every.ts';
import type { Log } from '../../platform/log.ts';
import { extentOf } from '../destinations/extent-of.ts';
import { findPlace } from '../destinations/find-place-store.ts';
import {
  type CatalogueMark,
  listChangedHotels,
  readCatalogueMark,
  readHotelsForSale,
} from './for-sale-store.ts';
import { type HotelForSale, toHotelForSale } from './hotel-for-sale.ts';
import { type HotelList, HotelLists } from './hotel-lists.ts';
import { KeptHotels } from './kept-hotels.ts';

const POLL_MS = 1_000;
/** After a change of more hotels than these all of them are read again. */
const MAX_CHANGED = 5_000;

export interface Point {
  latitude: number;
  longitude: number;
}

export interface HotelsInReach {
  centre: Point;
  /** The nearest to the centre first; equally near ones by id. */
  hotels: readonly { hotel: HotelForSale; distanceMetres: number }[];
  /** True when there are more than were asked for. */
  isCut: boolean;
}

interface HotelsForSaleParts {
  db: Database;
  clock: Clock;
  log: Log;
}

export class HotelsForSale {
  readonly #parts: HotelsForSaleParts;
  readonly #kept: Record<Environment, KeptHotels> = {
    sandbox: new KeptHotels(),
    production: new KeptHotels(),
  };
  /** Points are many and are asked for once or twice: apart, so that they never drive places out. */
  readonly #placeLists: HotelLists;
  readonly #pointLists: HotelLists;
  #mark: CatalogueMark | undefined;
  /** Raised when something is forgotten: what was read before then is not kept. */
  #generation = 0;
  #polling: Repetition | undefined;

  constructor(parts: HotelsForSaleParts) {
    this.#parts = parts;
    this.#placeLists = new HotelLists(parts.db);
    this.#pointLists = new HotelLists(parts.db);
  }

  async start(): Promise<void> {
    await this.follow();
    const { clock, log } = this.#parts;
    this.#polling = every(
      clock,
      POLL_MS,
      () => this.follow(),
      error => log.warn({ err: error }, 'changes of hotels could not be read; those known are sold on'),
    );
  }

  async stop(): Promise<void> {
    await this.#polling?.stop();
  }

  /** By the id asked for. Only hotels that are ACTIVE; a merged id finds the hotel it was merged into. */
  async findHotels(
    environment: Environment,
    hotelIds: readonly string[],
  ): Promise<Map<string, HotelForSale>> {
    const kept = this.#kept[environment];
    const found = new Map<string, HotelForSale>();
    const unread = new Set<string>();
    for (const id of hotelIds) {
      const hotel = kept.get(id);
      if (hotel === undefined) unread.add(id);
      else if (hotel !== null) found.set(id, hotel);
    }
    if (unread.size === 0) return found;
    const generation = this.#generation;
    const rows = await readHotelsForSale(this.#parts.db, environment, [...unread]);
    const isCurrent = generation === this.#generation;
    for (const row of rows) {
      const hotel = toHotelForSale(row);
      found.set(row.asked, hotel);
      unread.delete(row.asked);
      if (isCurrent) kept.keep(row.asked, hotel);
    }
    if (isCurrent) for (const id of unread) kept.keep(id, undefined);
    return found;
  }

  /** The hotels of a place of any kind; around an airport. Undefined where there is no such place. */
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

  /** Forgets what changed since it was called last. */
  async follow(): Promise<void> {
    const { db } = this.#parts;
    const mark = await readCatalogueMark(db);
    const before = this.#mark;
    if (before === undefined) this.#mark = mark;
    if (before === undefined || (before.hotels === mark.hotels && before.places === mark.places)) return;
    const changed = await listChangedHotels(db, before.change, MAX_CHANGED + 1);
    this.#generation += 1;
    // Places that changed may have other hotels. A change by hand, in SQL, does not say which hotels it touched.
    const isUnknown = before.places !== mark.places || changed.length === 0 || changed.length > MAX_CHANGED;
    for (const lists of [this.#placeLists, this.#pointLists]) {
      if (isUnknown) lists.clear();
      else lists.drop(changed);
    }
    if (changed.length > MAX_CHANGED) {
      this.#kept.sandbox.clear();
      this.#kept.production.clear();
    } else for (const { environment, hotelId } of changed) this.#kept[environment].drop(hotelId);
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
      // Ended since the list was made, or became another.
      if (hotel?.hotelId === hotelId) hotels.push({ hotel, distanceMetres: Math.round(metres) });
    }
    return { centre: list.centre, hotels, isCut: list.isCut || list.hotels.length > limit };
  }
}
