/** What was loaded by itself at the first start. */
import type { Database } from '../../../platform/database/connect.ts';

export async function findSeed(db: Database, name: string): Promise<boolean> {
  const rows = await db`SELECT FROM catalogue_seed WHERE name = ${name}`;
  return rows.length > 0;
}

export async function recordSeed(tx: Database, name: string, version: string): Promise<void> {
  await tx`INSERT INTO catalogue_seed (name, version) VALUES (${name}, ${version})`;
}
