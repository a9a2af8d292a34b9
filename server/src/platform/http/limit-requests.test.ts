import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { limitRequests } from './limit-requests.ts';

let close: () => void = () => {};
afterEach(() => close());

test('more than so many at once are turned away unread; pages are not, and a place comes back when one ends or hangs up', async () => {
  const held: ServerResponse[] = [];
  const server = createServer(
    limitRequests(2, (request, response) => {
      if (request.method === 'GET' || request.url === '/quick') response.end();
      else held.push(response);
    }),
  );
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const hangUp = new AbortController();
  const post = (signal?: AbortSignal) => fetch(url, { method: 'POST', body: '{}', signal: signal ?? null });
  const first = post();
  const second = post(hangUp.signal).catch(() => 'gone');
  await expect.poll(() => held.length).toBe(2);
  const refused = await post();
  expect([refused.status, ((await refused.json()) as { error: { code: string } }).error.code]).toEqual([
    503,
    'SERVICE_UNAVAILABLE',
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect((await fetch(url)).status).toBe(200);

  held[0]?.end();
  hangUp.abort();
  expect([(await first).status, await second]).toEqual([200, 'gone']);
  const both = () =>
    Promise.all([1, 2].map(async () => (await fetch(`${url}/quick`, { method: 'POST' })).status));
  await expect.poll(both).toEqual([200, 200]);
});
