/** The database as its owner sees it, as it is: the running service's, a server's, or the embedded one started for the command. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type OpenDatabase, openOwnerDatabase } from '../../platform/database/connect.ts';
import { quietLog } from '../../platform/database/database-log.ts';
import { isUnavailable } from '../../platform/database/is-unavailable.ts';
import { reachEmbeddedPostgres } from '../../platform/database/reach-embedded-postgres.ts';
import type { Settings } from '../../settings-table.ts';
import { CliFailure, EXIT } from '../frame/failure.ts';

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
    if (!isUnavailable(error)) throw error;
    throw new CliFailure(EXIT.unreachable, 'The database cannot be reached, or was lost on the way.', {
      details: [(error as Error).message],
      hint: 'Nothing was kept. Check DATABASE_URL and that the server runs; serai doctor tells more.',
      cause: error,
    });
  } finally {
    await owner.close();
    await stop();
  }
}

async function reach({ DATABASE_URL: url, SERAI_DATA_DIR: dataDir }: Settings) {
  if (url !== undefined) return { address: { url }, stop: async () => {} };
  if (!existsSync(join(dataDir, 'postgres'))) {
    throw new CliFailure(EXIT.failed, `There is no database in ${dataDir}.`, {
      hint: 'Name its folder with SERAI_DATA_DIR, or its server with DATABASE_URL.',
    });
  }
  return reachEmbeddedPostgres({ dataDir, log: quietLog });
}
