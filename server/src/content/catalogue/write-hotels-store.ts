/**
 * Writes hotels and their rooms, a batch at a time, inside `writeCatalogue`. A record equal to the stored one is left
 * alone and keeps its moment of change. `content` is the record of the catalogue file without `status`, `mergedInto` and
 * `rooms`, which have columns and tables of their own. Call `settleMerges` after the last batch.
 */
import { CATEGORIES } from '@serai/contract/content/code-lists.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { CatalogueWrite, IdentifiedHotel } from './catalogue-write.ts';
import { type ResolvedPlaces, resolvePlaces } from './resolve-places-store.ts';
import type { HotelContent } from './stored-content.ts';
import { mergeRooms, type RoomCounts, touchRooms } from './write-rooms-store.ts';

export interface MergeProblem {
  hotelId: string;
  /** JSON Pointer into the record. */
  path: string;
  code: 'UNKNOWN_PLACE' | 'UNKNOWN_ROOM';
  message: string;
}

export interface MergedHotels {
  created: number;
  changed: number;
  unchanged: number;
  rooms: RoomCounts;
  /** These hotels were left out whole. */
  problems: MergeProblem[];
}

export async function mergeHotels(
  tx: Database,
  write: CatalogueWrite,
  hotels: readonly IdentifiedHotel[],
): Promise<MergedHotels> {
  const placed = await place(tx, hotels);
  const problems = placed.flatMap(problemsOf);
  const bad = new Set(problems.map(({ hotelId }) => hotelId));
  const good = placed.filter(({ hotel }) => !bad.has(hotel.hotelId));

  await touchRooms(
    tx,
    write,
    good.map(({ hotel }) => ({ hotelId: hotel.hotelId, isActive: hotel.status === 'ACTIVE' })),
  );
  const { created, changed } = await upsert(tx, write, good);
  const rooms = await mergeRooms(
    tx,
    write,
    good.map(({ hotel }) => hotel),
  );
  return { created, changed, unchanged: good.length - created - changed, rooms, problems };
}

/** What `mergeHotels` would find wrong with them. */
export async function checkHotels(tx: Database, hotels: readonly IdentifiedHotel[]): Promise<MergeProblem[]> {
  return (await place(tx, hotels)).flatMap(problemsOf);
}

interface PlacedHotel {
  hotel: IdentifiedHotel;
  where: ResolvedPlaces;
}

async function place(tx: Database, hotels: readonly IdentifiedHotel[]): Promise<PlacedHotel[]> {
  const resolved = await resolvePlaces(
    tx,
    hotels.map(({ canonicalCityId, address, location }) => ({ canonicalCityId, ...address, ...location })),
  );
  return hotels.map((hotel, i) => ({ hotel, where: resolved[i] as ResolvedPlaces }));
}

function problemsOf({ hotel, where }: PlacedHotel): MergeProblem[] {
  const { hotelId, canonicalCityId, rooms = [] } = hotel;
  const problems: MergeProblem[] = [];
  if (where.unknown) {
    const message = `There is no place ${canonicalCityId}.`;
    problems.push({ hotelId, path: '/canonicalCityId', code: 'UNKNOWN_PLACE', message });
  }
  const codes = new Set(rooms.map(({ roomCode }) => roomCode));
  for (const [i, { mergedInto }] of rooms.entries()) {
    if (mergedInto === undefined || codes.has(mergedInto)) continue;
    const message = `The hotel has no room ${mergedInto}.`;
    problems.push({ hotelId, path: `/rooms/${i}/mergedInto`, code: 'UNKNOWN_ROOM', message });
  }
  return problems;
}

async function upsert(
  tx: Database,
  { environment, changeId }: CatalogueWrite,
  placed: readonly PlacedHotel[],
): Promise<{ created: number; changed: number }> {
  const column = <T>(read: (hotel: PlacedHotel) => T) => placed.map(read);
  const written = await tx<{ is_new: boolean }[]>`
    INSERT INTO hotel AS stored (environment, hotel_id, status, merged_into, stated_target, type, category_code, stars,
      chain_code, country_code, city, places, latitude, longitude, facility_codes, time_zone, content,
      created_change_id, change_id)
    SELECT ${environment}, hotel_id, status, target, target, type, category_code, stars, chain_code, country_code, city,
      places::integer[], latitude, longitude, string_to_array(facility_codes, ' '), time_zone, content::json,
      ${changeId}, ${changeId}
    FROM unnest(
      ${column(({ hotel }) => hotel.hotelId)}::text[],
      ${column(({ hotel }) => hotel.status)}::text[],
      ${column(({ hotel }) => hotel.mergedInto ?? null)}::text[],
      ${column(({ hotel }) => hotel.type)}::text[],
      ${column(({ hotel }) => hotel.categoryCode ?? null)}::text[],
      ${column(({ hotel }) => hotel.stars ?? starsOf(hotel.categoryCode))}::numeric[],
      ${column(({ hotel }) => hotel.chain?.code ?? null)}::text[],
      ${column(({ hotel }) => hotel.address.countryCode)}::text[],
      ${column(({ where }) => where.city)}::integer[],
      ${column(({ where }) => `{${where.places}}`)}::text[],
      ${column(({ hotel }) => hotel.location.latitude)}::double precision[],
      ${column(({ hotel }) => hotel.location.longitude)}::double precision[],
      ${column(({ hotel }) => [...new Set(hotel.facilities.map(({ code }) => code))].sort().join(' '))}::text[],
      ${column(({ hotel, where }) => hotel.timeZone ?? where.timeZone)}::text[],
      ${column(({ hotel }) => JSON.stringify(contentOf(hotel)))}::text[]
    ) AS given (hotel_id, status, target, type, category_code, stars, chain_code, country_code, city, places, latitude,
      longitude, facility_codes, time_zone, content)
    ON CONFLICT (environment, hotel_id) DO UPDATE SET
      status = excluded.status, merged_into = excluded.merged_into, stated_target = excluded.stated_target,
      type = excluded.type, category_code = excluded.category_code, stars = excluded.stars,
      chain_code = excluded.chain_code, country_code = excluded.country_code, city = excluded.city,
      places = excluded.places, latitude = excluded.latitude, longitude = excluded.longitude,
      facility_codes = excluded.facility_codes, time_zone = excluded.time_zone, content = excluded.content,
      change_id = excluded.change_id
    WHERE stored.content::text <> excluded.content::text
      OR stored.places <> excluded.places
      OR (stored.city, stored.time_zone) IS DISTINCT FROM (excluded.city, excluded.time_zone)
      OR CASE excluded.status
        WHEN 'MERGED' THEN excluded.merged_into NOT IN (
          coalesce(stored.stated_target, ''), coalesce(stored.merged_into, ''))
        ELSE stored.status <> excluded.status END
    RETURNING xmax = 0 AS is_new`;
  const created = written.filter(({ is_new }) => is_new).length;
  return { created, changed: written.length - created };
}

/** A hotel that does not tell its stars has those of its category. */
function starsOf(categoryCode: IdentifiedHotel['categoryCode']): number | null {
  return CATEGORIES.find(({ code }) => code === categoryCode)?.stars ?? null;
}

function contentOf({
  rooms: _rooms,
  status: _status,
  mergedInto: _target,
  ...content
}: IdentifiedHotel): HotelContent {
  return content;
}
