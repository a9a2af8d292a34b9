/**
 * Loads the place "Sandbox" with its hotels, and nothing else that a first start loads. This takes tens of
 * milliseconds.
 */
import { loadScenarioHotels as load } from '../src/content/sandbox/scenarios/load-scenario-hotels.ts';
import type { Database } from '../src/platform/database/connect.ts';
import { quietLog } from '../src/platform/database/database-log.ts';

/**
 * Call this before an app starts on the database, because a running app shows the hotels only after up to two seconds.
 */
export async function loadScenarioHotels(db: Database): Promise<void> {
  await load(db, quietLog);
}
