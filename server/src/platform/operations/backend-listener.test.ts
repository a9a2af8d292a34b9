import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OPERATIONS } from '@serai/contract/operations.ts';
import { afterEach, expect, test } from 'vitest';
import { rawRequest, requestText } from '../../../test/raw-request.ts';
import { openUnfinished } from '../../../test/unfinished-requests.ts';
import { Admission } from '../admission/admission.ts';
import { systemClock } from '../clock.ts';
import { BodyReads } from '../http/body-reads.ts';
import { plainPages } from '../http/plain-pages.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import type { TokenClaims } from '../token/token-claims.ts';
import type { Answer } from './answer.ts';
import { backendListener } from './backend-listener.ts';

const ANSWER: Answer = { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' };
const SEARCH = '/connect/hotels/v1/availability';
const BOOKING = '/connect/hotels/v1/booking';

let close: () => void = () => {};
afterEach(() => close());

/**
 * Each class has `slots` slots. A request keeps its slot until `release` is called. The token contains the organisation
 * and the environment.
 */
async function setUp(slots = 1) {
  const caps = {
    search: slots,
    content: slots,
    list: slots,
    quote: slots,
    detail: slots,
    agent: slots,
    book: slots,
  };
  const admission = new Admission({
    alwaysAdmitted: 0,
    caps,
    pressure: { isShed: () => false },
    onShed: () => {},
  });
  const held: (() => void)[] = [];
  const backend = () => new Promise<Answer>(resolve => held.push(() => resolve(ANSWER)));
  const server = createServer(
    backendListener({
      backend,
      operations: OPERATIONS,
      verifier: { verify: claimsOf },
      admission,
      bodies: new BodyReads({ clock: systemClock, metrics: createMetrics(), deadlineMs: 10_000 }),
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
  const post = (path: string, token = 'org_a:sandbox') =>
    fetch(`${url}${path}`, { method: 'POST', body: '{}', headers: { authorization: `Bearer ${token}` } });
  const release = () => {
    for (const free of held.splice(0)) free();
  };
  return { url, post, held, release };
}

function claimsOf(token: string): TokenClaims | undefined {
  const [organisationId, environment] = token.split(':');
  if (environment !== 'sandbox' && environment !== 'production') return undefined;
  return { organisationId, environment } as TokenClaims;
}

test('a full traffic class marks its rejections for the gateway while other classes and later requests are served', async () => {
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

test('a rejected request gets its response without waiting for its body', async () => {
  const { url, post, held, release } = await setUp();
  const first = post(SEARCH);
  await expect.poll(() => held.length).toBe(1);
  const text = requestText(`POST ${SEARCH} HTTP/1.1`, [
    'Host: x',
    'Authorization: Bearer org_a:sandbox',
    'Content-Length: 1000',
  ]);
  expect((await rawRequest(url, text)).status).toBe(503);
  release();
  expect((await first).status).toBe(200);
});

test('a request with an unfinished body takes no slot', async () => {
  const { url, post, held, release } = await setUp();
  const unfinished = await openUnfinished(url, 3, {
    path: BOOKING,
    headers: () => ['Authorization: Bearer org_a:sandbox'],
  });
  const booking = post(BOOKING);
  await expect.poll(() => held.length).toBe(1);
  release();
  expect((await booking).status).toBe(200);
  unfinished.close();
});

test('slots are allocated by the environment and partner in the token', async () => {
  const { post, held, release } = await setUp(4);
  const first = [post(BOOKING), post(BOOKING)];
  await expect.poll(() => held.length).toBe(2);
  expect((await post(BOOKING)).status).toBe(503);
  const others = [post(BOOKING, 'org_b:sandbox'), post(BOOKING, 'org_a:production')];
  await expect.poll(() => held.length).toBe(4);
  release();
  for (const answer of await Promise.all([...first, ...others])) expect(answer.status).toBe(200);
});

test('a request without a valid token is rejected without reading its body', async () => {
  const { url, held } = await setUp();
  const text = requestText(`POST ${BOOKING} HTTP/1.1`, ['Host: x', 'Content-Length: 1000']);
  expect((await rawRequest(url, text)).status).toBe(401);
  expect(held).toEqual([]);
});
