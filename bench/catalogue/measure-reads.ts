/** Measures the catalogue's list operations in each environment in turn. */
import type { Environment } from '../../contract/src/shared/answer.ts';
import { listHotels } from '../../server/src/content/catalogue/list-hotels-store.ts';
import { listRooms } from '../../server/src/content/catalogue/list-rooms-store.ts';
import { listNearbyHotels } from '../../server/src/content/catalogue/nearby-hotels-store.ts';
import { listDestinations } from '../../server/src/content/destinations/list-destinations-store.ts';
import type { Database } from '../../server/src/platform/database/connect.ts';
import { median } from '../measure/statistics.ts';
import type { City } from './generated-hotels.ts';

const ROUNDS = 31;
const PAGE = 101;
const LONG_AGO = '2020-01-01T00:00:00Z';

interface CountedPlace {
  id: number;
  latitude: number;
  longitude: number;
  hotels: number;
}

/** Median milliseconds by operation and environment. */
export async function measureReads(
  db: Database,
  environments: readonly Environment[],
): Promise<Map<string, Map<Environment, number>>> {
  const times = new Map<string, Map<Environment, number>>();
  const reads = new Map<Environment, [string, () => Promise<readonly unknown[]>][]>();
  for (const environment of environments) reads.set(environment, await readsOf(db, environment));
  for (const [i, [what]] of (reads.get(environments[0] as Environment) ?? []).entries()) {
    const taken = new Map<Environment, number[]>(environments.map(environment => [environment, []]));
    for (let round = 0; round < ROUNDS; round++) {
      for (const environment of environments) {
        const startMs = performance.now();
        await reads.get(environment)?.[i]?.[1]();
        taken.get(environment)?.push(performance.now() - startMs);
      }
    }
    times.set(what, new Map([...taken].map(([environment, ms]) => [environment, median(ms)])));
  }
  return times;
}

async function readsOf(
  db: Database,
  environment: Environment,
): Promise<[string, () => Promise<readonly unknown[]>][]> {
  const [middle] = await db<{ hotelId: string; changeId: number }[]>`
    SELECT hotel_id AS "hotelId", change_id AS "changeId" FROM hotel
    WHERE environment = ${environment} AND hotel_id > 'htl_G' ORDER BY hotel_id LIMIT 1`;
  const after = middle ?? { hotelId: '', changeId: 0 };
  const since = { environment, updatedSince: LONG_AGO };
  const country = await largest(db, environment, 'COUNTRY');
  const city = await largest(db, environment, 'CITY');
  const near = (place: CountedPlace, within: { place: number; hotels: number } | { radiusMetres: number }) =>
    listNearbyHotels(db, { environment, ...place, within, conditions: {} }, undefined, PAGE);
  return [
    ['hotels, first page', () => listHotels(db, { environment }, undefined, PAGE)],
    ['hotels, a page in the middle', () => listHotels(db, { environment }, after, PAGE)],
    ['hotels, `updatedSince`', () => listHotels(db, since, undefined, PAGE)],
    ['hotels, `updatedSince`, in the middle', () => listHotels(db, since, after, PAGE)],
    ['rooms, first page', () => listRooms(db, { environment }, undefined, PAGE)],
    ['rooms of one hotel', () => listRooms(db, { environment, hotelIds: [after.hotelId] }, undefined, PAGE)],
    ['by destination, a city', () => near(city, { place: city.id, hotels: city.hotels })],
    ['by destination, a country', () => near(country, { place: country.id, hotels: country.hotels })],
    ['by destination, 5 km', () => near(city, { radiusMetres: 5_000 })],
    ['destinations', () => listDestinations(db, { environment, types: ['CITY'] }, undefined, PAGE)],
  ];
}

async function largest(db: Database, environment: Environment, type: string): Promise<CountedPlace> {
  const [place] = await db<CountedPlace[]>`
    SELECT place.id, latitude, longitude, hotels FROM place_hotel_count AS counted
    JOIN place ON place.id = counted.place
    WHERE environment = ${environment} AND type = ${type} ORDER BY hotels DESC LIMIT 1`;
  return place as CountedPlace;
}

/** Returns cities for the hotels, first those in Spain, then all others, each by descending weight. */
export async function listCities(db: Database): Promise<City[]> {
  return db<City[]>`
    SELECT place_id AS "placeId", country_code AS "countryCode", latitude, longitude FROM place
    WHERE type = 'CITY' AND status = 'ACTIVE' ORDER BY country_code = 'ES' DESC, weight DESC, place_id LIMIT 60000`;
}
