/** Loads the benchmark data set next to the checkout, if there is one: places, names and cases. */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { PlaceType } from '@serai/contract/content/place-item.ts';
import type { AirportSize } from '../../server/src/content/place-data/airport-size.ts';
import { placeWeight } from '../../server/src/content/place-data/place-weight.ts';
import type {
  IndexedName,
  IndexedPlace,
  NameClass,
} from '../../server/src/content/places/search-index/indexed-place.ts';
import type { PlaceCase, PlaceData } from './place-data.ts';

const FOLDER = new URL('../../../shared/data/places/', import.meta.url);
const TYPES: Record<string, PlaceType> = {
  country: 'COUNTRY',
  region: 'REGION',
  city: 'CITY',
  area: 'DISTRICT',
  airport: 'AIRPORT',
};

export function hasSharedData(): boolean {
  return existsSync(fileURLToPath(new URL('cases.jsonl.gz', FOLDER)));
}

export async function sharedData(): Promise<PlaceData> {
  const rows = (await lines('places.tsv.gz')).map(line => line.split('\t'));
  const ordinals = new Map(rows.map((row, i) => [row[1] as string, i]));
  const names = (await lines('names.tsv.gz')).map(line => nameOf(line.split('\t')));
  const otherNames = new Uint32Array(rows.length);
  for (const { place, class: nameClass } of names)
    if (nameClass > 0) otherNames[place] = (otherNames[place] ?? 0) + 1;
  const places = rows.map((row, i) => placeOf(row, ordinals, otherNames[i] ?? 0));
  const placeOfId = (id: string) => places[ordinals.get(id) ?? -1];
  const cases = (await lines('cases.jsonl.gz')).map(line => caseOf(JSON.parse(line), placeOfId));
  return { origin: 'a data set that is not part of the repository', places, names, cases };
}

async function lines(file: string): Promise<string[]> {
  const text = gunzipSync(await readFile(new URL(file, FOLDER))).toString('utf8');
  return text.split('\n').filter(line => line !== '');
}

function placeOf(row: string[], ordinals: Map<string, number>, otherNames: number): IndexedPlace {
  const [, id, kind, name, country, admin, , , latitude, longitude, population, featureCode, iata] =
    row as string[];
  const type = TYPES[kind as string] as PlaceType;
  const region = type === 'REGION' || type === 'COUNTRY' ? undefined : ordinals.get(`r-${admin}`);
  const parent = type === 'COUNTRY' ? -1 : (region ?? ordinals.get(`c-${country}`) ?? -1);
  return {
    placeId: id as string,
    type,
    name: name as string,
    language: 'und',
    countryCode: country as string,
    regionCode: admin || null,
    latitude: Number(latitude),
    longitude: Number(longitude),
    iataCode: iata || null,
    weight: benchWeight(type, Number(population), featureCode as string, otherNames),
    parent,
    airports: [],
    zones: [],
  };
}

function nameOf([place, , nameClass, language, name]: string[]): IndexedName {
  return {
    place: Number(place),
    name: name as string,
    language: language || 'und',
    class: Number(nameClass) as NameClass,
  };
}

interface CaseLine {
  query: string;
  lang?: string;
  set: 'public' | 'generated';
  suite: string;
  expect: { name: string; country: string; lat: number; lon: number; ids: string[] };
}

function caseOf(
  { query, lang, set, suite, expect }: CaseLine,
  placeOfId: (id: string) => IndexedPlace | undefined,
): PlaceCase {
  const { name, country, lat, lon } = expect;
  // A code should find the airport first and the city that it serves second.
  const ids = suite === 'iata' ? expect.ids.filter(id => id.startsWith('a-')) : expect.ids;
  const places = ids.map(placeOfId).filter(place => place !== undefined);
  return {
    query,
    language: lang,
    set,
    kind: suite,
    name,
    country,
    latitude: lat,
    longitude: lon,
    ids,
    places,
  };
}

/**
 * For airports, the data set contains a size number instead of a population. An airport with at least this number
 * has scheduled flights.
 */
const SIZES: Record<string, { size: AirportSize; scheduledFrom: number }> = {
  large_airport: { size: 'large', scheduledFrom: 800_000 },
  medium_airport: { size: 'medium', scheduledFrom: 60_000 },
  small_airport: { size: 'small', scheduledFrom: 3_000 },
  seaplane_base: { size: 'other', scheduledFrom: 3_000 },
};

export function benchWeight(
  type: PlaceType,
  population: number,
  featureCode: string,
  otherNames: number,
): number {
  const size = SIZES[featureCode];
  const airport = size && { size: size.size, scheduled: population >= size.scheduledFrom };
  return placeWeight({ type, population, featureCode, otherNames, airport });
}
