/** Creates a migrated database for one test file. */
import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import {
  type Database,
  type DatabaseOptions,
  type DatabasePool,
  type OpenDatabase,
  openDatabase,
  openOwnerDatabase,
} from '../src/platform/database/connect.ts';
import type { DatabaseAddress } from '../src/platform/database/database-address.ts';
import { quietLog } from '../src/platform/database/database-log.ts';
import { atDatabase } from './at-database.ts';

export interface TestDatabase {
  pool: DatabasePool;
  /** A handle that sees the rows of all partners, with the application's role. */
  db: Database;
  /** A connection as the owner, to set up tests and to bypass row security. */
  ownerDb: OpenDatabase;
  address: DatabaseAddress;
  drop(): Promise<void>;
}

interface TestDatabaseOptions extends Pick<DatabaseOptions, 'max' | 'lockTimeoutMs'> {
  /** Skips the migrations. */
  empty?: boolean;
}

export async function testDatabase({ empty, ...limits }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = inject('testServer');
  const name = `${inject('testRun')}_${randomBytes(6).toString('hex')}`;
  const template = empty ? 'template0' : inject('templateDatabase');
  const admin = openOwnerDatabase({ address: server, log: quietLog, max: 1, statementTimeoutMs: 60_000 });
  // The default strategy also writes all pages to the log.
  await admin.script(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);

  const address = atDatabase(server, name);
  const pool = openDatabase({ address, log: quietLog, ...limits });
  const ownerDb = openOwnerDatabase({ address, log: quietLog, max: 4, statementTimeoutMs: 60_000 });
  return {
    pool,
    db: pool.asService('a test'),
    ownerDb,
    address,
    async drop() {
      await Promise.all([pool.close(), ownerDb.close()]);
      await admin.script(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.close();
    },
  };
}
