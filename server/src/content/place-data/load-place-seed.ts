/**
 * Loads the place seed, which contains the places of the world, at the first start of an installation. Later starts
 * only add the names that a newer version of the seed contains.
 */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { DatabaseLog } from '../../platform/database/database-log.ts';
import { NoChange, writeCatalogue } from '../catalogue-change-store.ts';
import { rebuildContext } from './context/rebuild-context.ts';
import { raisePlacesVersion, updateHotelPlaces } from './follow-places-store.ts';
import { regionNames } from './seed/region-names.ts';
import { readSeedAirports } from './seed/seed-files.ts';
import {
  addStagedNames,
  findSeed,
  findSeedVersion,
  listRegionCodes,
  recordPendingNames,
  recordSeed,
} from './seed/seed-store.ts';
import { stageSeed } from './seed/stage-seed.ts';
import { TOURISM_ZONES } from './seed/tourism-zones.ts';
import { mergeNames, touchPlaces } from './staging/merge-names-store.ts';
import { mergePlaces } from './staging/merge-places-store.ts';
import type { StagedName, StagedPlace } from './staging/staged-place.ts';
import { createStaging, stageNames } from './staging/staging-store.ts';
import type { SeedPhase, SeedWork } from './world/seed-work.ts';
import { hasPlaces, writeWorld } from './world/world-store.ts';
import { mergeZone, updateZoneSummaries } from './zones/zone-store.ts';

export interface SeedProgress {
  phase: SeedPhase | 'writing places' | 'writing names' | 'creating indexes' | 'writing surroundings';
  done: number;
  total: number;
}

export interface SeedOptions {
  /** Starts to compute the seed. It is only called if there are no places yet, and by one process at a time. */
  startWork: () => SeedWork;
  onProgress?: ((progress: SeedProgress) => void) | undefined;
  /** Restricts the seed to every n-th city if it is loaded with SQL statements. Only tests use it. */
  everyCity?: number;
  clock: Clock;
  log: DatabaseLog;
}

export interface LoadedSeed {
  /** True if this call loaded the seed. */
  isLoaded: boolean;
  /** Has an index of the places with this version, if it computed the seed. */
  computed?: { work: SeedWork; version: number } | undefined;
}

const SEED = 'places';
/** Version 2 added further names of regions and airports. */
const SEED_VERSION = '2';

export async function hasPlaceSeed(db: Database): Promise<boolean> {
  return findSeed(db, SEED);
}

/**
 * If several processes start at the same time, one loads the seed and the others wait. If the thread that computes the
 * seed fails, the transaction is rolled back, and the seed is loaded with SQL statements, which need less memory.
 */
export async function loadPlaceSeed(db: Database, options: SeedOptions): Promise<LoadedSeed> {
  let work: SeedWork | undefined;
  const startWork = () => {
    work = options.startWork();
    return work;
  };
  try {
    return await writeSeed(db, { ...options, startWork });
  } catch (error) {
    if (work?.failure === undefined) throw error;
    options.log.warn(
      { err: work.failure },
      'the places could not be computed in memory; they are loaded with SQL statements, which takes longer',
    );
    await work.stop();
    return writeSeed(db, { ...options, startWork: undefined });
  }
}

type WriteSeedOptions = Omit<SeedOptions, 'startWork'> & { startWork: (() => SeedWork) | undefined };

async function writeSeed(
  db: Database,
  { startWork, onProgress = () => {}, everyCity, clock, log }: WriteSeedOptions,
): Promise<LoadedSeed> {
  const startedMs = clock.monotonicMs();
  return writeCatalogue(db, 'place seed', async (tx, changeId) => {
    if (await findSeed(tx, SEED)) throw new NoChange<LoadedSeed>({ isLoaded: false });
    const isEmpty = !(await hasPlaces(tx));
    const work = isEmpty ? startWork?.() : undefined;
    if (work === undefined) await mergeSeed(tx, changeId, onProgress, everyCity);
    else await writeComputed(tx, changeId, work, onProgress);
    await updateHotelPlaces(tx);
    const version = await raisePlacesVersion(tx);
    await recordSeed(tx, SEED, SEED_VERSION);
    const tookMs = Math.round(clock.monotonicMs() - startedMs);
    log.info({ tookMs, isEmpty }, 'place seed loaded');
    return { isLoaded: true, computed: work && { work, version } };
  });
}

type OnSeedProgress = (progress: SeedProgress) => void;

/** Writes what the thread computes. Names that are only searched are marked as pending. */
async function writeComputed(
  tx: Database,
  changeId: number,
  work: SeedWork,
  onProgress: OnSeedProgress,
): Promise<void> {
  let isLinked = false;
  work.onProgress((phase, done, total) => {
    isLinked = phase === 'linking places to airports and zones' && done === total;
    onProgress({ phase, done, total });
  });
  // Rows and indexes are written while others are still being computed. The slower step is shown.
  await writeWorld(tx, changeId, work, (phase, done, total = Math.max(done, work.places)) => {
    if (isLinked) onProgress({ phase, done, total });
  });
  await recordPendingNames(tx, changeId);
}

/** Adds the seed to places that the operator imported earlier, and keeps those. */
export async function mergeSeed(
  tx: Database,
  changeId: number,
  onProgress: OnSeedProgress = () => {},
  everyCity?: number,
): Promise<void> {
  await createStaging(tx);
  await stageSeed(tx, (done, total) => onProgress({ phase: 'reading places', done, total }), everyCity);
  onProgress({ phase: 'writing places', done: 0, total: 1 });
  await mergePlaces(tx, changeId, 'keep');
  onProgress({ phase: 'writing names', done: 0, total: 1 });
  await mergeNames(tx, 'keep');
  for (const zone of TOURISM_ZONES) await mergeZone(tx, changeId, zone, 'keep');
  await rebuildContext(tx, changeId, {
    hasStagedAirports: true,
    onProgress: (done, total) => onProgress({ phase: 'linking places to airports and zones', done, total }),
  });
  await updateZoneSummaries(tx, changeId);
}

/**
 * Adds the names that the installation's version of the seed did not have. Nothing is removed, because the operator may
 * have imported other data since.
 */
export async function addNewNames(db: Database): Promise<void> {
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
