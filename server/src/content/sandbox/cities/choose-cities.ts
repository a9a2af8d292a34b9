/** Chooses the cities of the sandbox catalogue, and the spots in each city where its hotels are. Pure. */
import { FAMOUS_CITIES, type FamousCity } from './famous-cities.ts';
import type { SandboxCity, Spot } from './sandbox-city.ts';

export interface CityRow {
  id: number;
  placeId: string;
  name: string;
  regionName: string | null;
  countryCode: string;
  timeZone: string | null;
  latitude: number;
  longitude: number;
  population: number;
  isCapital: boolean;
}

export interface NeighbourRow {
  cityId: number;
  name: string;
  type: 'CITY' | 'DISTRICT';
  countryCode: string;
  latitude: number;
  longitude: number;
}

export type ChosenCity = CityRow & { famous: FamousCity | undefined };

const SMALLEST_CAPITAL = 100_000;

/** Chooses famous cities, and capitals that are large enough for several hotels, in the order of their place ids. */
export function chooseCities(rows: readonly CityRow[]): ChosenCity[] {
  const byName = new Map<string, CityRow>();
  for (const row of rows) {
    const key = `${row.countryCode} ${row.name}`;
    if (row.population >= (byName.get(key)?.population ?? -1)) byName.set(key, row);
  }
  const chosen = new Map<number, ChosenCity>();
  for (const famous of FAMOUS_CITIES) {
    const row = byName.get(`${famous.countryCode} ${famous.name}`);
    if (row !== undefined) chosen.set(row.id, { ...row, famous });
  }
  for (const row of rows) {
    if (!row.isCapital || row.population < SMALLEST_CAPITAL || chosen.has(row.id)) continue;
    chosen.set(row.id, { ...row, famous: undefined });
  }
  return [...chosen.values()].sort((a, b) => (a.placeId < b.placeId ? -1 : 1));
}

export function describeCity(city: ChosenCity, neighbours: readonly NeighbourRow[]): SandboxCity | undefined {
  const { placeId, name, regionName, countryCode, timeZone, famous, population } = city;
  const spots = spotsOf(city, neighbours);
  if (timeZone === null || spots.length === 0) return undefined;
  return {
    placeId,
    name,
    spanishName: famous?.spanishName ?? name,
    regionName: regionName ?? undefined,
    countryCode,
    timeZone,
    traits: famous?.traits ?? ['business'],
    hotels: famous?.hotels ?? (population > 1_000_000 ? 5 : 3),
    spots,
  };
}

const METRES_OF_A_DEGREE = 111_195;

function metresBetween(
  a: { latitude: number; longitude: number },
  b: { latitude: number; longitude: number },
): number {
  const north = (b.latitude - a.latitude) * METRES_OF_A_DEGREE;
  const east = (b.longitude - a.longitude) * METRES_OF_A_DEGREE * Math.cos((a.latitude * Math.PI) / 180);
  return Math.hypot(north, east);
}

/** The radius of a city, for example 700 m for a village, 1.2 km for 50,000 people and 5 km for 10 million. */
function cityRadius(population: number): number {
  return Math.min(6_000, 700 + 550 * Math.max(0, Math.log2(Math.max(population, 1) / 27_000)));
}

const CENTRE_METRES = 1_400;
const DISTRICT_METRES = 450;
const SMALLEST_RADIUS = 100;

/**
 * Returns the centre and the districts of a city. Every point of a spot is closer to its centre than to any populated
 * place in another country, so that no hotel is across a border.
 */
function spotsOf(city: ChosenCity, neighbours: readonly NeighbourRow[]): Spot[] {
  const abroad = neighbours.filter(({ countryCode }) => countryCode !== city.countryCode);
  const other = neighbours.filter(
    ({ type, countryCode }) => type === 'CITY' && countryCode === city.countryCode,
  );
  const radius = cityRadius(city.population);
  const spot = (at: { latitude: number; longitude: number }, most: number, district?: string): Spot => {
    const border = Math.min(...abroad.map(place => metresBetween(at, place)), Number.POSITIVE_INFINITY);
    const { latitude, longitude } = at;
    return { latitude, longitude, radiusMetres: Math.min(most, border * 0.45), district };
  };
  // With a larger radius, hotels could be in the sea.
  const centre = city.famous?.traits.includes('beach') ? 600 : CENTRE_METRES;
  const spots = [spot(city, Math.min(radius, centre))];
  for (const place of neighbours) {
    if (place.type !== 'DISTRICT' || place.countryCode !== city.countryCode || !isPlainName(place.name))
      continue;
    const toCentre = metresBetween(place, city);
    const isOurs = other.every(town => metresBetween(place, town) > toCentre / 2);
    if (toCentre < radius && isOurs) spots.push(spot(place, DISTRICT_METRES, place.name));
  }
  return spots.filter(({ radiusMetres }) => radiusMetres >= SMALLEST_RADIUS);
}

/** Returns true if the name fits into a sentence: it contains no digits, brackets or phrases. */
function isPlainName(name: string): boolean {
  return /^\p{Lu}[\p{L}'’.-]*( [\p{L}'’.-]+){0,2}$/u.test(name) && name.length <= 28;
}
