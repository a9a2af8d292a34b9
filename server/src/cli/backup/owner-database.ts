import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type OpenDatabase, openOwnerDatabase } from '../../platform/database/connect.ts';
import { quietLog } from '../../platform/database/database-log.ts';
import { isUnavailable } from '../../platform/database/is-unavailable.ts';
import { reachEmbeddedPostgres } from '../../platform/database/reach-embedded-postgres.ts';
import { MASTER_KEY_FILE, readSecretFile } from '../../platform/secrets/secret-file.ts';
import type { Settings } from '../../settings-table.ts';
import { CliFailure, EXIT } from '../frame/failure.ts';
import { databaseLost } from '../frame/on-database.ts';

/** Uses the server at DATABASE_URL or the embedded database, which is started if the service is not running. */
export async function withOwnerDatabase<T>(
  settings: Settings,
  work: (owner: OpenDatabase) => Promise<T>,
): Promise<T> {
  const { address, stop } = await reach(settings);
  const prepare = settings.SERAI_DATABASE_POOLER === 'none';
  const limits = { statementTimeoutMs: 0, lockTimeoutMs: 0 };
  const owner = openOwnerDatabase({ address, log: quietLog, max: 1, prepare, ...limits });
  try {
    return await work(owner);
  } catch (error) {
    throw isUnavailable(error) ? databaseLost(error as Error) : error;
  } finally {
    await owner.close();
    await stop();
  }
}

async function reach({ DATABASE_URL: url, SERAI_DATA_DIR: dataDir }: Settings) {
  if (url !== undefined) return { address: { url }, stop: async () => {} };
  if (!existsSync(join(dataDir, 'postgres'))) {
    throw new CliFailure(EXIT.failed, `There is no database in ${dataDir}.`, {
      hint: 'Set SERAI_DATA_DIR to the data folder, or DATABASE_URL to the database server.',
    });
  }
  return reachEmbeddedPostgres({ dataDir, log: quietLog });
}

/**
 * Reads the master key from the settings or the data folder. It never creates a key, because a new key cannot open any
 * backup.
 */
export async function getMasterKey(settings: Settings): Promise<Buffer> {
  if (settings.SERAI_MASTER_KEY !== undefined) return settings.SERAI_MASTER_KEY;
  const path = join(settings.SERAI_DATA_DIR, MASTER_KEY_FILE);
  const text = await readSecretFile(path);
  if (text !== undefined) return Buffer.from(text, 'base64');
  throw new CliFailure(
    EXIT.failed,
    `There is no master key: SERAI_MASTER_KEY is not set, and ${path} does not exist.`,
    {
      hint: 'Backups are encrypted with it. Copy your saved key file there, readable only by you.',
    },
  );
}
