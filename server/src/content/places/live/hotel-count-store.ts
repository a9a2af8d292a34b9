import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../platform/database/connect.ts';

const PORTION = 500;

export interface PlaceHotelCount {
  environment: Environment;
  placeId: string;
  hotels: number;
}

/** In portions, so that a process that is answering others is never held up for long. */
export async function* readHotelCounts(db: Database): AsyncGenerator<PlaceHotelCount[]> {
  for (let after = { environment: '', place: 0 }; ; ) {
    const rows = await db<(PlaceHotelCount & { place: number })[]>`
      SELECT counted.environment, counted.place, place.place_id AS "placeId", counted.hotels
      FROM place_hotel_count AS counted JOIN place ON place.id = counted.place
      WHERE (counted.environment, counted.place) > (${after.environment}, ${after.place}) AND counted.hotels > 0
      ORDER BY counted.environment, counted.place LIMIT ${PORTION}`;
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PORTION) return;
    after = last;
  }
}
