/**
 * Opens the database of a process, which is the embedded server or the server at DATABASE_URL. Migrates it and opens it
 * for the application.
 */
import { fileURLToPath } from 'node:url';
import { checkServer, readConnectionLimit } from './platform/database/check-server.ts';
import { type DatabasePool, openDatabase, openOwnerDatabase } from './platform/database/connect.ts';
import type { DatabaseAddress } from './platform/database/database-address.ts';
import type { DatabaseLog } from './platform/database/database-log.ts';
import { startEmbeddedPostgres } from './platform/database/embedded/start-embedded-postgres.ts';
import { migrate } from './platform/database/schema/migrate.ts';
import type { Log } from './platform/log.ts';
import { type ProcessRole, threadsOf } from './process-role.ts';
import type { Settings } from './settings-table.ts';

const KEY_CONNECTIONS = 4;
/** A worker thread reads each key only once. */
const WORKER_KEY_CONNECTIONS = 2;
/** The connections of all threads together, unless the setting names another number for each. */
const ALL_CONNECTIONS = 60;
const MAX_CONNECTIONS = 10;
const MIN_CONNECTIONS = 3;
const OTHER_CONNECTIONS = 10;

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

export async function startDatabase(
  settings: Settings,
  log: Log,
  role: ProcessRole = 'all',
): Promise<StartedDatabase> {
  const owned = await findDatabase(settings, log);
  const connected = connectDatabase({ ...owned, settings, role, isWorker: false }, log);
  async function stop(): Promise<void> {
    await connected.stop();
    await owned.stop();
  }
  try {
    await migrateDatabase(owned.address, connected.canListen, log);
    // The embedded database needs no check.
    if (owned.kind === 'server') {
      await checkServer(
        connected.pool.asService('At startup, the version and settings of the server are checked.'),
      );
      // Behind a pooler, the limits of the pooler apply.
      if (connected.canListen && threadsOf(settings, role) > 1) {
        await warnOfConnections(connected, connectionsNeeded(settings, role), log);
      }
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { ...connected, stop };
}

interface Connecting extends Pick<Owned, 'address' | 'kind'> {
  settings: Settings;
  role: ProcessRole;
  isWorker: boolean;
}

/** Connects a thread to a database that is running and has the current schema. */
export function connectDatabase(
  { address, kind, settings, role, isWorker }: Connecting,
  log: Log,
): StartedDatabase {
  const prepare = settings.SERAI_DATABASE_POOLER === 'none';
  const max = connectionsPerThread(settings, role);
  const pool = openDatabase({ address, log, prepare, max });
  const keyConnections = isWorker ? WORKER_KEY_CONNECTIONS : KEY_CONNECTIONS;
  const keyPool = openDatabase({ address, log, prepare, max: keyConnections });
  const stop = async () => {
    await Promise.all([pool.close(), keyPool.close()]);
  };
  return { pool, keyPool, address, kind, canListen: prepare, stop };
}

async function findDatabase(settings: Settings, log: Log): Promise<Owned> {
  const url = settings.DATABASE_URL;
  if (url !== undefined) return { address: { url }, kind: 'server', stop: async () => {} };
  const embedded = await startEmbeddedPostgres({
    dataDir: settings.SERAI_DATA_DIR,
    log,
    settings: embeddedSettings(settings),
  });
  if (embedded.recovered) {
    log.warn(
      'the previous run did not shut down cleanly. The database has recovered without losing confirmed data',
    );
  }
  return { address: embedded.address, kind: 'embedded', stop: () => embedded.stop() };
}

type ConnectionSettings = Pick<Settings, 'SERAI_PROCESSES' | 'SERAI_DATABASE_CONNECTIONS'>;

export function connectionsPerThread(settings: ConnectionSettings, role: ProcessRole): number {
  const share = Math.floor(ALL_CONNECTIONS / threadsOf(settings, role));
  return settings.SERAI_DATABASE_CONNECTIONS ?? Math.min(MAX_CONNECTIONS, Math.max(MIN_CONNECTIONS, share));
}

/** The highest number of connections that a process opens, including those for notifications, imports and commands. */
export function connectionsNeeded(settings: ConnectionSettings, role: ProcessRole): number {
  const threads = threadsOf(settings, role);
  const forKeys = KEY_CONNECTIONS + (threads - 1) * WORKER_KEY_CONNECTIONS;
  return threads * connectionsPerThread(settings, role) + forKeys + OTHER_CONNECTIONS;
}

/** The embedded server admits 100 connections by default, and keeps 3 of them for administrators. */
function embeddedSettings(settings: Settings): Record<string, string> {
  const needed = connectionsNeeded(settings, 'all') + 3;
  return needed > 100 ? { max_connections: String(needed) } : {};
}

/** A process with many threads may need more connections than the server admits, but only under load. */
async function warnOfConnections({ pool }: StartedDatabase, needed: number, log: Log): Promise<void> {
  const available = await readConnectionLimit(
    pool.asService('At startup, the connection limit of the server is read.'),
  );
  if (needed <= available) return;
  log.warn(
    { needed, available },
    'this process may open more connections than the database server admits: raise max_connections, or lower SERAI_PROCESSES or SERAI_DATABASE_CONNECTIONS',
  );
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
