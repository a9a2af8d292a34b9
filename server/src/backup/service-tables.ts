/** The tables that migrations create. Pure. Other tables in the same schema are not ours. */
import type { Migration } from '../platform/database/schema/migration-files.ts';

const CREATED = /^CREATE TABLE (?:IF NOT EXISTS )?(\w+)/gm;

export function serviceTables(migrations: readonly Pick<Migration, 'sql'>[]): Set<string> {
  return new Set(
    migrations.flatMap(({ sql }) => [...sql.matchAll(CREATED)].map(([, name]) => name as string)),
  );
}
