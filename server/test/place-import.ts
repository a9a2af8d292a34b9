import {
  type ImportPlacesOptions,
  importPlaces,
  type PlacesSummary,
} from '../src/content/place-data/import/import-places.ts';
import type { TestDatabase } from './database.ts';
import { COUNTRY_LINES, cityLine, fileOf, REGION_LINES, SIX_CITIES } from './geonames-files.ts';

export interface ImportRun extends PlacesSummary {
  messages: string[];
}

export async function runImport(
  { db }: TestDatabase,
  paths: readonly string[],
  options: Partial<ImportPlacesOptions> = {},
): Promise<ImportRun> {
  const messages: string[] = [];
  const summary = await importPlaces(db, paths, {
    minPopulation: 500,
    removeMissing: false,
    replaceNames: false,
    skipBad: false,
    dryRun: false,
    onProblem: text => void messages.push(text),
    onProgress: () => {},
    ...options,
  });
  return { ...summary, messages };
}

export const citiesFile = (cities = SIX_CITIES) => fileOf('cities500.txt', cities.map(cityLine));
export const regionsFile = () => fileOf('admin1CodesASCII.txt', REGION_LINES);
export const countriesFile = () => fileOf('countryInfo.txt', COUNTRY_LINES);

export async function allPlaceTables({ db }: TestDatabase): Promise<unknown> {
  return {
    places: await db`SELECT * FROM place ORDER BY id`,
    names: await db`SELECT * FROM place_name ORDER BY place, name, language`,
    airports: await db`SELECT * FROM place_airport ORDER BY place, rank`,
    members: await db`SELECT * FROM zone_member ORDER BY zone, place`,
    areas: await db`SELECT * FROM zone_area ORDER BY zone`,
    changes: await db`SELECT * FROM catalogue_change ORDER BY id`,
    version: await db`SELECT * FROM catalogue_version`,
  };
}

export async function placeNamed({ db }: TestDatabase, name: string) {
  const [row] = await db`
    SELECT place.*, parent.name AS parent FROM place LEFT JOIN place AS parent ON parent.id = place.parent_id
    WHERE place.name = ${name} ORDER BY place.weight DESC, place.id LIMIT 1`;
  return row;
}
