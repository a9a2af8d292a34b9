import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NewKey, type TestApp, testApp } from '../../../test/test-app.ts';

let app: TestApp;
let key: NewKey;

beforeAll(async () => {
  app = await testApp();
  key = await app.createKey({ scopes: ['content:read'] });
});
afterAll(() => app.close());

const fetchList = (list: string, body: unknown = {}, headers: Record<string, string> = {}) =>
  app.post(`/content/hotels/v1/${list}`, body, { key: key.secret, headers });

test.each([
  ['boards', 6],
  ['categories', 20],
  ['facilities', 50],
])('the API returns the list of %s, with the environment in meta', async (list, least) => {
  const { status, json } = await fetchList(list);
  expect(status).toBe(200);
  expect(json[list].length).toBeGreaterThanOrEqual(least);
  expect(json.meta).toMatchObject({ environment: 'sandbox', testMode: true });
});

test.each([
  [undefined, 'en', 'Bed and breakfast'],
  ['es', 'es', 'Alojamiento y desayuno'],
  ['es-MX', 'es', 'Alojamiento y desayuno'],
  ['de', 'en', 'Bed and breakfast'],
])('boards requested in language %s are returned with texts in language %s', async (language, tag, name) => {
  const { json } = await fetchList('boards', language === undefined ? {} : { language });
  const board = json.boards.find(({ code }: { code: string }) => code === 'BB');
  expect(board).toMatchObject({ name, language: tag });
});

test('a code list returns 304 without a body for its own ETag, but not in another language', async () => {
  const first = await fetchList('facilities');
  const etag = first.headers.get('etag') as string;
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/);

  const again = await fetchList('facilities', {}, { 'if-none-match': `"other", ${etag}` });
  expect([again.status, again.text]).toEqual([304, '']);
  expect(again.headers.get('etag')).toBe(etag);
  expect(again.headers.get('x-request-id')).toMatch(/^req_/);
  expect((await fetchList('facilities', { language: 'es' }, { 'if-none-match': etag })).status).toBe(200);
});

test('the environment of a code list is production for a production key', async () => {
  const live = await app.createKey({ environment: 'production' });
  const { json } = await app.post('/content/hotels/v1/boards', {}, { key: live.secret });
  expect(json.meta).toMatchObject({ environment: 'production', testMode: false });
});
