/** Reads hotels and places for an export, in batches from one database snapshot. */
import type { CatalogueHotel, CatalogueRoom } from '@serai/contract/catalogue/catalogue-file.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';

/** Runs `work` on one database snapshot, however long it takes. */
export async function inSnapshot<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  return db.transaction(async tx => {
    await tx.script(
      `SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY;
       SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`,
    );
    return work(tx);
  });
}

export interface ExportScope {
  environment: Environment;
  /** Includes removed hotels. */
  all: boolean;
}

export interface StoredHotel {
  hotelId: string;
  status: CatalogueHotel['status'];
  mergedInto: string | null;
  content: Omit<CatalogueHotel, 'hotelId' | 'status' | 'mergedInto' | 'rooms'>;
}

export interface StoredRoom {
  hotelId: string;
  status: CatalogueRoom['status'];
  mergedInto: string | null;
  content: Omit<CatalogueRoom, 'status' | 'mergedInto'>;
}

export async function countHotels(tx: Database, { environment, all }: ExportScope): Promise<number> {
  const [row] = await tx<{ hotels: number }[]>`
    SELECT count(*)::integer AS hotels FROM hotel
    WHERE environment = ${environment} AND (${all} OR status = 'ACTIVE')`;
  return row?.hotels ?? 0;
}

export async function listHotelsAfter(
  tx: Database,
  { environment, all }: ExportScope,
  after: string,
  limit: number,
): Promise<StoredHotel[]> {
  return tx<StoredHotel[]>`
    SELECT hotel_id AS "hotelId", status, merged_into AS "mergedInto", content FROM hotel
    WHERE environment = ${environment} AND (${all} OR status = 'ACTIVE') AND hotel_id > ${after}
    ORDER BY hotel_id LIMIT ${limit}`;
}

export async function listRoomsOf(
  tx: Database,
  { environment, all }: ExportScope,
  hotelIds: readonly string[],
): Promise<StoredRoom[]> {
  return tx<StoredRoom[]>`
    SELECT hotel_id AS "hotelId", status, merged_into AS "mergedInto", content FROM room
    WHERE environment = ${environment} AND hotel_id = ANY (${hotelIds}::text[]) AND (${all} OR status = 'ACTIVE')
    ORDER BY hotel_id, room_code`;
}

export interface TextLanguages {
  name: string[];
  description: string[];
  roomName: string[];
  roomDescription: string[];
}

/** The languages in which each kind of text occurs, sorted by tag. */
export async function listLanguages(tx: Database, { environment }: ExportScope): Promise<TextLanguages> {
  const names = await tx<{ tag: string }[]>`
    SELECT DISTINCT json_object_keys(content -> 'name') AS tag FROM hotel
    WHERE environment = ${environment} ORDER BY tag`;
  const descriptions = await tx<{ tag: string }[]>`
    SELECT DISTINCT json_object_keys(content -> 'description') AS tag FROM hotel
    WHERE environment = ${environment} AND content -> 'description' IS NOT NULL ORDER BY tag`;
  const roomNames = await tx<{ tag: string }[]>`
    SELECT DISTINCT json_object_keys(content -> 'name') AS tag FROM room
    WHERE environment = ${environment} ORDER BY tag`;
  const roomDescriptions = await tx<{ tag: string }[]>`
    SELECT DISTINCT json_object_keys(content -> 'description') AS tag FROM room
    WHERE environment = ${environment} AND content -> 'description' IS NOT NULL ORDER BY tag`;
  const tags = (rows: readonly { tag: string }[]) => rows.map(({ tag }) => tag);
  return {
    name: tags(names),
    description: tags(descriptions),
    roomName: tags(roomNames),
    roomDescription: tags(roomDescriptions),
  };
}

export interface ExportedPlace {
  id: number;
  placeId: string;
  source: string;
  sourceId: string;
  type: string;
  status: string;
  mergedInto: string | null;
  name: string;
  countryCode: string;
  regionCode: string | null;
  parentId: string | null;
  latitude: number;
  longitude: number;
  timeZone: string | null;
  population: number;
  featureCode: string | null;
  iataCode: string | null;
  /** The best name comes first. */
  names: { name: string; language: string; class: number }[];
}

export interface PlaceScope {
  /** Only places from this source. */
  source: string | undefined;
  /** Includes removed places. */
  all: boolean;
}

export async function countPlaces(tx: Database, { source = '', all }: PlaceScope): Promise<number> {
  const [row] = await tx<{ places: number }[]>`
    SELECT count(*)::integer AS places FROM place
    WHERE (${source} = '' OR source = ${source}) AND (${all} OR status = 'ACTIVE')`;
  return row?.places ?? 0;
}

export async function listPlacesAfter(
  tx: Database,
  { source = '', all }: PlaceScope,
  after: number,
  limit: number,
): Promise<ExportedPlace[]> {
  return tx<ExportedPlace[]>`
    SELECT place.id, place.place_id AS "placeId", place.source, place.source_id AS "sourceId", place.type, place.status,
      (SELECT place_id FROM place AS successor WHERE successor.id = place.merged_into) AS "mergedInto", place.name, place.country_code AS "countryCode",
      place.region_code AS "regionCode", (SELECT place_id FROM place AS parent WHERE parent.id = place.parent_id) AS "parentId", place.latitude, place.longitude,
      place.time_zone AS "timeZone", place.population, place.feature_code AS "featureCode",
      place.iata_code AS "iataCode",
      (SELECT coalesce(json_agg(json_build_object('name', name, 'language', language, 'class', class)
          ORDER BY class, name, language), '[]')
        FROM place_name WHERE place_name.place = place.id) AS names
    FROM place
    WHERE place.id > ${after} AND (${source} = '' OR place.source = ${source})
      AND (${all} OR place.status = 'ACTIVE')
    ORDER BY place.id LIMIT ${limit}`;
}
