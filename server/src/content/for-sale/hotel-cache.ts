/** A second-chance cache of recently requested hotels of one environment. */
import { type Entry, SecondChanceCache } from '../../platform/memory/second-chance-cache.ts';
import type { HotelForSale } from './hotel-for-sale.ts';

/** Most hotels take about 2 kB. */
const MAX_HOTELS = 20_000;
/** Ids of merged and unknown hotels. They are cached separately, so that invalid ids never evict hotels. */
const MAX_ALIASES = 10_000;

interface CachedHotel extends Entry {
  hotel: HotelForSale;
}

interface CachedAlias extends Entry {
  /** The hotel it was merged into. Undefined if none is for sale. */
  target: string | undefined;
}

export class HotelCache {
  readonly #hotels = new SecondChanceCache<CachedHotel>(MAX_HOTELS);
  readonly #aliases = new SecondChanceCache<CachedAlias>(MAX_ALIASES);

  /** Null if no such hotel is for sale, undefined if it must be read. */
  get(hotelId: string): HotelForSale | null | undefined {
    const cached = this.#hotels.get(hotelId);
    if (cached !== undefined) return cached.hotel;
    const alias = this.#aliases.get(hotelId);
    if (alias === undefined) return undefined;
    return alias.target === undefined ? null : this.#hotels.get(alias.target)?.hotel;
  }

  /** Caches what an id refers to. */
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
