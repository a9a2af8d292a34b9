/**
 * Stages the countries and regions of the source, and those already in the database. Their location and population are
 * derived from their cities.
 */
import type { Database } from '../../../platform/database/connect.ts';
import { addSums, type CitySums, centreOf } from '../../places/sphere.ts';
import { placeWeight } from '../place-weight.ts';
import type { StagedPlace } from './staged-place.ts';
import {
  type AreaSums,
  analyseStaging,
  type KnownArea,
  listAreas,
  stagePlaces,
  sumCities,
} from './staging-store.ts';

export interface NamedArea {
  source: 'iso-3166' | 'geonames-admin1' | 'geonames-admin2';
  /** `ES`, `ES.56` or `ES.56.B`. */
  code: string;
  name: string;
  language: string;
  asciiName: string | null;
}

/** Returns how many areas were left out because they have no city and therefore no known location. */
export async function stageAreas(tx: Database, firstN: number, named: readonly NamedArea[]): Promise<number> {
  await analyseStaging(tx);
  const sums = sumByCode(await sumCities(tx));
  const known = await listAreas(tx);
  const byKey = new Map(named.map(area => [`${area.source}:${area.code}`, area]));
  const places: StagedPlace[] = [];
  for (const area of known) {
    const key = `${area.source}:${area.sourceId}`;
    places.push(knownPlace(area, byKey.get(key), sums.get(area.sourceId)));
    byKey.delete(key);
  }
  let unplaced = 0;
  for (const area of byKey.values()) {
    const place = newArea(area, sums.get(area.code));
    if (place === undefined) unplaced += 1;
    else places.push(place);
  }
  await stagePlaces(tx, firstN, places);
  return unplaced;
}

function sumByCode(rows: readonly AreaSums[]): Map<string, CitySums> {
  const sums = new Map<string, CitySums>();
  const add = (code: string, row: CitySums) => {
    const sum = sums.get(code);
    sums.set(code, sum === undefined ? row : addSums(sum, row));
  };
  for (const row of rows) {
    const { country_code: country, region_code: first, second_region_code: second } = row;
    add(country, row);
    if (first) add(`${country}.${first}`, row);
    if (first && second) add(`${country}.${first}.${second}`, row);
  }
  return sums;
}

function knownPlace(known: KnownArea, named: NamedArea | undefined, sums: CitySums | undefined): StagedPlace {
  const { latitude, longitude } = (sums && centreOf(sums)) ?? known;
  const area = {
    source: known.source as NamedArea['source'],
    code: known.sourceId,
    // Countries keep their short English names, which come from the seed.
    name: known.source === 'iso-3166' ? known.name : (named?.name ?? known.name),
    language: known.source === 'iso-3166' ? known.language : (named?.language ?? known.language),
    asciiName: named?.asciiName ?? null,
  };
  const hasNames = named !== undefined && known.source !== 'iso-3166';
  return { ...stagedArea(area, sums?.population ?? 0, latitude, longitude), hasNames };
}

/** Returns undefined if the area has no city and therefore no known location. */
export function newArea(area: NamedArea, sums: CitySums | undefined): StagedPlace | undefined {
  const centre = sums && centreOf(sums);
  return sums && centre && stagedArea(area, sums.population, centre.latitude, centre.longitude);
}

function stagedArea(area: NamedArea, population: number, latitude: number, longitude: number): StagedPlace {
  const [countryCode = '', regionCode = null, secondRegionCode = null] = area.code.split('.');
  const type = area.source === 'iso-3166' ? 'COUNTRY' : 'REGION';
  const weight = placeWeight({ type, population, featureCode: null });
  return {
    source: area.source,
    sourceId: area.code,
    type,
    name: area.name,
    language: area.language,
    asciiName: area.asciiName,
    alternates: null,
    countryCode,
    regionCode,
    secondRegionCode,
    latitude,
    longitude,
    timeZone: null,
    population,
    featureCode: null,
    iataCode: null,
    // If two regions have the same name, users usually mean the first-level region.
    weight: area.source === 'geonames-admin2' ? Math.round(weight * 6_000) / 10_000 : weight,
    municipality: null,
    shortName: null,
    isoRegion: null,
    hasNames: true,
  };
}
