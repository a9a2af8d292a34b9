/** Stages the packages of the seed in the database, for installations that already have places. */
import { readFile } from 'node:fs/promises';
import type { Database } from '../../../platform/database/connect.ts';
import { openTextFile } from '../../../platform/text-files/open-text-file.ts';
import { parseCityLine } from '../geonames/city-line.ts';
import { copyRow } from '../staging/copy-text.ts';
import { type NamedArea, stageAreas } from '../staging/stage-areas.ts';
import { stagedPlaceRow } from '../staging/staged-place.ts';
import { copyPlaces, stageNames, stagePlaces } from '../staging/staging-store.ts';
import { regionNames } from './region-names.ts';
import {
  CITIES_FILE,
  REGION_CITIES_FILE,
  REGIONS_FILE,
  readCountryNames,
  readSeedAirports,
} from './seed-files.ts';
import {
  type ListedCity,
  type ListedRegion,
  matchingRegions,
  mismatchedCountries,
  recodeCities,
} from './seed-regions.ts';
import { listCodedCities, listStagedCities, writeRegionCodes } from './seed-store.ts';

/** Airports and areas get higher numbers than all cities. */
const FIRST_AIRPORT = 1_000_000;
const FIRST_AREA = 1_100_000;

type OnRead = (doneBytes: number, totalBytes: number) => void;

/** `everyCity` restricts the seed to every n-th city. Only tests use it. */
export async function stageSeed(tx: Database, onRead: OnRead = () => {}, everyCity = 1): Promise<void> {
  await copyPlaces(tx, cityRows(onRead, everyCity));
  await stagePlaces(tx, FIRST_AIRPORT, await readSeedAirports());
  const areas: NamedArea[] = [];
  for (const [code, { name, others }] of await readCountryNames()) {
    areas.push({ source: 'iso-3166', code, name, language: 'en', asciiName: null });
    await stageNames(tx, others);
  }
  const regions = JSON.parse(await readFile(REGIONS_FILE, 'utf8')) as ListedRegion[];
  await recodeMismatched(tx, regions);
  const fitting = matchingRegions(regions, await listCodedCities(tx));
  for (const { code, name } of fitting) {
    areas.push({ source: 'geonames-admin1', code, name, language: 'und', asciiName: null });
  }
  await stageNames(tx, regionNames(new Set(fitting.map(({ code }) => code))));
  await stageAreas(tx, FIRST_AREA, areas);
}

/**
 * Some countries have renumbered their regions. Their cities get the region codes of nearby cities in the package that
 * the regions come from.
 */
async function recodeMismatched(tx: Database, regions: readonly ListedRegion[]): Promise<void> {
  const fitting = matchingRegions(regions, await listCodedCities(tx));
  const cities = await listStagedCities(tx, mismatchedCountries(regions, fitting));
  if (cities.length === 0) return;
  const listed = JSON.parse(await readFile(REGION_CITIES_FILE, 'utf8')) as ListedCity[];
  await writeRegionCodes(tx, recodeCities(cities, listed, new Set(regions.map(({ code }) => code))));
}

async function* cityRows(onRead: OnRead, everyCity: number): AsyncGenerator<string> {
  const file = await openTextFile(CITIES_FILE);
  for await (const { first, lines } of file.lineBatches()) {
    let chunk = '';
    for (const [i, text] of lines.entries()) {
      if ((first + i) % everyCity !== 0) continue;
      const line = parseCityLine(text, 0);
      if (line.kind === 'problem') throw new Error(`${CITIES_FILE}:${first + i}: ${line.problem}`);
      if (line.kind === 'place') chunk += copyRow(stagedPlaceRow(first + i, line.place));
    }
    if (chunk !== '') yield chunk;
    onRead(file.bytesRead(), file.totalBytes);
  }
}
