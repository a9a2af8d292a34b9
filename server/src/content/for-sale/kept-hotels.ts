/** An LRU cache of recently requested hotels of one environment. */
import { type Entry, SecondChanceCache } from '../../platform/memory/second-chance-cache.ts';
import type { HotelForSale } from './hotel-for-sale.ts';

/** With about 2 kB each, as most hotels have. */
const MAX_HOTELS = 20_000;
/** Ids that lead elsewhere or nowhere. Cached separately, so that invalid ids never evict hotels. */
const MAX_OTHERS = 10_000;

interface KeptHotel extends Entry {
  hotel: HotelForSale;
}

interface KeptOther extends Entry {
  /** The hotel it was merged into. Undefined if none is for sale. */
  target: string | undefined;
}

export class KeptHotels {
  readonly #hotels = new SecondChanceCache<KeptHotel>(MAX_HOTELS);
  readonly #others = new SecondChanceCache<KeptOther>(MAX_OTHERS);

  /** Null if there is known to be none, undefined if it must be read. */
  get(hotelId: string): HotelForSale | null | undefined {
    const kept = this.#hotels.get(hotelId);
    if (kept !== undefined) return kept.hotel;
    const other = this.#others.get(hotelId);
    if (other === undefined) return undefined;
    return other.target === undefined ? null : this.#hotels.get(other.target)?.hotel;
  }

  /** Caches what an id refers to. */
  keep(asked: string, hotel: HotelForSale | undefined): void {
    if (hotel !== undefined) this.#hotels.set(hotel.hotelId, { hotel, used: false });
    if (hotel?.hotelId !== asked) this.#others.set(asked, { target: hotel?.hotelId, used: false });
  }

  drop(hotelId: string): void {
    this.#hotels.delete(hotelId);
    this.#others.delete(hotelId);
  }

  clear(): void {
    this.#hotels.clear();
    this.#others.clear();
  }
}
