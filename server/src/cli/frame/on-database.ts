import { type Database, openDatabase } from '../../platform/database/connect.ts';
import type { DatabaseAddress } from '../../platform/database/database-address.ts';
import { quietLog } from '../../platform/database/database-log.ts';
import { isUnavailable } from '../../platform/database/is-unavailable.ts';
import { reachEmbeddedPostgres } from '../../platform/database/reach-embedded-postgres.ts';
import { TextFileError } from '../../platform/text-files/text-file-error.ts';
import type { Settings } from '../../settings-table.ts';
import { migrateDatabase } from '../../start-database.ts';
import { CliFailure, EXIT } from './failure.ts';

const CONNECTIONS = 4;

/** Migrates the database and opens it with the application's role. Statements have no time limit. */
export async function onDatabase<T>(settings: Settings, work: (db: Database) => Promise<T>): Promise<T> {
  try {
    return await withDatabase(settings, work);
  } catch (error) {
    if (error instanceof TextFileError) {
      throw new CliFailure(EXIT.failed, error.message, { hint: error.hint, cause: error });
    }
    throw isUnavailable(error) ? databaseLost(error as Error) : error;
  }
}

export function databaseLost(error: Error): CliFailure {
  return new CliFailure(EXIT.unreachable, 'The database cannot be reached, or the connection was lost.', {
    details: [error.message],
    hint: 'Nothing was written, unless the connection was lost during the commit. Check DATABASE_URL and that the server is running, or run serai doctor.',
    cause: error,
  });
}

async function withDatabase<T>(settings: Settings, work: (db: Database) => Promise<T>): Promise<T> {
  const { address, stop } = await reach(settings);
  const prepare = settings.SERAI_DATABASE_POOLER === 'none';
  const limits = { statementTimeoutMs: 0, lockTimeoutMs: 0 };
  const pool = openDatabase({ address, log: quietLog, max: CONNECTIONS, prepare, ...limits });
  try {
    await migrateDatabase(address, prepare, quietLog);
    return await work(pool.asService('Commands import and export data that all partners share.'));
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
