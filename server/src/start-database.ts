/**
 * Opens the database of a process, which is the embedded server or the server at DATABASE_URL. Migrates it and opens it
 * for the application.
 */
import { fileURLToPath } from 'node:url';
import { checkServer } from './platform/database/check-server.ts';
import { type DatabasePool, openDatabase, openOwnerDatabase } from './platform/database/connect.ts';
import type { DatabaseAddress } from './platform/database/database-address.ts';
import type { DatabaseLog } from './platform/database/database-log.ts';
import { startEmbeddedPostgres } from './platform/database/embedded/start-embedded-postgres.ts';
import { migrate } from './platform/database/schema/migrate.ts';
import type { Log } from './platform/log.ts';
import type { Settings } from './settings-table.ts';

const KEY_CONNECTIONS = 4;

export const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));

export interface StartedDatabase {
  pool: DatabasePool;
  /** Separate connections for key records and epochs, so that these never wait for slow statements. */
  keyPool: DatabasePool;
  address: DatabaseAddress;
  kind: 'embedded' | 'server';
  /** False behind a transaction pooler, which loses notifications. */
  canListen: boolean;
  stop(): Promise<void>;
}

interface Owned {
  address: DatabaseAddress;
  kind: StartedDatabase['kind'];
  stop(): Promise<void>;
}

export async function startDatabase(settings: Settings, log: Log): Promise<StartedDatabase> {
  const owned = await findDatabase(settings, log);
  const prepare = settings.SERAI_DATABASE_POOLER === 'none';
  const max = settings.SERAI_DATABASE_CONNECTIONS;
  const options = { address: owned.address, log, prepare };
  const pool = openDatabase({ ...options, max });
  const keyPool = openDatabase({ ...options, max: KEY_CONNECTIONS });
  async function stop(): Promise<void> {
    await Promise.all([pool.close(), keyPool.close()]);
    await owned.stop();
  }
  try {
    await migrateDatabase(owned.address, prepare, log);
    // The embedded database needs no check.
    if (owned.kind === 'server') {
      await checkServer(pool.asService('At startup, the version and settings of the server are checked.'));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { pool, keyPool, address: owned.address, kind: owned.kind, canListen: prepare, stop };
}

async function findDatabase(settings: Settings, log: Log): Promise<Owned> {
  const url = settings.DATABASE_URL;
  if (url !== undefined) return { address: { url }, kind: 'server', stop: async () => {} };
  const embedded = await startEmbeddedPostgres({ dataDir: settings.SERAI_DATA_DIR, log });
  if (embedded.recovered) {
    log.warn(
      'the previous run did not shut down cleanly. The database has recovered without losing confirmed data',
    );
  }
  return { address: embedded.address, kind: 'embedded', stop: () => embedded.stop() };
}

export async function migrateDatabase(
  address: DatabaseAddress,
  prepare: boolean,
  log: DatabaseLog,
): Promise<void> {
  const owner = openOwnerDatabase({ address, log, max: 1, prepare, statementTimeoutMs: 0 });
  try {
    await migrate(owner, MIGRATIONS, { log });
  } finally {
    await owner.close();
  }
}
