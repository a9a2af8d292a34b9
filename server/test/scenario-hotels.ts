/** The place "Sandbox" with its hotels, and nothing else of what a first start loads. Takes some tens of ms. */
import { loadScenarioHotels as load } from '../src/content/sandbox/scenarios/load-scenario-hotels.ts';
import type { Database } from '../src/platform/database/connect.ts';
import { quietLog } from '../src/platform/database/database-log.ts';

/** Before an app starts on the database; one that runs shows the hotels within a second or two. */
export async function loadScenarioHotels(db: Database): Promise<void> {
  await load(db, quietLog);
}
