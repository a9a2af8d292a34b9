/** Hotels of each place, for every environment, by the ordinals of one index. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { PlaceIndex } from '../search-index/place-index.ts';
import { readHotelCounts } from './hotel-count-store.ts';

export class HotelCounts {
  /** `catalogue_version.hotels` at a moment before they were read: newer counts are read again, never missed. */
  readonly version: number;
  readonly #counts: Record<Environment, Int32Array>;

  private constructor(version: number, placeCount: number) {
    this.version = version;
    this.#counts = { sandbox: new Int32Array(placeCount), production: new Int32Array(placeCount) };
  }

  static async read(db: Database, index: PlaceIndex, version: number): Promise<HotelCounts> {
    const counts = new HotelCounts(version, index.placeCount);
    for await (const portion of readHotelCounts(db)) {
      for (const { environment, placeId, hotels } of portion) {
        const place = index.ordinalOf(placeId);
        if (place >= 0) counts.#counts[environment][place] = hotels;
      }
    }
    return counts;
  }

  of(environment: Environment): (place: number) => number {
    const counts = this.#counts[environment];
    return place => counts[place] ?? 0;
  }
}
