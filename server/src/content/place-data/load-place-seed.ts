/**
 * Loads the place seed, which contains the places of the world, at the first start of an installation. Later starts
 * only add the names that a newer version of the seed contains.
 */
import { readFile } from 'node:fs/promises';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { DatabaseLog } from '../../platform/database/database-log.ts';
import { openTextFile } from '../../platform/text-files/open-text-file.ts';
import { NoChange, writeCatalogue } from '../catalogue-change-store.ts';
import { rebuildContext } from './context/rebuild-context.ts';
import { raisePlacesVersion, updateHotelPlaces } from './follow-places-store.ts';
import { parseCityLine } from './geonames/city-line.ts';
import { regionNames } from './seed/region-names.ts';
import {
  CITIES_FILE,
  REGION_CITIES_FILE,
  REGIONS_FILE,
  readCountryNames,
  readSeedAirports,
} from './seed/seed-files.ts';
import {
  type ListedCity,
  type ListedRegion,
  matchingRegions,
  mismatchedCountries,
  recodeCities,
} from './seed/seed-regions.ts';
import {
  addStagedNames,
  findSeed,
  findSeedVersion,
  listCodedCities,
  listRegionCodes,
  listStagedCities,
  recordSeed,
  writeRegionCodes,
} from './seed/seed-store.ts';
import { TOURISM_ZONES } from './seed/tourism-zones.ts';
import { copyRow } from './staging/copy-text.ts';
import { mergeNames, touchPlaces } from './staging/merge-names-store.ts';
import { mergePlaces } from './staging/merge-places-store.ts';
import { type NamedArea, stageAreas } from './staging/stage-areas.ts';
import { type StagedName, type StagedPlace, stagedPlaceRow } from './staging/staged-place.ts';
import { copyPlaces, createStaging, stageNames, stagePlaces } from './staging/staging-store.ts';
import { mergeZone, updateZoneSummaries } from './zones/zone-store.ts';

export interface SeedProgress {
  phase: 'reading places' | 'writing places' | 'writing names' | 'linking places to airports and zones';
  done: number;
  total: number;
}

export interface SeedOptions {
  onProgress?: ((progress: SeedProgress) => void) | undefined;
  clock: Clock;
  log: DatabaseLog;
}

const SEED = 'places';
/** Version 2 added further names of regions and airports. */
const SEED_VERSION = '2';
/** Airports and areas get higher numbers than all cities. */
const FIRST_AIRPORT = 1_000_000;
const FIRST_AREA = 1_100_000;

/**
 * Returns true if this call loaded the seed. If several processes start at the same time, one loads it and the others
 * wait.
 */
export async function loadPlaceSeed(
  db: Database,
  { onProgress = () => {}, clock, log }: SeedOptions,
): Promise<boolean> {
  if (await findSeed(db, SEED)) {
    await addNewNames(db);
    return false;
  }
  const startedMs = clock.monotonicMs();
  const tookMs: Record<string, number> = {};
  let phaseMs = startedMs;
  const done = (phase: string) => {
    tookMs[phase] = Math.round(clock.monotonicMs() - phaseMs);
    phaseMs = clock.monotonicMs();
  };
  return writeCatalogue(db, 'place seed', async (tx, changeId) => {
    if (await findSeed(tx, SEED)) return false;
    await createStaging(tx);
    await stageSources(tx, onProgress);
    done('reading');
    onProgress({ phase: 'writing places', done: 0, total: 1 });
    const { created } = await mergePlaces(tx, changeId, 'keep');
    done('places');
    onProgress({ phase: 'writing names', done: 0, total: 1 });
    const names = await mergeNames(tx, 'keep');
    done('names');
    for (const zone of TOURISM_ZONES) await mergeZone(tx, changeId, zone, 'keep');
    await rebuildContext(tx, changeId, {
      hasStagedAirports: true,
      onProgress: (at, total) =>
        onProgress({ phase: 'linking places to airports and zones', done: at, total }),
    });
    await updateZoneSummaries(tx, changeId);
    await updateHotelPlaces(tx);
    await raisePlacesVersion(tx);
    done('surroundings');
    await recordSeed(tx, SEED, SEED_VERSION);
    log.info({ places: created, names, tookMs }, 'place seed loaded');
    return true;
  });
}

/**
 * Adds the names that the installation's version of the seed did not have. Nothing is removed, because the operator may
 * have imported other data since.
 */
async function addNewNames(db: Database): Promise<void> {
  if ((await findSeedVersion(db, SEED)) === SEED_VERSION) return;
  await writeCatalogue(db, 'names of the place seed', async (tx, changeId) => {
    if ((await findSeedVersion(tx, SEED)) === SEED_VERSION) throw new NoChange(undefined);
    await createStaging(tx);
    await stageNames(tx, regionNames(await listRegionCodes(tx)));
    await stageNames(tx, (await readSeedAirports()).flatMap(alternateNames));
    await addStagedNames(tx);
    await touchPlaces(tx, changeId);
    await raisePlacesVersion(tx);
    await recordSeed(tx, SEED, SEED_VERSION);
  });
}

function alternateNames({ source, sourceId, alternates }: StagedPlace): StagedName[] {
  const names = (alternates ?? '').split(',').map(name => name.trim());
  // Keywords of up to four characters are usually codes. They were added with the first version.
  return names
    .filter(name => name.length > 4)
    .map(name => ({ source, sourceId, name, language: 'und', class: 3 }));
}

async function stageSources(tx: Database, onProgress: (progress: SeedProgress) => void): Promise<void> {
  await copyPlaces(tx, cityRows(onProgress));
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

async function* cityRows(onProgress: (progress: SeedProgress) => void): AsyncGenerator<string> {
  const file = await openTextFile(CITIES_FILE);
  for await (const { first, lines } of file.lineBatches()) {
    let chunk = '';
    for (const [i, text] of lines.entries()) {
      const line = parseCityLine(text, 0);
      if (line.kind === 'problem') throw new Error(`${CITIES_FILE}:${first + i}: ${line.problem}`);
      if (line.kind === 'place') chunk += copyRow(stagedPlaceRow(first + i, line.place));
    }
    if (chunk !== '') yield chunk;
    onProgress({ phase: 'reading places', done: file.bytesRead(), total: file.totalBytes });
  }
}
