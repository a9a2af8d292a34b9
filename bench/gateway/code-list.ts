/** The request that all contenders receive, and the recorded response that reference servers send. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { categories } from '@serai/contract/content/list-operations.ts';
import { mainExample } from '@serai/contract/openapi/recorded-examples.ts';
import { writeScript } from '../measure/wrk.ts';

export const CODE_LIST_PATH: string = categories.path;
const BODY = JSON.stringify(mainExample(categories).request);
/** Headers that every server adds itself. */
const WRITTEN_BY_SERVERS = new Set(['date', 'connection', 'keep-alive', 'server']);

export interface RecordedAnswer {
  /** Alternating names and values. */
  headers: string[];
  body: string;
}

export function requestHeaders(key: string): Record<string, string> {
  return { authorization: `ApiKey ${key}`, 'content-type': 'application/json', accept: 'application/json' };
}

export async function writeCodeListScript(folder: string, name: string, key: string): Promise<string> {
  const path = join(folder, `${name}.lua`);
  await writeScript(path, { body: BODY, headers: requestHeaders(key) });
  return path;
}

export async function writeManyKeysScript(
  folder: string,
  name: string,
  keys: readonly string[],
): Promise<string> {
  const path = join(folder, `${name}.lua`);
  const keysFile = join(folder, `${name}.keys`);
  await writeFile(keysFile, keys.map(key => `${key}\n`).join(''));
  await writeScript(path, { body: BODY, headers: requestHeaders(''), keysFile });
  return path;
}

export async function askCodeList(url: string, key: string): Promise<RecordedAnswer> {
  const answer = await fetch(`${url}${CODE_LIST_PATH}`, {
    method: 'POST',
    // wrk does not ask for compression, and fetch would.
    headers: { ...requestHeaders(key), 'accept-encoding': 'identity' },
    body: BODY,
  });
  const body = await answer.text();
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${body}`);
  return { headers: [...answer.headers].filter(([name]) => !WRITTEN_BY_SERVERS.has(name)).flat(), body };
}

/** Throws unless the reference server sends the same header names and number of bytes as the recorded response. */
export async function checkSameAnswer(url: string, key: string, expected: RecordedAnswer): Promise<void> {
  const { headers, body } = await askCodeList(url, key);
  const names = (list: readonly string[]) =>
    list
      .filter((_, i) => i % 2 === 0)
      .sort()
      .join(' ');
  if (body.length !== expected.body.length || names(headers) !== names(expected.headers)) {
    throw new Error(`${url} does not respond like the service: ${body.length} bytes, ${names(headers)}`);
  }
}
