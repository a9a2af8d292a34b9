/**
 * Reads the packages of the place seed into memory: countries, regions, cities and airports, in the order in which an
 * import would store them. The result is the same as that of staging the packages in the database.
 */
import { readFile } from 'node:fs/promises';
import { openTextFile } from '../../../platform/text-files/open-text-file.ts';
import { addSums, type CitySums, citySums } from '../../places/sphere.ts';
import { parseCityLine } from '../geonames/city-line.ts';
import { regionNames } from '../seed/region-names.ts';
import {
  CITIES_FILE,
  REGION_CITIES_FILE,
  REGIONS_FILE,
  readCountryNames,
  readSeedAirports,
} from '../seed/seed-files.ts';
import {
  type CitiesByCode,
  type ListedCity,
  type ListedRegion,
  matchingRegions,
  mismatchedCountries,
  recodeCities,
} from '../seed/seed-regions.ts';
import { type NamedArea, newArea } from '../staging/stage-areas.ts';
import type { StagedName, StagedPlace } from '../staging/staged-place.ts';
import { nameKey, type World } from './world-places.ts';

interface WorldOptions {
  onProgress(done: number, total: number): void;
  /** Only every n-th city is read. Tests use it to save time. */
  everyCity?: number | undefined;
}

export async function readWorld({ onProgress, everyCity = 1 }: WorldOptions): Promise<World> {
  const cities = await readCities(onProgress, everyCity);
  const listed = JSON.parse(await readFile(REGIONS_FILE, 'utf8')) as ListedRegion[];
  await recodeMismatched(cities, listed);
  const fitting = matchingRegions(listed, citiesByCode(cities));
  const countries: NamedArea[] = [];
  const names = new Map<string, StagedName[]>();
  for (const [code, { name, others }] of await readCountryNames()) {
    countries.push({ source: 'iso-3166', code, name, language: 'en', asciiName: null });
    addNames(names, others);
  }
  addNames(names, regionNames(new Set(fitting.map(({ code }) => code))));
  const regions = fitting.map(
    ({ code, name }): NamedArea => ({
      source: 'geonames-admin1',
      code,
      name,
      language: 'und',
      asciiName: null,
    }),
  );
  const sums = sumCities(cities);
  const placed = (areas: readonly NamedArea[]) =>
    areas.map(area => newArea(area, sums.get(area.code))).filter(area => area !== undefined);
  return {
    countries: placed(countries),
    regions: placed(regions),
    cities,
    airports: await readSeedAirports(),
    names,
  };
}

async function readCities(onProgress: WorldOptions['onProgress'], everyCity: number): Promise<StagedPlace[]> {
  const cities: StagedPlace[] = [];
  const file = await openTextFile(CITIES_FILE);
  for await (const { first, lines } of file.lineBatches()) {
    for (const [i, text] of lines.entries()) {
      if ((first + i) % everyCity !== 0) continue;
      const line = parseCityLine(text, 0);
      if (line.kind === 'problem') throw new Error(`${CITIES_FILE}:${first + i}: ${line.problem}`);
      if (line.kind === 'place') cities.push(line.place);
    }
    onProgress(file.bytesRead(), file.totalBytes);
  }
  return cities;
}

/**
 * Some countries have renumbered their regions. Their cities get the region codes of nearby cities in the package that
 * the regions come from.
 */
async function recodeMismatched(cities: StagedPlace[], regions: readonly ListedRegion[]): Promise<void> {
  const fitting = matchingRegions(regions, citiesByCode(cities));
  const countries = new Set(mismatchedCountries(regions, fitting));
  const wanted = cities.flatMap(({ countryCode, latitude, longitude }, n) =>
    countries.has(countryCode) ? [{ n, countryCode, latitude, longitude }] : [],
  );
  if (wanted.length === 0) return;
  const listed = JSON.parse(await readFile(REGION_CITIES_FILE, 'utf8')) as ListedCity[];
  const codes = recodeCities(wanted, listed, new Set(regions.map(({ code }) => code)));
  for (const [n, regionCode] of codes) (cities[n] as StagedPlace).regionCode = regionCode;
}

/** The source uses `00` for an unknown region. */
function citiesByCode(cities: readonly StagedPlace[]): CitiesByCode[] {
  const found = new Map<string, { code: string; cities: number; seats: string[] }>();
  for (const { type, countryCode, regionCode, featureCode, name } of cities) {
    if (type !== 'CITY' || regionCode === null || regionCode === '00') continue;
    const code = `${countryCode}.${regionCode}`;
    const group = found.get(code) ?? { code, cities: 0, seats: [] };
    found.set(code, group);
    group.cities += 1;
    if (featureCode === 'PPLA' || featureCode === 'PPLC') group.seats.push(name);
  }
  return [...found.values()];
}

/** Sums by country and by region. Districts are left out because they belong to cities. */
function sumCities(cities: readonly StagedPlace[]): Map<string, CitySums> {
  const sums = new Map<string, CitySums>();
  const add = (code: string, city: CitySums) => {
    const sum = sums.get(code);
    sums.set(code, sum === undefined ? city : addSums(sum, city));
  };
  for (const place of cities) {
    if (place.type !== 'CITY') continue;
    const { countryCode, regionCode } = place;
    const city = citySums(place);
    add(countryCode, city);
    if (regionCode) add(`${countryCode}.${regionCode}`, city);
  }
  return sums;
}

function addNames(names: Map<string, StagedName[]>, added: readonly StagedName[]): void {
  for (const name of added) {
    const key = nameKey(name.source, name.sourceId);
    const list = names.get(key);
    if (list === undefined) names.set(key, [name]);
    else list.push(name);
  }
}
