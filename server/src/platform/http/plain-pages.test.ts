import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jsonPage, plainPages } from './plain-pages.ts';

const pages = plainPages({
  '/docs': () => jsonPage(200, 'docs'),
  '/docs/a': () => jsonPage(200, 'a'),
  '/docs/*': () => jsonPage(404, 'none'),
  '/pictures/*': () => jsonPage(200, 'picture'),
});
const server = createServer((request, response) => {
  if (!pages.answer(request, response)) response.writeHead(418).end();
});
let url: string;
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterAll(() => server.close());

test.each([
  ['GET', '/docs', 200],
  ['HEAD', '/docs', 200],
  ['GET', '/docs?from=mail', 200],
  ['GET', '/docs/a?x=/docs/b', 200],
  ['GET', '/docs/b', 404],
  ['GET', '/docs/b/c', 404],
  ['GET', '/docsb', 418],
  ['GET', '/pictures/a?x=1', 200],
  ['GET', '/pictures', 418],
  ['GET', '/', 418],
  ['GET', '/?docs/', 418],
  ['POST', '/docs', 405],
  ['DELETE', '/docs/b', 405],
  ['POST', '/other', 418],
])(
  'the request %s %s returns %i, where 418 means that another listener handles it',
  async (method, path, status) => {
    expect((await fetch(url + path, { method })).status).toBe(status);
  },
);
