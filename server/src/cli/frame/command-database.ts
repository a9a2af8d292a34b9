/** The database of a command that works on it directly, also while the service runs. */
import { type Database, openDatabase } from '../../platform/database/connect.ts';
import type { DatabaseAddress } from '../../platform/database/database-address.ts';
import { quietLog } from '../../platform/database/database-log.ts';
import { reachEmbeddedPostgres } from '../../platform/database/reach-embedded-postgres.ts';
import type { Settings } from '../../settings-table.ts';
import { migrateDatabase } from '../../start-database.ts';

const CONNECTIONS = 4;

/** Migrated and open as the application; its statements may take as long as they need. */
export async function withCommandDatabase<T>(
  settings: Settings,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const { address, stop } = await reach(settings);
  const prepare = settings.SERAI_DATABASE_POOLER === 'none';
  const limits = { statementTimeoutMs: 0, lockTimeoutMs: 0 };
  const pool = openDatabase({ address, log: quietLog, max: CONNECTIONS, prepare, ...limits });
  try {
    await migrateDatabase(address, prepare, quietLog);
    return await work(pool.asService('Commands import and export what all partners share.'));
  } finally {
    await pool.close();
    await stop();
  }
}

async function reach(settings: Settings): Promise<{ address: DatabaseAddress; stop(): Promise<void> }> {
  if (settings.DATABASE_URL !== undefined) {
    return { address: { url: settings.DATABASE_URL }, stop: async () => {} };
  }
  return reachEmbeddedPostgres({ dataDir: settings.SERAI_DATA_DIR, log: quietLog });
}
