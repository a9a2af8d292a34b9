/** Reads places for an export, in batches. */
import type { Database } from '../../platform/database/connect.ts';

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
  /** Best first. */
  names: { name: string; language: string; class: number }[];
}

export interface PlaceScope {
  /** Only this source. */
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
