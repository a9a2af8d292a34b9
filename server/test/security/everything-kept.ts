/** Collects what a service stores or outputs, as text: tables, Redis and metrics. */
import { connectRedis } from '../../src/platform/redis.ts';
import type { TestApp } from '../test-app.ts';

/** Reads each row of each table, as the database owner sees it. */
export async function tablesText({ database: { ownerDb } }: TestApp): Promise<Map<string, string>> {
  const tables = await ownerDb<{ name: string }[]>`
    SELECT quote_ident(relname) AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname`;
  const texts = new Map<string, string>();
  for (const { name } of tables) {
    const [row] = await ownerDb<{ text: string | null }[]>`
      SELECT query_to_xml(${`SELECT row_to_json(kept)::text AS row FROM ${name} AS kept`}, true, true, '')::text AS text`;
    texts.set(name, row?.text ?? '');
  }
  return texts;
}

export async function redisText(url: string): Promise<string> {
  const redis = connectRedis(url, { info: () => {}, warn: () => {} });
  await new Promise(resolve => redis.once('ready', resolve));
  try {
    const keys = await redis.keys('*');
    const values = await Promise.all(keys.map(key => redis.dumpBuffer(key)));
    return [...keys, ...values.map(value => value?.toString('latin1') ?? '')].join('\n');
  } finally {
    redis.disconnect();
  }
}

export async function metricsText({ dashboardUrl }: TestApp): Promise<string> {
  return (await fetch(`${dashboardUrl}/metrics`)).text();
}

/** Returns a secret in plain text, in hexadecimal, in base64 and URL-encoded. */
export function spellings(needle: string): string[] {
  const bytes = Buffer.from(needle);
  const inBase64 = bytes.subarray(0, bytes.length - (bytes.length % 3)).toString('base64');
  return [needle, bytes.toString('hex'), inBase64, encodeURIComponent(needle)];
}
