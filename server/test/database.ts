/** A migrated database of its own for a test file. */
import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import {
  APP_ROLE,
  type DatabaseOptions,
  type OpenDatabase,
  openDatabase,
} from '../src/platform/database/connect.ts';
import type { DatabaseAddress } from '../src/platform/database/database-address.ts';
import { quietLog } from '../src/platform/database/database-log.ts';
import { atDatabase } from './at-database.ts';

export interface TestDatabase {
  /** As the application sees it. */
  db: OpenDatabase;
  /** As its owner, for set-up and for looking behind row security. */
  ownerDb: OpenDatabase;
  address: DatabaseAddress;
  drop(): Promise<void>;
}

interface TestDatabaseOptions extends Pick<DatabaseOptions, 'max' | 'lockTimeoutMs'> {
  /** Without migrations. */
  empty?: boolean;
}

export async function testDatabase({ empty, ...limits }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = inject('testServer');
  const name = `${inject('testRun')}_${randomBytes(6).toString('hex')}`;
  const template = empty ? 'template0' : inject('templateDatabase');
  const admin = openDatabase({ address: server, log: quietLog, max: 1, statementTimeoutMs: 60_000 });
  await admin.script(`CREATE DATABASE ${name} TEMPLATE ${template}`);

  const address = atDatabase(server, name);
  const db = openDatabase({ address, log: quietLog, role: APP_ROLE, ...limits });
  const ownerDb = openDatabase({ address, log: quietLog, max: 4, statementTimeoutMs: 60_000 });
  return {
    db,
    ownerDb,
    address,
    async drop() {
      await Promise.all([db.close(), ownerDb.close()]);
      await admin.script(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.close();
    },
  };
}
