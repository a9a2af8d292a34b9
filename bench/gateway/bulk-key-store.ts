/** Creates many keys directly in the database, which is faster than the operator API. */
import { newKeyId, newKeyText, parseKeyText } from '../../server/src/gateway/keys/key-format.ts';
import { hashSecret, SECRET_START_LENGTH } from '../../server/src/gateway/keys/key-secret.ts';
import type { Database } from '../../server/src/platform/database/connect.ts';
import { newId } from '../../server/src/platform/ids/ids.ts';

const BATCH = 5_000;
const LIMIT = 1_000_000_000;

/**
 * Inserts production keys of the first partner with practically unlimited rate limits, and returns their full texts with
 * the secrets. `owner` must use a single connection.
 */
export async function insertKeys(owner: Database, count: number): Promise<string[]> {
  const texts: string[] = [];
  // Disables triggers. New keys are not cached anywhere, so no node needs to be notified.
  await owner.script('SET session_replication_role = replica');
  while (texts.length < count) {
    const batch = Array.from({ length: Math.min(BATCH, count - texts.length) }, newKey);
    const ids = batch.map(({ id }) => id);
    await owner`
      INSERT INTO api_key (id, organisation_id, environment, name, scopes, limit_minute, limit_hour, limit_day, created_by,
        created_by_staff)
      SELECT id, (SELECT min(id) FROM organisation WHERE kind = 'PARTNER'), 'production', 'Benchmark', '{content:read}',
        ${LIMIT}, ${LIMIT}, ${LIMIT}, 'benchmark', true
      FROM unnest(${ids}::text[]) AS id`;
    await owner`
      INSERT INTO api_key_secret (id, key_id, hash, start)
      SELECT id, key_id, decode(hash, 'hex'), start
      FROM unnest(${batch.map(({ secretId }) => secretId)}::text[], ${ids}::text[],
        ${batch.map(({ hash }) => hash)}::text[], ${batch.map(({ start }) => start)}::text[])
        AS secret (id, key_id, hash, start)`;
    for (const { text } of batch) texts.push(text);
  }
  await owner.script('SET session_replication_role = origin');
  return texts;
}

function newKey() {
  const id = newKeyId();
  const text = newKeyText('production', id);
  const secret = parseKeyText(text)?.secret ?? '';
  const start = secret.slice(0, SECRET_START_LENGTH);
  return { id, text, secretId: newId('sec'), hash: hashSecret(secret).toString('hex'), start };
}
