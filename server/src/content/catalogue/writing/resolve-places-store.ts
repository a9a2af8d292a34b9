/** Which places a hotel lies in: its city, everything that contains it, and the zones these belong to. */
import type { Database } from '../../../platform/database/connect.ts';
import type { Statement } from '../../../platform/database/statement.ts';
import { boundingBox } from '../bounding-box.ts';

export interface Whereabouts {
  canonicalCityId?: string | undefined;
  countryCode: string;
  latitude: number;
  longitude: number;
}

export interface ResolvedPlaces {
  /** Null where no city is near. */
  city: number | null;
  places: number[];
  /** That of the city. */
  timeZone: string | null;
  /** The place that was named is not known. */
  unknown: boolean;
}

/** How far a hotel may lie from the city it is counted to. Most find theirs in the first, much narrower band. */
const REACHES_METRES = [8_000, 50_000] as const;
/** A little less than a degree of latitude anywhere, so that a band is never too narrow. */
const METRES_PER_DEGREE = 110_000;
const ALL_AROUND_DEGREES = 360;
/** Deeper than any true line of parents and successors; ends a false one that turns back on itself. */
const MAX_DEPTH = 16;

/** In the order asked. A place that was merged stands for its successor. */
export async function resolvePlaces(db: Database, asked: readonly Whereabouts[]): Promise<ResolvedPlaces[]> {
  const rows = await db<
    { city: number | null; places: number[]; time_zone: string | null; unknown: boolean }[]
  >`
    WITH RECURSIVE asked AS (
      SELECT * FROM unnest(
        ${asked.map(({ canonicalCityId }) => canonicalCityId ?? null)}::text[],
        ${asked.map(({ countryCode }) => countryCode)}::text[],
        ${asked.map(({ latitude }) => latitude)}::double precision[],
        ${asked.map(({ longitude }) => longitude)}::double precision[],
        ${asked.map(point => widthDegrees(point, REACHES_METRES[0]))}::double precision[],
        ${asked.map(point => widthDegrees(point, REACHES_METRES[1]))}::double precision[]
      ) WITH ORDINALITY AS asked (place_id, country_code, latitude, longitude, close_width, around_width, nr)
    ), start AS (
      SELECT asked.nr, coalesce(named.id, close.id, around.id) AS settlement, country.id AS country
      FROM asked
      LEFT JOIN place AS named ON named.place_id = asked.place_id AND named.status <> 'INACTIVE'
      LEFT JOIN LATERAL (
        ${nearest(db, REACHES_METRES[0], db`close_width`, db`asked.place_id IS NULL`)}) AS close ON true
      LEFT JOIN LATERAL (
        ${nearest(db, REACHES_METRES[1], db`around_width`, db`asked.place_id IS NULL AND close.id IS NULL`)}) AS around ON true
      LEFT JOIN place AS country
        ON country.type = 'COUNTRY' AND country.country_code = asked.country_code AND country.status = 'ACTIVE'
    ), line AS (
      SELECT start.nr, place.id, place.status, place.merged_into, place.parent_id, 0 AS depth
      FROM start JOIN place ON place.id = coalesce(start.settlement, start.country)
      UNION ALL
      SELECT line.nr, place.id, place.status, place.merged_into, place.parent_id, line.depth + 1
      FROM line JOIN place ON place.id = coalesce(line.merged_into, line.parent_id)
      WHERE line.depth < ${MAX_DEPTH}
    ), contains AS (
      SELECT nr, id, depth FROM line WHERE status = 'ACTIVE'
      UNION ALL
      SELECT line.nr, zone.id, NULL FROM line
      JOIN zone_member ON zone_member.place = line.id
      JOIN place AS zone ON zone.id = zone_member.zone AND zone.status = 'ACTIVE'
      WHERE line.status = 'ACTIVE'
    ), gathered AS (
      SELECT nr, array_agg(DISTINCT id ORDER BY id) AS places,
        (array_agg(id ORDER BY depth) FILTER (WHERE depth IS NOT NULL))[1] AS first
      FROM contains GROUP BY nr
    )
    SELECT CASE WHEN start.settlement IS NOT NULL THEN city.id END AS city,
      coalesce(gathered.places, '{}') AS places,
      CASE WHEN start.settlement IS NOT NULL THEN city.time_zone END AS time_zone,
      asked.place_id IS NOT NULL AND (start.settlement IS NULL OR city.id IS NULL) AS unknown
    FROM asked JOIN start USING (nr)
    LEFT JOIN gathered USING (nr)
    LEFT JOIN place AS city ON city.id = gathered.first
    ORDER BY nr`;
  return rows.map(({ city, places, time_zone, unknown }) => ({ city, places, timeZone: time_zone, unknown }));
}

/** How far east and west of a point the reach goes. */
function widthDegrees({ latitude, longitude }: Whereabouts, reachMetres: number): number {
  const { west, east } = boundingBox(latitude, longitude, reachMetres);
  return west === undefined || east === undefined || west > east ? ALL_AROUND_DEGREES : east - longitude;
}

/** Reads a band of place_settlement_by_location within one country, and nothing where it is not wanted. */
function nearest(db: Database, reachMetres: number, width: Statement, isWanted: Statement): Statement {
  const band = reachMetres / METRES_PER_DEGREE;
  return db`
    SELECT place.id
    FROM place
    CROSS JOIN LATERAL (
      SELECT metres_between(asked.latitude, asked.longitude, place.latitude, place.longitude) AS metres) AS distance
    WHERE ${isWanted} AND place.country_code = asked.country_code
      AND place.status = 'ACTIVE' AND place.type IN ('CITY', 'DISTRICT')
      AND place.latitude BETWEEN asked.latitude - ${band}::double precision AND asked.latitude + ${band}::double precision
      AND place.longitude BETWEEN asked.longitude - asked.${width} AND asked.longitude + asked.${width}
      AND metres <= ${reachMetres}
    ORDER BY metres, place.id
    LIMIT 1`;
}
