/** The number of hotels in each place, per environment, indexed by the ordinals of one place index. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { PlaceIndex } from '../search-index/place-index.ts';

const BATCH = 500;

interface PlaceHotelCount {
  environment: Environment;
  placeId: string;
  hotels: number;
}

export class HotelCounts {
  /**
   * The value of `catalogue_version.hotels` before the counts were read. When the value changes, the counts are read
   * again.
   */
  readonly version: number;
  readonly #counts: Record<Environment, Int32Array>;

  private constructor(version: number, placeCount: number) {
    this.version = version;
    this.#counts = { sandbox: new Int32Array(placeCount), production: new Int32Array(placeCount) };
  }

  static async read(db: Database, index: PlaceIndex, version: number): Promise<HotelCounts> {
    const counts = new HotelCounts(version, index.placeCount);
    for await (const batch of readHotelCounts(db)) {
      for (const { environment, placeId, hotels } of batch) {
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

/** Reads in batches, so that the event loop is never blocked for long. */
async function* readHotelCounts(db: Database): AsyncGenerator<PlaceHotelCount[]> {
  for (let after = { environment: '', place: 0 }; ; ) {
    const rows = await db<(PlaceHotelCount & { place: number })[]>`
      SELECT counted.environment, counted.place, place.place_id AS "placeId", counted.hotels
      FROM place_hotel_count AS counted JOIN place ON place.id = counted.place
      WHERE (counted.environment, counted.place) > (${after.environment}, ${after.place}) AND counted.hotels > 0
      ORDER BY counted.environment, counted.place LIMIT ${BATCH}`;
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    after = last;
  }
}
