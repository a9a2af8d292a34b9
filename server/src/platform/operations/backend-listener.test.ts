import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OPERATIONS } from '@serai/contract/operations.ts';
import { afterEach, expect, test } from 'vitest';
import { rawRequest, requestText } from '../../../test/raw-request.ts';
import { Admission } from '../admission/admission.ts';
import { systemClock } from '../clock.ts';
import { plainPages } from '../http/plain-pages.ts';
import { createLog } from '../log.ts';
import type { Answer } from './answer.ts';
import { backendListener } from './backend-listener.ts';

const ANSWER: Answer = { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' };
const SEARCH = '/connect/hotels/v1/availability';
const BOOKING = '/connect/hotels/v1/booking';

let close: () => void = () => {};
afterEach(() => close());

/** One place for each class; what it takes is held until `release`. */
async function setUp() {
  const caps = { search: 1, content: 1, list: 1, quote: 1, detail: 1, book: 1 };
  const admission = new Admission({ caps, pressure: { isShed: () => false }, onShed: () => {} });
  const held: (() => void)[] = [];
  const backend = () => new Promise<Answer>(resolve => held.push(() => resolve(ANSWER)));
  const server = createServer(
    backendListener({
      backend,
      operations: OPERATIONS,
      admission,
      pages: plainPages({}),
      clock: systemClock,
      log: createLog('silent'),
    }),
  );
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const post = (path: string) =>
    fetch(`${url}${path}`, { method: 'POST', body: '{}', headers: { authorization: 'Bearer token' } });
  const release = () => {
    for (const free of held.splice(0)) free();
  };
  return { url, post, held, release };
}

test('a full class is turned away with a mark for the gateway; other classes and later ones are served', async () => {
  const { post, held, release } = await setUp();
  const first = post(SEARCH);
  await expect.poll(() => held.length).toBe(1);
  const { status, headers } = await post(SEARCH);
  expect([status, headers.get('x-serai-shed')]).toEqual([503, 'request']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  const booking = post(BOOKING);
  await expect.poll(() => held.length).toBe(2);
  release();
  expect([(await first).status, (await booking).status]).toEqual([200, 200]);
  const later = post(SEARCH);
  await expect.poll(() => held.length).toBe(1);
  release();
  expect((await later).headers.get('x-serai-shed')).toBeNull();
});

test('the body of what is turned away is not waited for', async () => {
  const { url, post, held, release } = await setUp();
  const first = post(SEARCH);
  await expect.poll(() => held.length).toBe(1);
  const text = requestText(`POST ${SEARCH} HTTP/1.1`, ['Host: x', 'Content-Length: 1000']);
  expect((await rawRequest(url, text)).status).toBe(503);
  release();
  expect((await first).status).toBe(200);
});
