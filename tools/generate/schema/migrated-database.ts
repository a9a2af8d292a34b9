/** A database that exists for one look at what the migrations make of it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openOwnerDatabase } from '../../../server/src/platform/database/connect.ts';
import { quietLog as log } from '../../../server/src/platform/database/database-log.ts';
import { startEmbeddedPostgres } from '../../../server/src/platform/database/embedded/start-embedded-postgres.ts';
import { migrate } from '../../../server/src/platform/database/schema/migrate.ts';
import { MIGRATIONS } from '../../../server/src/start-database.ts';

export async function withMigratedDatabase<T>(look: (db: Database) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'serai-schema-'));
  try {
    const server = await startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off' } });
    const db = openOwnerDatabase({ address: server.address, log, max: 1, statementTimeoutMs: 0 });
    try {
      await migrate(db, MIGRATIONS, { log });
      return await look(db);
    } finally {
      await db.close();
      await server.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
