/** The measured data set beside the checkout, where there is one: places, names and cases. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { PlaceType } from '@serai/contract/content/place-item.ts';
import type {
  IndexedName,
  IndexedPlace,
  NameClass,
} from '../../server/src/content/places/search-index/indexed-place.ts';
import { benchWeight } from './bench-weight.ts';
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
  const cases = (await lines('cases.jsonl.gz')).map(line => caseOf(JSON.parse(line)));
  return { origin: 'the measured data set beside the checkout', places, names, cases };
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

function caseOf({ query, lang, set, suite, expect }: CaseLine): PlaceCase {
  const { name, country, lat, lon } = expect;
  // A code means the airport; the city that it serves is the second answer, not the first.
  const ids = suite === 'iata' ? expect.ids.filter(id => id.startsWith('a-')) : expect.ids;
  return { query, language: lang, set, kind: suite, name, country, latitude: lat, longitude: lon, ids };
}
