/** Which hotels lie in a place or around a point, as they were asked for lately. Forgotten when anything changes. */
import type { Database } from '../../platform/database/connect.ts';
import { type Entry, SecondChanceCache } from '../../platform/memory/second-chance-cache.ts';
import { type HotelInReach, type Reach, readHotelsInReach } from './for-sale-store.ts';

/** Of some hundred hotels each. */
const MAX_LISTS = 1_000;

export interface HotelList extends Entry {
  centre: { latitude: number; longitude: number };
  hotels: readonly HotelInReach[];
  /** There are more than these. */
  isCut: boolean;
}

export class HotelLists {
  readonly #db: Database;
  readonly #lists = new SecondChanceCache<HotelList>(MAX_LISTS);
  /** Many ask for the same list at the moment it was forgotten: it is read once. */
  #reading = new Map<string, Promise<HotelList | undefined>>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** With at least `limit` hotels where there are so many. `find` is asked only when the list must be read. */
  async get(
    key: string,
    limit: number,
    find: () => Promise<Reach | undefined>,
  ): Promise<HotelList | undefined> {
    const kept = this.#lists.get(key);
    if (kept !== undefined && (!kept.isCut || kept.hotels.length >= limit)) return kept;
    const reading = this.#reading;
    const readingKey = `${key} ${limit}`;
    let list = reading.get(readingKey);
    if (list === undefined) {
      list = this.#read(key, limit, find).finally(() => reading.delete(readingKey));
      reading.set(readingKey, list);
    }
    return list;
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
      centre: { latitude, longitude },
      hotels: hotels.slice(0, limit),
      isCut: hotels.length > limit,
      used: false,
    };
    // Else it was read before the change that the others were forgotten for.
    if (reading === this.#reading) this.#lists.set(key, list);
    return list;
  }
}
