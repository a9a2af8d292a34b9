/**
 * Matches the seed's regions with its cities. They come from two packages of different age, and countries sometimes
 * renumber their regions. If another list of cities shows the new region of a city, the city gets that code. If a
 * country's cities still refer to unknown regions, its regions are dropped, because a wrong region is worse than a
 * missing region. Pure.
 */

import { distanceKm } from '../../places/sphere.ts';
export interface ListedRegion {
  /** Country and region code, for example `ES.56`. */
  code: string;
  name: string;
}

export interface CitiesByCode {
  code: string;
  cities: number;
  /** The names of those cities that are the capital or the seat of a region. */
  seats: readonly string[];
}

/** The minimum share of a country's cities whose region code must be in the list. */
const MIN_KNOWN_SHARE = 0.9;

export function mismatchedCountries(
  regions: readonly ListedRegion[],
  fitting: readonly ListedRegion[],
): string[] {
  const fits = new Set(fitting.map(({ code }) => countryOf(code)));
  return [...new Set(regions.map(({ code }) => countryOf(code)))].filter(country => !fits.has(country));
}

export function matchingRegions(
  regions: readonly ListedRegion[],
  coded: readonly CitiesByCode[],
): ListedRegion[] {
  const listed = new Set(regions.map(({ code }) => code));
  const citiesOf = Map.groupBy(coded, ({ code }) => countryOf(code));
  const regionsOf = Map.groupBy(regions, ({ code }) => countryOf(code));
  return [...regionsOf].flatMap(([country, list]) => {
    const cities = citiesOf.get(country) ?? [];
    return shareKnown(cities, listed) >= MIN_KNOWN_SHARE && isPlausible(list, cities) ? list : [];
  });
}

function countryOf(code: string): string {
  return code.slice(0, code.indexOf('.'));
}

function shareKnown(coded: readonly CitiesByCode[], listed: ReadonlySet<string>): number {
  const sum = (rows: readonly CitiesByCode[]) => rows.reduce((total, { cities }) => total + cities, 0);
  const all = sum(coded);
  return all === 0 ? 1 : sum(coded.filter(({ code }) => listed.has(code))) / all;
}

/**
 * Many regions are named after their seat. Some seats lie in a separate city region, so a single mismatch proves nothing.
 */
function isPlausible(regions: readonly ListedRegion[], coded: readonly CitiesByCode[]): boolean {
  const seats = coded.flatMap(({ code, seats: names }) => names.map(name => ({ code, name: words(name) })));
  let [inside, outside] = [0, 0];
  for (const { code, name } of regions) {
    const text = words(name);
    const namesakes = seats.filter(seat => text.startsWith(seat.name));
    if (namesakes.length === 0) continue;
    if (namesakes.some(seat => seat.code === code)) inside += 1;
    else outside += 1;
  }
  return outside <= Math.max(inside, 1);
}

/** Converts to lower case without accents, with spaces around each word, so that whole words can be compared. */
function words(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('đ', 'd');
  return ` ${plain.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;
}

export interface ListedCity {
  country: string;
  lat: string;
  lng: string;
  /** The region code without the country, for example `56`. */
  admin1: string;
}

export interface StagedCity {
  n: number;
  countryCode: string;
  latitude: number;
  longitude: number;
}

/** The maximum distance to a listed city whose region code is used. */
const REACH_KM = 30;

/** Returns the new region codes of cities, by `n`. */
export function recodeCities(
  cities: readonly StagedCity[],
  listed: readonly ListedCity[],
  regionCodes: ReadonlySet<string>,
): Map<number, string> {
  const countries = new Set(cities.map(({ countryCode }) => countryCode));
  const byCountry = Map.groupBy(
    listed
      .filter(({ country }) => countries.has(country))
      .map(({ lat, lng, ...city }) => ({ ...city, latitude: Number(lat), longitude: Number(lng) })),
    ({ country }) => country,
  );
  const codes = new Map<number, string>();
  for (const city of cities) {
    let nearest = { km: REACH_KM, admin1: undefined as string | undefined };
    for (const other of byCountry.get(city.countryCode) ?? []) {
      if (Math.abs(other.latitude - city.latitude) > 0.5) continue;
      const km = distanceKm(city, other);
      if (km < nearest.km) nearest = { km, admin1: other.admin1 };
    }
    const { admin1 } = nearest;
    if (admin1 !== undefined && regionCodes.has(`${city.countryCode}.${admin1}`)) codes.set(city.n, admin1);
  }
  return codes;
}
