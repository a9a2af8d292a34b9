/** Stores zones. Unchanged zones are not touched. */
import type { Database } from '../../../platform/database/connect.ts';
import { placeIdOf } from '../../places/place-id.ts';
import { centreOf } from '../../places/sphere.ts';
import { zoneShape } from '../context/zone-shape.ts';
import { nameClass } from '../name-class.ts';
import { placeWeight } from '../place-weight.ts';
import type { Zone } from './parse-zones.ts';

const NO_LOCAL_LANGUAGE: ReadonlySet<string> = new Set();

/** Returns internal ids by public id, only for places that may belong to a zone. */
export async function findMembers(tx: Database, placeIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx<{ place_id: string; id: number }[]>`
    SELECT place_id, id FROM place
    WHERE place_id = ANY(${placeIds}::text[]) AND status = 'ACTIVE' AND type <> 'ZONE'`;
  return new Map(rows.map(({ place_id, id }) => [place_id, id]));
}

/** With `keep`, an existing zone stays unchanged. */
export async function mergeZone(
  tx: Database,
  changeId: number,
  zone: Zone,
  existing: 'keep' | 'update',
): Promise<'created' | 'changed' | 'unchanged'> {
  const known = await findZone(tx, zone.id);
  if (known !== undefined && existing === 'keep') return 'unchanged';
  const id = known?.id ?? (await insertZone(tx, changeId, zone));
  const results = [
    known !== undefined && (await updateZone(tx, id, zone)),
    await mergeZoneNames(tx, id, zone),
    await mergeArea(tx, id, zone),
    zone.members !== null && (await mergeMembers(tx, id, zone.members)),
  ];
  if (known === undefined) return 'created';
  if (!results.includes(true)) return 'unchanged';
  await tx`UPDATE place SET change_id = ${changeId} WHERE id = ${id}`;
  return 'changed';
}

async function findZone(tx: Database, id: string): Promise<{ id: number } | undefined> {
  const [row] = await tx<{ id: number }[]>`
    SELECT id FROM place WHERE source = 'zone' AND source_id = ${id}`;
  return row;
}

/** Inserts a zone with a provisional location, which is replaced once its members are known. */
async function insertZone(tx: Database, changeId: number, zone: Zone): Promise<number> {
  const box = zone.geometry === null ? null : zoneShape(zone.geometry).box;
  const [row] = await tx<{ id: number }[]>`
    INSERT INTO place (place_id, source, source_id, type, name, language, country_code, latitude, longitude,
      south, west, north, east, created_change_id, change_id)
    VALUES (${placeIdOf('zone', zone.id)}, 'zone', ${zone.id}, 'ZONE', ${zone.name}, ${zone.language},
      ${zone.countryCode ?? ''}, ${box === null ? 0 : (box.south + box.north) / 2}, ${box?.west ?? 0},
      ${box?.south ?? null}, ${box?.west ?? null}, ${box?.north ?? null}, ${box?.east ?? null},
      ${changeId}, ${changeId})
    RETURNING id`;
  return (row as { id: number }).id;
}

async function updateZone(tx: Database, id: number, zone: Zone): Promise<boolean> {
  const box = zone.geometry === null ? null : zoneShape(zone.geometry).box;
  const sides = [box?.south ?? null, box?.west ?? null, box?.north ?? null, box?.east ?? null] as const;
  const { count } = await tx`
    UPDATE place SET name = ${zone.name}, language = ${zone.language}, status = 'ACTIVE',
      south = ${sides[0]}, west = ${sides[1]}, north = ${sides[2]}, east = ${sides[3]}
    WHERE id = ${id} AND (name, language, status, south, west, north, east) IS DISTINCT FROM (
      ${zone.name}, ${zone.language}, 'ACTIVE', ${sides[0]}::double precision, ${sides[1]}::double precision,
      ${sides[2]}::double precision, ${sides[3]}::double precision)`;
  return count > 0;
}

/** The canonical name, and the names in other languages. */
export function zoneNames(zone: Zone): { name: string; language: string; class: number }[] {
  return [
    { name: zone.name, language: zone.language, class: 0 },
    ...Object.entries(zone.names).map(([language, name]) => ({
      name,
      language,
      class: nameClass(language, NO_LOCAL_LANGUAGE) as number,
    })),
  ].filter((each, i, all) => all.findIndex(o => o.name === each.name && o.language === each.language) === i);
}

async function mergeZoneNames(tx: Database, id: number, zone: Zone): Promise<boolean> {
  const names = zoneNames(zone);
  const given = tx`
    SELECT * FROM unnest(${names.map(each => each.name)}::text[], ${names.map(each => each.language)}::text[],
      ${names.map(each => each.class)}::smallint[]) AS given (name, language, class)`;
  const removed = await tx`
    DELETE FROM place_name WHERE place = ${id}
      AND (name, language, class) NOT IN (SELECT name, language, class FROM (${given}) AS given)`;
  const added = await tx`
    INSERT INTO place_name (place, name, language, class)
    SELECT ${id}, name, language, class FROM (${given}) AS given
    ON CONFLICT DO NOTHING`;
  return removed.count + added.count > 0;
}

async function mergeArea(tx: Database, id: number, { geometry }: Zone): Promise<boolean> {
  if (geometry === null) {
    const { count } = await tx`DELETE FROM zone_area WHERE zone = ${id}`;
    return count > 0;
  }
  const { count } = await tx`
    INSERT INTO zone_area (zone, geometry) VALUES (${id}, ${tx.json(geometry)})
    ON CONFLICT (zone) DO UPDATE SET geometry = excluded.geometry
    WHERE zone_area.geometry <> excluded.geometry`;
  return count > 0;
}

async function mergeMembers(tx: Database, id: number, placeIds: readonly string[]): Promise<boolean> {
  const members = [...(await findMembers(tx, placeIds)).values()];
  const removed = await tx`
    DELETE FROM zone_member WHERE zone = ${id} AND place <> ALL(${members}::integer[])`;
  const added = await tx`
    INSERT INTO zone_member (zone, place) SELECT ${id}, unnest(${members}::integer[]) ON CONFLICT DO NOTHING`;
  return removed.count + added.count > 0;
}

export async function countMembers(tx: Database, zoneIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx<{ source_id: string; count: number }[]>`
    SELECT zone.source_id, count(*) AS count
    FROM place AS zone JOIN zone_member ON zone_member.zone = zone.id
    WHERE zone.source = 'zone' AND zone.source_id = ANY(${zoneIds}::text[])
    GROUP BY zone.source_id`;
  return new Map(rows.map(row => [row.source_id, row.count]));
}

interface ZoneSums {
  id: number;
  population: number;
  x: number;
  y: number;
  z: number;
  country_code: string;
}

/**
 * Derives the location, population, weight and country of each zone from its members. The country is that of most
 * members.
 */
export async function updateZoneSummaries(tx: Database, changeId: number): Promise<number> {
  const zones = await tx<ZoneSums[]>`
    SELECT zone.id, sum(member.population)::bigint AS population,
      sum((member.population + 100) * cos(radians(member.latitude)) * cos(radians(member.longitude))) AS x,
      sum((member.population + 100) * cos(radians(member.latitude)) * sin(radians(member.longitude))) AS y,
      sum((member.population + 100) * sin(radians(member.latitude))) AS z,
      mode() WITHIN GROUP (ORDER BY member.country_code) AS country_code
    FROM place AS zone
    JOIN zone_member ON zone_member.zone = zone.id
    JOIN place AS member ON member.id = zone_member.place
    WHERE zone.type = 'ZONE' AND zone.status = 'ACTIVE'
    GROUP BY zone.id ORDER BY zone.id`;
  let changed = 0;
  for (const sums of zones) {
    const { population, id } = sums;
    const centre = centreOf(sums);
    if (centre === undefined) continue;
    const weight = placeWeight({ type: 'ZONE', population, featureCode: null });
    const { count } = await tx`
      UPDATE place SET latitude = ${centre.latitude}, longitude = ${centre.longitude},
        population = ${population}, weight = ${weight}, country_code = ${sums.country_code},
        parent_id = (SELECT country.id FROM place AS country
          WHERE country.source = 'iso-3166' AND country.source_id = ${sums.country_code}),
        change_id = ${changeId}
      WHERE id = ${id} AND (latitude, longitude, population, weight, country_code) IS DISTINCT FROM
        (${centre.latitude}::double precision, ${centre.longitude}::double precision, ${population}::bigint,
         ${weight}::real, ${sums.country_code}::text)`;
    changed += count;
  }
  return changed;
}

export async function findUnknownZones(tx: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    SELECT given.id FROM unnest(${ids}::text[]) AS given (id)
    WHERE NOT EXISTS (SELECT FROM place WHERE source = 'zone' AND source_id = given.id)
    ORDER BY given.id`;
  return rows.map(({ id }) => id);
}

export async function retireZones(tx: Database, changeId: number, ids: readonly string[]): Promise<number> {
  const { count } = await tx`
    UPDATE place SET status = 'INACTIVE', change_id = ${changeId}
    WHERE source = 'zone' AND status = 'ACTIVE' AND source_id = ANY(${ids}::text[])`;
  return count;
}

export async function retireOtherZones(
  tx: Database,
  changeId: number,
  listed: readonly string[],
): Promise<number> {
  const { count } = await tx`
    UPDATE place SET status = 'INACTIVE', change_id = ${changeId}
    WHERE source = 'zone' AND status = 'ACTIVE' AND source_id <> ALL(${listed}::text[])`;
  return count;
}
