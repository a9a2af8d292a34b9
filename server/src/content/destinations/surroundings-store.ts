/**
 * Reads the context of the places on one page: the places that contain them, their names in a language, and their codes.
 */
import type { PlaceType } from '@serai/contract/content/place-item.ts';
import type { Database } from '../../platform/database/connect.ts';
import { chooseLanguage } from '../catalogue/language-choice.ts';

export interface Ancestor extends PlaceName {
  id: number;
  placeId: string;
  type: PlaceType;
  parent: number | null;
}

/** Deeper than any valid chain of parents. */
const MAX_DEPTH = 16;

/** Returns these places and all places that contain them, by id. */
export async function findAncestors(db: Database, ids: readonly number[]): Promise<Map<number, Ancestor>> {
  const rows = await db<Ancestor[]>`
    WITH RECURSIVE chain AS (
      SELECT id, parent_id, 0 AS depth FROM place WHERE id = ANY (${ids}::integer[])
      UNION
      SELECT place.id, place.parent_id, chain.depth + 1
      FROM chain JOIN place ON place.id = chain.parent_id WHERE chain.depth < ${MAX_DEPTH}
    )
    SELECT id, place_id AS "placeId", type, name, language, parent_id AS parent FROM place
    WHERE id IN (SELECT id FROM chain)`;
  return new Map(rows.map(row => [row.id, row]));
}

/**
 * Returns the name of each place in the requested language, otherwise in English. Places with neither are omitted. If
 * no language is requested, all places are omitted.
 */
export async function findNames(
  db: Database,
  places: readonly number[],
  requested: string | undefined,
): Promise<Map<number, PlaceName>> {
  if (requested === undefined) return new Map();
  // `und` means that the language is unknown, so nobody can request it.
  const languages = [...new Set([primary(requested), 'en'])].filter(language => language !== 'und');
  const rows = await db<{ place: number; names: PlaceName[] }[]>`
    SELECT place, json_agg(json_build_object('name', name, 'language', language) ORDER BY class, length(name), name)
      AS names
    FROM place_name
    WHERE place = ANY (${places}::integer[]) AND class <= ${LAST_CLASS_OF_NAMES}
      AND split_part(lower(language), '-', 1) = ANY (${languages}::text[])
    GROUP BY place`;
  return new Map(rows.map(({ place, names }) => [place, pickName(names, requested)]));
}

/** Codes and historic names have higher class numbers. */
const LAST_CLASS_OF_NAMES = 3;

/**
 * Returns the codes of the airports that serve a place, the preferred airport first, followed by the place's other codes.
 */
export async function findIataCodes(db: Database, places: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await db<{ place: number; codes: string[] }[]>`
    SELECT place, array_agg(code ORDER BY rank, code) AS codes FROM (
      SELECT place, code, min(rank) AS rank FROM (
        SELECT served.place, airport.iata_code AS code, served.rank
        FROM place_airport AS served
        JOIN place AS airport ON airport.id = served.airport AND airport.status = 'ACTIVE'
        WHERE served.place = ANY (${places}::integer[])
        UNION ALL
        SELECT place, name, 4 FROM place_name
        WHERE place = ANY (${places}::integer[]) AND class = 4
      ) AS every
      WHERE code ~ '^[A-Z]{3}$'
      GROUP BY place, code
    ) AS each
    GROUP BY place`;
  return new Map(rows.map(({ place, codes }) => [place, codes]));
}

/**
 * Returns the time zone of each region or country whose cities all share one. A city belongs to a country directly or
 * through a region. `min` and `max` each read one entry of place_by_parent, however many cities there are.
 */
export async function findSharedTimeZones(
  db: Database,
  areas: readonly number[],
): Promise<Map<number, string>> {
  if (areas.length === 0) return new Map();
  const rows = await db<{ id: number; zone: string }[]>`
    WITH part AS (
      SELECT id AS area, id FROM place WHERE id = ANY (${areas}::integer[]) AND type IN ('COUNTRY', 'REGION')
      UNION ALL
      SELECT parent_id, id FROM place WHERE parent_id = ANY (${areas}::integer[]) AND type = 'REGION'
    )
    SELECT part.area AS id, min(zones.first) AS zone
    FROM part
    CROSS JOIN LATERAL (
      SELECT min(time_zone) AS first, max(time_zone) AS last FROM place WHERE parent_id = part.id) AS zones
    GROUP BY part.area
    HAVING min(zones.first) = max(zones.last)`;
  return new Map(rows.map(({ id, zone }) => [id, zone]));
}

function primary(language: string): string {
  return language.toLowerCase().split('-')[0] as string;
}

export interface PlaceName {
  name: string;
  /** The language of the name, or `und` if unknown. */
  language: string;
}

/** Picks the first name in the best available language. Names are in order of preference, and there is at least one. */
function pickName(names: readonly PlaceName[], requested: string | undefined): PlaceName {
  const chosen = chooseLanguage(
    names.map(({ language }) => language),
    requested,
  );
  return names.find(({ language }) => language === chosen) as PlaceName;
}
