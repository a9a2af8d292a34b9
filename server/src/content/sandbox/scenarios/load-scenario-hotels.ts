/**
 * Loads the place "Sandbox" and its scenario hotels, and loads them again when a new version of the service changes them.
 */
import { hash } from 'node:crypto';
import type { Database } from '../../../platform/database/connect.ts';
import type { DatabaseLog } from '../../../platform/database/database-log.ts';
import { mergeHotels } from '../../catalogue/writing/merge-hotels.ts';
import { NoChange, writeCatalogue } from '../../catalogue-change-store.ts';
import { raisePlacesVersion } from '../../place-data/follow-places-store.ts';
import { findSeedVersion, recordSeed } from '../../place-data/seed/seed-store.ts';
import { SANDBOX_PLACE } from '../../places/sandbox-place.ts';
import { mergeSandboxPlace } from './sandbox-place-store.ts';
import { scenarioHotels } from './scenario-hotels.ts';

const SEED = 'sandbox-scenarios';

/**
 * Returns true if this call loaded the hotels. If several processes start at the same time, one loads them and the others
 * wait.
 */
export async function loadScenarioHotels(db: Database, log: DatabaseLog): Promise<boolean> {
  const hotels = scenarioHotels();
  const version = hash('sha256', JSON.stringify([SANDBOX_PLACE, hotels]), 'hex').slice(0, 16);
  if ((await findSeedVersion(db, SEED)) === version) return false;
  return writeCatalogue(db, 'scenario hotels', async (tx, changeId) => {
    if ((await findSeedVersion(tx, SEED)) === version) throw new NoChange(false);
    if (await mergeSandboxPlace(tx, changeId)) await raisePlacesVersion(tx);
    const { problems } = await mergeHotels(tx, { environment: 'sandbox', changeId }, hotels);
    if (problems.length > 0) throw new Error(`Scenario hotels were rejected: ${JSON.stringify(problems)}`);
    await recordSeed(tx, SEED, version);
    log.info({ hotels: hotels.length }, 'scenario hotels loaded');
    return true;
  });
}
