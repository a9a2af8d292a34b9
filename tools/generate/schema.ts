/** Generates a readable schema dump and the row types of all tables from the migrations. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openOwnerDatabase } from '../../server/src/platform/database/connect.ts';
import { quietLog as log } from '../../server/src/platform/database/database-log.ts';
import { startEmbeddedPostgres } from '../../server/src/platform/database/embedded/start-embedded-postgres.ts';
import { migrate } from '../../server/src/platform/database/schema/migrate.ts';
import { MIGRATIONS } from '../../server/src/start-database.ts';
import type { GeneratedFile } from './generated-file.ts';
import { type Catalogue, readCatalogue } from './schema/catalogue.ts';
import { printSchema } from './schema/print-schema.ts';
import { printTables } from './schema/print-tables.ts';

let reading: Promise<Catalogue> | undefined;

/** Both files are generated from one migrated database, which takes a second or two to create. */
function catalogue(): Promise<Catalogue> {
  reading ??= withMigratedDatabase(readCatalogue);
  return reading;
}

export const schemaGenerators: readonly GeneratedFile[] = [
  { path: 'server/schema.sql', render: async () => printSchema(await catalogue()) },
  {
    path: 'server/src/platform/database/generated/tables.ts',
    render: async () => printTables(await catalogue()),
  },
];

/** Calls `read` with a temporary database in which all migrations have been applied. */
async function withMigratedDatabase<T>(read: (db: Database) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'serai-schema-'));
  try {
    const server = await startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off' } });
    const db = openOwnerDatabase({ address: server.address, log, max: 1, statementTimeoutMs: 0 });
    try {
      await migrate(db, MIGRATIONS, { log });
      return await read(db);
    } finally {
      await db.close();
      await server.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
