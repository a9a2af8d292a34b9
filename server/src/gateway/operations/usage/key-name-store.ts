import type { Database } from '../../../platform/database/connect.ts';

/** Names of keys by id. Keys of other organisations are omitted. */
export async function listKeyNames(
  db: Database,
  organisationId: string,
  keyIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db<{ id: string; name: string }[]>`
    SELECT id, name FROM api_key WHERE id = ANY(${keyIds}::text[]) AND organisation_id = ${organisationId}
    ORDER BY id LIMIT ${keyIds.length}`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}
