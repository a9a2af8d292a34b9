/** What the migrations make: a readable dump, and the rows of each table as types. */
import type { GeneratedFile } from './generated-file.ts';
import { type Catalogue, readCatalogue } from './schema/catalogue.ts';
import { withMigratedDatabase } from './schema/migrated-database.ts';
import { printSchema } from './schema/print-schema.ts';
import { printTables } from './schema/print-tables.ts';

let reading: Promise<Catalogue> | undefined;

/** Both files come from one migrated database, which costs a second or two to make. */
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
