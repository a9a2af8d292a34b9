/** One embedded PostgreSQL server for processes in separate roles, which connect through its socket. */
import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import type { DatabaseAddress } from '../../server/src/platform/database/database-address.ts';
import { quietLog } from '../../server/src/platform/database/database-log.ts';
import { startEmbeddedPostgres } from '../../server/src/platform/database/embedded/start-embedded-postgres.ts';

export interface SharedDatabase {
  env: Record<string, string>;
  /** Connects as the owner of the database. */
  address: DatabaseAddress;
  stop(): Promise<void>;
}

export async function startSharedDatabase(dataDir: string): Promise<SharedDatabase> {
  const { address, stop } = await startEmbeddedPostgres({ dataDir, log: quietLog });
  if ('url' in address) throw new Error('The embedded database has no socket.');
  return {
    env: {
      DATABASE_URL: `postgres:///${address.database}`,
      PGHOST: dirname(address.socketPath),
      PGUSER: address.user,
      SERAI_MASTER_KEY: randomBytes(32).toString('base64'),
    },
    address,
    stop,
  };
}
