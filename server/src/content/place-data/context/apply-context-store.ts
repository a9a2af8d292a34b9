/** Makes the tables say what was found out about surroundings. Touches only rows that differ; answers how many did. */
import type { Database } from '../../../platform/database/connect.ts';

export async function applyWanted(tx: Database, changeId: number): Promise<number> {
  await tx.script(
    'ANALYZE wanted_airport; ANALYZE wanted_member; ANALYZE wanted_parent; ANALYZE wanted_region',
  );
  const airports = await applyAirports(tx, changeId);
  const members = await applyMembers(tx);
  const parents = await applyParents(tx, changeId);
  const regions = await applyRegions(tx, changeId);
  await tx.script('DROP TABLE wanted_airport, wanted_member, wanted_parent, wanted_region');
  return airports + members + parents + regions;
}

/** Who mirrors destinations sees the codes of airports and their order, never how far they are. */
async function applyAirports(tx: Database, changeId: number): Promise<number> {
  await tx`
    UPDATE place SET change_id = ${changeId}
    WHERE change_id <> ${changeId} AND id IN (
      SELECT place FROM place_airport AS known FULL JOIN wanted_airport AS wanted USING (place, rank)
      WHERE known.airport IS DISTINCT FROM wanted.airport)`;
  const removed = await tx`
    DELETE FROM place_airport AS known WHERE NOT EXISTS (
      SELECT FROM wanted_airport AS wanted WHERE wanted.place = known.place AND wanted.rank = known.rank)`;
  const changed = await tx`
    UPDATE place_airport AS known SET airport = wanted.airport, distance_metres = wanted.distance_metres
    FROM wanted_airport AS wanted
    WHERE wanted.place = known.place AND wanted.rank = known.rank
      AND (wanted.airport, wanted.distance_metres) <> (known.airport, known.distance_metres)`;
  const added = await tx`
    INSERT INTO place_airport (place, rank, airport, distance_metres)
    SELECT place, rank, wanted.airport, wanted.distance_metres
    FROM wanted_airport AS wanted LEFT JOIN place_airport AS known USING (place, rank)
    WHERE known.place IS NULL
    ORDER BY place, rank`;
  return removed.count + changed.count + added.count;
}

/** Zones that are lists of places have no area, and keep the members they were given. */
async function applyMembers(tx: Database): Promise<number> {
  const removed = await tx`
    DELETE FROM zone_member AS known USING zone_area
    WHERE zone_area.zone = known.zone AND NOT EXISTS (
      SELECT FROM wanted_member AS wanted WHERE wanted.zone = known.zone AND wanted.place = known.place)`;
  const added = await tx`
    INSERT INTO zone_member (zone, place)
    SELECT zone, place FROM wanted_member
    EXCEPT SELECT zone, place FROM zone_member`;
  return removed.count + added.count;
}

async function applyParents(tx: Database, changeId: number): Promise<number> {
  const { count } = await tx`
    UPDATE place SET parent_id = wanted.parent, change_id = ${changeId}
    FROM wanted_parent AS wanted
    WHERE place.id = wanted.place AND place.parent_id IS DISTINCT FROM wanted.parent`;
  return count;
}

/** An airport lies in the region of the city beside it. */
async function applyRegions(tx: Database, changeId: number): Promise<number> {
  const { count } = await tx`
    UPDATE place SET region_code = found.region_code, parent_id = found.parent_id, change_id = ${changeId}
    FROM (
      SELECT airport.id, city.region_code, coalesce(region.id, country.id) AS parent_id
      FROM wanted_region AS wanted
      JOIN place AS airport ON airport.id = wanted.airport
      JOIN place AS city ON city.id = wanted.city
      LEFT JOIN place AS region ON region.source = 'geonames-admin1' AND region.status = 'ACTIVE'
        AND region.source_id = city.country_code || '.' || city.region_code
      LEFT JOIN place AS country ON country.source = 'iso-3166' AND country.source_id = airport.country_code
    ) AS found
    WHERE place.id = found.id
      AND (place.region_code, place.parent_id) IS DISTINCT FROM (found.region_code, found.parent_id)`;
  return count;
}
