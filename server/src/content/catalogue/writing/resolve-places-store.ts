/**
 * Finds the places that a hotel belongs to: its city, all places that contain the city, their zones, and nearby airports.
 */
import type { Database } from '../../../platform/database/connect.ts';
import type { Statement } from '../../../platform/database/statement.ts';
import { boundingBox } from '../bounding-box.ts';

export interface HotelLocation {
  canonicalCityId?: string | undefined;
  countryCode: string;
  latitude: number;
  longitude: number;
}

export interface ResolvedPlaces {
  /** Null if there is no city nearby. */
  city: number | null;
  places: number[];
  timeZone: string | null;
  /** True if the given place does not exist. */
  unknown: boolean;
  /** True if the given place was removed without a successor. The nearest remaining city is used instead. */
  isRemoved: boolean;
}

/** Maximum distances between a hotel and its city. Most hotels have a city in the first, much narrower band. */
const REACHES_METRES = [8_000, 50_000] as const;
/** Slightly less than a degree of latitude at any point on Earth, so that a band is never too narrow. */
const METRES_PER_DEGREE = 110_000;
const ALL_AROUND_DEGREES = 360;
/** Deeper than any valid chain of parents and successors, so that an invalid circular chain ends. */
const MAX_DEPTH = 16;

/** A cache of places by lookup key, for callers that look up many places while no other writer is active. */
export type KnownPlaces = Map<string, ResolvedPlaces>;

/** At this limit, the cached places take about 15 MB. */
const MAX_KNOWN = 50_000;

/** Returns the places in the order of `requested`. A merged place is replaced by its successor. */
export async function resolvePlaces(
  db: Database,
  requested: readonly HotelLocation[],
  known: KnownPlaces = new Map(),
): Promise<ResolvedPlaces[]> {
  const nearest = await findSettlements(
    db,
    requested.filter(({ canonicalCityId }) => canonicalCityId === undefined),
  );
  let next = 0;
  const keys = requested.map(({ canonicalCityId, countryCode }) => ({
    placeId: canonicalCityId ?? nearest[next++] ?? null,
    countryCode,
  }));
  await describePlaces(db, keys, known);
  const found = keys.map(key => known.get(keyOf(key)) as ResolvedPlaces);
  await replaceRemoved(db, requested, found, known);
  if (known.size > MAX_KNOWN) known.clear();
  return found;
}

async function replaceRemoved(
  db: Database,
  requested: readonly HotelLocation[],
  found: ResolvedPlaces[],
  known: KnownPlaces,
): Promise<void> {
  const removed = found.flatMap(({ isRemoved }, i) => (isRemoved ? [i] : []));
  if (removed.length === 0) return;
  const points = removed.map(i => requested[i] as HotelLocation);
  const nearest = await findSettlements(db, points);
  const keys = points.map(({ countryCode }, i) => ({ placeId: nearest[i] ?? null, countryCode }));
  await describePlaces(db, keys, known);
  for (const [i, key] of keys.entries()) {
    found[removed[i] as number] = { ...(known.get(keyOf(key)) as ResolvedPlaces), isRemoved: true };
  }
}

interface PlaceKey {
  placeId: string | null;
  /** Used if there is no city near the hotel. */
  countryCode: string;
}

/** The prefix separates countries from invalid place ids in a file that look like a country code. */
function keyOf({ placeId, countryCode }: PlaceKey): string {
  return placeId === null ? `country ${countryCode}` : `place ${placeId}`;
}

async function describePlaces(db: Database, keys: readonly PlaceKey[], known: KnownPlaces): Promise<void> {
  const wanted = [...new Map(keys.map(key => [keyOf(key), key])).values()].filter(
    key => !known.has(keyOf(key)),
  );
  if (wanted.length === 0) return;
  const rows = await db<
    {
      city: number | null;
      places: number[];
      time_zone: string | null;
      unknown: boolean;
      is_removed: boolean;
    }[]
  >`
    WITH RECURSIVE requested AS (
      SELECT * FROM unnest(
        ${wanted.map(({ placeId }) => placeId)}::text[], ${wanted.map(({ countryCode }) => countryCode)}::text[]
      ) WITH ORDINALITY AS requested (place_id, country_code, nr)
    ), start AS (
      SELECT requested.nr, named.id AS named, CASE WHEN named.status <> 'INACTIVE' THEN named.id END AS settlement,
        country.id AS country
      FROM requested
      LEFT JOIN LATERAL (
        SELECT id, status FROM place WHERE place_id = requested.place_id OFFSET 0) AS named ON true
      LEFT JOIN place AS country
        ON country.type = 'COUNTRY' AND country.country_code = requested.country_code AND country.status = 'ACTIVE'
    ), chain AS (
      SELECT start.nr, 0 AS depth, place.* FROM start
      CROSS JOIN LATERAL (${placeWith(db, db`coalesce(start.settlement, start.country)`)}) AS place
      UNION ALL
      SELECT chain.nr, chain.depth + 1, place.* FROM chain
      CROSS JOIN LATERAL (${placeWith(db, db`coalesce(chain.merged_into, chain.parent_id)`)}) AS place
      WHERE chain.depth < ${MAX_DEPTH}
    ), contains AS (
      SELECT nr, id, depth, time_zone FROM chain WHERE status = 'ACTIVE'
      UNION ALL
      SELECT chain.nr, zone.id, NULL, NULL FROM chain
      JOIN zone_member ON zone_member.place = chain.id
      CROSS JOIN LATERAL (${placeWith(db, db`zone_member.zone`)}) AS zone
      WHERE chain.status = 'ACTIVE' AND zone.status = 'ACTIVE'
      UNION ALL
      SELECT chain.nr, served.airport, NULL, NULL FROM chain
      JOIN place_airport AS served ON served.place = chain.id
      CROSS JOIN LATERAL (${placeWith(db, db`served.airport`)}) AS airport
      WHERE chain.status = 'ACTIVE' AND chain.type IN ('CITY', 'DISTRICT') AND airport.status = 'ACTIVE'
        AND ${servesHotels(db, db`served`)}
    ), gathered AS (
      SELECT nr, array_agg(DISTINCT id ORDER BY id) AS places,
        (array_agg(id ORDER BY depth) FILTER (WHERE depth IS NOT NULL))[1] AS city,
        (array_agg(time_zone ORDER BY depth) FILTER (WHERE depth IS NOT NULL))[1] AS time_zone
      FROM contains GROUP BY nr
    )
    SELECT CASE WHEN start.settlement IS NOT NULL THEN gathered.city END AS city,
      coalesce(gathered.places, '{}') AS places,
      CASE WHEN start.settlement IS NOT NULL THEN gathered.time_zone END AS time_zone,
      requested.place_id IS NOT NULL AND start.named IS NULL AS unknown,
      start.named IS NOT NULL AND (start.settlement IS NULL OR gathered.city IS NULL) AS is_removed
    FROM requested JOIN start USING (nr)
    LEFT JOIN gathered USING (nr)
    ORDER BY nr`;
  for (const [i, { time_zone: timeZone, is_removed: isRemoved, ...row }] of rows.entries()) {
    known.set(keyOf(wanted[i] as PlaceKey), { ...row, timeZone, isRemoved });
  }
}

/**
 * `OFFSET 0` forces one lookup per id. Otherwise the planner would expect far more rows and scan all places at every
 * step.
 */
function placeWith(db: Database, id: Statement): Statement {
  return db`SELECT id, type, status, merged_into, parent_id, time_zone FROM place WHERE id = ${id} OFFSET 0`;
}

/**
 * Returns the public id of the nearest city or district for each point, in the given order. Null if none is near enough.
 */
async function findSettlements(db: Database, points: readonly HotelLocation[]): Promise<(string | null)[]> {
  if (points.length === 0) return [];
  const rows = await db<{ place_id: string | null }[]>`
    SELECT coalesce(close.place_id, around.place_id) AS place_id
    FROM unnest(
      ${points.map(({ countryCode }) => countryCode)}::text[],
      ${points.map(({ latitude }) => latitude)}::double precision[],
      ${points.map(({ longitude }) => longitude)}::double precision[],
      ${points.map(point => widthDegrees(point, REACHES_METRES[0]))}::double precision[],
      ${points.map(point => widthDegrees(point, REACHES_METRES[1]))}::double precision[]
    ) WITH ORDINALITY AS requested (country_code, latitude, longitude, close_width, around_width, nr)
    LEFT JOIN LATERAL (${nearest(db, REACHES_METRES[0], db`close_width`, db`true`)}) AS close ON true
    LEFT JOIN LATERAL (${nearest(db, REACHES_METRES[1], db`around_width`, db`close.place_id IS NULL`)}) AS around ON true
    ORDER BY nr`;
  return rows.map(({ place_id }) => place_id);
}

/** Returns how far the radius extends east and west of a point. */
function widthDegrees({ latitude, longitude }: HotelLocation, reachMetres: number): number {
  const { west, east } = boundingBox(latitude, longitude, reachMetres);
  return west === undefined || east === undefined || west > east ? ALL_AROUND_DEGREES : east - longitude;
}

/** Scans a band of place_settlement_by_location within one country. Scans nothing if `isWanted` is false. */
function nearest(db: Database, reachMetres: number, width: Statement, isWanted: Statement): Statement {
  const band = reachMetres / METRES_PER_DEGREE;
  return db`
    SELECT place.place_id
    FROM place
    CROSS JOIN LATERAL (
      SELECT metres_between(requested.latitude, requested.longitude, place.latitude, place.longitude) AS metres) AS distance
    WHERE ${isWanted} AND place.country_code = requested.country_code
      AND place.status = 'ACTIVE' AND place.type IN ('CITY', 'DISTRICT')
      AND place.latitude BETWEEN requested.latitude - ${band}::double precision AND requested.latitude + ${band}::double precision
      AND place.longitude BETWEEN requested.longitude - requested.${width} AND requested.longitude + requested.${width}
      AND metres <= ${reachMetres}
    ORDER BY metres, place.id
    LIMIT 1`;
}

const NEAR_METRES = 25_000;
const FIRST_CHOICE_METRES = 50_000;

/**
 * A condition on `place_airport`: true if the hotels of the place also belong to its airport. No hotel is assigned to
 * an airport directly, so an airport has the hotels of nearby cities and of places that travellers reach through it.
 */
export function servesHotels(db: Database, served: Statement): Statement {
  return db`(${served}.distance_metres <= ${NEAR_METRES}
    OR ${served}.rank = 1 AND ${served}.distance_metres <= ${FIRST_CHOICE_METRES})`;
}
