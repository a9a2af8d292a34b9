/** The place seed that the service loads at its first start, with generated cases. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadPlaceSeed } from '../../server/src/content/place-data/load-place-seed.ts';
import { writePendingNames } from '../../server/src/content/place-data/seed/pending-names.ts';
import { SeedWork } from '../../server/src/content/place-data/world/seed-work.ts';
import { withPlaceRows } from '../../server/src/content/places/live/place-rows-store.ts';
import type {
  IndexedName,
  IndexedPlace,
} from '../../server/src/content/places/search-index/indexed-place.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { type Database, openOwnerDatabase } from '../../server/src/platform/database/connect.ts';
import { quietLog } from '../../server/src/platform/database/database-log.ts';
import { startEmbeddedPostgres } from '../../server/src/platform/database/embedded/start-embedded-postgres.ts';
import { migrate } from '../../server/src/platform/database/schema/migrate.ts';
import { generatedCases } from './generated-cases.ts';
import type { PlaceData } from './place-data.ts';

const MIGRATIONS = fileURLToPath(new URL('../../server/migrations', import.meta.url));

export async function seedData(folder: string): Promise<PlaceData> {
  const { address, stop } = await startEmbeddedPostgres({ dataDir: join(folder, 'seed'), log: quietLog });
  const options = { address, log: quietLog, max: 2, statementTimeoutMs: 0 };
  // Some migrations create temporary tables. After that, a connection can no longer change its temporary buffers, which
  // loading the seed does.
  const owner = openOwnerDatabase(options);
  await migrate(owner, MIGRATIONS, { log: quietLog });
  await owner.close();
  const db = openOwnerDatabase(options);
  try {
    await loadWholeSeed(db);
    return await withPlaceRows(db, async rows => {
      const places: IndexedPlace[] = [];
      const names: IndexedName[] = [];
      for await (const batch of rows.batches()) {
        for (const place of batch.places) places.push(place);
        for (const name of batch.names) names.push(name);
      }
      return { origin: 'the place seed', places, names, cases: generatedCases(places, names) };
    });
  } finally {
    await db.close();
    await stop();
  }
}

/** Loads all places with all their names. */
export async function loadWholeSeed(db: Database): Promise<void> {
  const work = new SeedWork();
  await loadPlaceSeed(db, { startWork: () => work, clock: systemClock, log: quietLog });
  work.finishIndex({ version: 0, database: 'bench', dataDir: '/nonexistent' }).catch(() => {});
  await writePendingNames(db, work);
  await work.stop();
}
