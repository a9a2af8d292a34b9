/**
 * Hotels whose city ended get the nearest that is left, as at their import. Their record no longer names a city then:
 * the one it named is no more.
 */
import type { Database } from '../../platform/database/connect.ts';
import type { HotelContent } from '../catalogue/stored-content.ts';
import { type ResolvedPlaces, resolvePlaces } from '../catalogue/writing/resolve-places-store.ts';

interface StrandedHotel {
  environment: string;
  hotelId: string;
  countryCode: string;
  latitude: number;
  longitude: number;
  content: HotelContent;
}

const BATCH = 1_000;

/** How many hotels. Partners see another `canonicalCityId`, so the hotels themselves changed. */
export async function rehomeHotels(tx: Database, changeId: number): Promise<number> {
  let moved = 0;
  // Each hotel visits a few rows of its country, which an import otherwise tells the server not to do.
  await tx.script('SET LOCAL enable_nestloop = on');
  for (;;) {
    const hotels = await tx<StrandedHotel[]>`
      SELECT hotel.environment, hotel.hotel_id AS "hotelId", hotel.country_code AS "countryCode", hotel.latitude,
        hotel.longitude, hotel.content
      FROM hotel JOIN place AS city ON city.id = hotel.city
      WHERE city.status = 'INACTIVE'
      ORDER BY hotel.environment, hotel.hotel_id
      LIMIT ${BATCH}`;
    if (hotels.length === 0) break;
    const where = await resolvePlaces(
      tx,
      hotels.map(({ countryCode, latitude, longitude }) => ({ countryCode, latitude, longitude })),
    );
    await writeHomes(tx, changeId, hotels, where);
    moved += hotels.length;
  }
  await tx.script('SET LOCAL enable_nestloop = off');
  return moved;
}

async function writeHomes(
  tx: Database,
  changeId: number,
  hotels: readonly StrandedHotel[],
  where: readonly ResolvedPlaces[],
): Promise<void> {
  const contents = hotels.map(({ content: { canonicalCityId: _ended, ...content } }) => content);
  await tx`
    UPDATE hotel SET city = given.city, places = given.places::integer[], time_zone = given.time_zone,
      content = given.content::json, change_id = ${changeId}
    FROM unnest(
      ${hotels.map(({ environment }) => environment)}::text[],
      ${hotels.map(({ hotelId }) => hotelId)}::text[],
      ${where.map(({ city }) => city)}::integer[],
      ${where.map(({ places }) => `{${places}}`)}::text[],
      ${where.map(({ timeZone }, i) => contents[i]?.timeZone ?? timeZone)}::text[],
      ${contents.map(content => JSON.stringify(content))}::text[]
    ) AS given (environment, hotel_id, city, places, time_zone, content)
    WHERE hotel.environment = given.environment AND hotel.hotel_id = given.hotel_id`;
}
