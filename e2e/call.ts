import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const BOARDS = '/content/hotels/v1/boards';

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  json: any;
}

const TIMEOUT_MS = 30_000;

export async function post(
  url: string,
  body: unknown = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return { status: response.status, headers: response.headers, json: await response.json() };
}

/** Reads the list of boards, which is the smallest operation. */
export function boards(interfaceUrl: string, key: string): Promise<Answer> {
  return post(`${interfaceUrl}${BOARDS}`, {}, { authorization: `ApiKey ${key}` });
}

/** Returns the remaining requests in a rate window, according to the response headers. */
export function remaining({ headers }: Answer, window: 'minute' | 'hour' | 'day'): number {
  const match = new RegExp(`"${window}";r=(\\d+)`).exec(headers.get('ratelimit') ?? '');
  return Number(match?.[1]);
}

/** Calls the operator API with the operator token of the installation. Throws unless the status is 200. */
export async function operate(
  { dashboardUrl, dataDir }: { dashboardUrl: string; dataDir: string },
  name: string,
  input: object,
): Promise<Answer['json']> {
  const token = (await readFile(join(dataDir, 'operator-token'), 'utf8')).trim();
  const headers = { authorization: `Bearer ${token}` };
  const { status, json } = await post(`${dashboardUrl}/api/v1/${name}`, input, headers);
  if (status !== 200) throw new Error(`${name} returned ${status}: ${JSON.stringify(json)}`);
  return json;
}
