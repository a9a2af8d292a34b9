/** Pure. Tables that migrations make. Others that stand in the same schema are somebody else's. */
import type { Migration } from '../platform/database/schema/migration-files.ts';

const MADE = /^CREATE TABLE (?:IF NOT EXISTS )?(\w+)/gm;

export function serviceTables(migrations: readonly Pick<Migration, 'sql'>[]): Set<string> {
  return new Set(migrations.flatMap(({ sql }) => [...sql.matchAll(MADE)].map(([, name]) => name as string)));
}
