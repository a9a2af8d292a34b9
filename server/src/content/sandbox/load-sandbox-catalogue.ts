/** Fills the sandbox with invented hotels, once per installation. Production starts empty. */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { DatabaseLog } from '../../platform/database/database-log.ts';
import { mergeHotels } from '../catalogue/writing/merge-hotels.ts';
import { writeCatalogue } from '../catalogue-change-store.ts';
import { identifyHotel } from '../catalogue-files/catalogue-record.ts';
import { findSeed, recordSeed } from '../place-data/seed/seed-store.ts';
import { chooseCities, describeCity, type NeighbourRow } from './cities/choose-cities.ts';
import { listCityRows, listNeighbours } from './cities/cities-store.ts';
import type { SandboxCity } from './cities/sandbox-city.ts';
import { generateHotels } from './generate-hotels.ts';

interface LoadOptions {
  onProgress?: ((done: number, total: number) => void) | undefined;
  clock: Clock;
  log: DatabaseLog;
}

const SEED = 'sandbox-hotels';
const SEED_VERSION = '1';
const BATCH = 500;

/**
 * Returns true if this call loaded the hotels. The places must already be loaded. If several processes start at the same
 * time, one loads the hotels and the others wait.
 */
export async function loadSandboxCatalogue(
  db: Database,
  { onProgress = () => {}, clock, log }: LoadOptions,
): Promise<boolean> {
  if (await findSeed(db, SEED)) return false;
  const startedMs = clock.monotonicMs();
  return writeCatalogue(db, 'sandbox hotels', async (tx, changeId) => {
    if (await findSeed(tx, SEED)) return false;
    const cities = await readCities(tx);
    const total = cities.reduce((sum, { hotels }) => sum + hotels, 0);
    const hotels = [...generateHotels(cities)].map(hotel => identifyHotel('sandbox', hotel));
    for (let done = 0; done < hotels.length; done += BATCH) {
      onProgress(done, total);
      await mergeHotels(tx, { environment: 'sandbox', changeId }, hotels.slice(done, done + BATCH));
    }
    onProgress(total, total);
    await recordSeed(tx, SEED, SEED_VERSION);
    const tookMs = Math.round(clock.monotonicMs() - startedMs);
    log.info({ hotels: total, cities: cities.length, tookMs }, 'sandbox hotels loaded');
    return true;
  });
}

async function readCities(tx: Database): Promise<SandboxCity[]> {
  const chosen = chooseCities(await listCityRows(tx));
  const rows = await listNeighbours(
    tx,
    chosen.map(({ id }) => id),
  );
  const around = new Map<number, NeighbourRow[]>(chosen.map(({ id }) => [id, []]));
  for (const row of rows) around.get(row.cityId)?.push(row);
  return chosen.map(city => describeCity(city, around.get(city.id) ?? [])).filter(city => city !== undefined);
}
