/** Loads what the first start needs: the places of the world, and invented hotels for the sandbox. */
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import type { Log } from '../platform/log.ts';
import type { OnProgress } from '../platform/progress.ts';
import { loadPlaceSeed } from './place-data/load-place-seed.ts';
import { loadSandboxCatalogue } from './sandbox/load-sandbox-catalogue.ts';
import { loadScenarioHotels } from './sandbox/scenarios/load-scenario-hotels.ts';

interface SeedParts {
  /** Without timeouts. */
  db: Database;
  onProgress: OnProgress;
  clock: Clock;
  log: Log;
}

export async function seedPlaces({ db, onProgress, clock, log }: SeedParts): Promise<void> {
  await loadPlaceSeed(db, {
    clock,
    log,
    onProgress: ({ phase, done, total }) =>
      onProgress({ title: `Places: ${phase}`, done, share: done / total }),
  });
}

/** Runs before the index is built, so that it is built only once. */
export async function seedScenarios({ db, log }: SeedParts): Promise<void> {
  await loadScenarioHotels(db, log);
}

/** Runs after the places. */
export async function seedHotels({ db, onProgress, clock, log }: SeedParts): Promise<void> {
  await loadSandboxCatalogue(db, {
    clock,
    log,
    onProgress: (done, total) =>
      onProgress({ title: 'Sandbox hotels', unit: 'hotels', done, share: done / total }),
  });
}
