/** Tests two backends, one of which rejects every token, for example because its clock is a day off. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OPERATIONS } from '@serai/contract/operations.ts';
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import type { Forward, ForwardCall } from './forward.ts';
import { forwardOverHttp } from './forward-over-http.ts';

const servers: Server[] = [];
let forward: Forward | undefined;
afterEach(async () => {
  await forward?.close();
  for (const server of servers.splice(0)) server.closeAllConnections();
});

/** Responds to every forwarded request with this status, and counts these requests. */
async function backend(status: number): Promise<{ url: string; asked(): number }> {
  let asked = 0;
  const server = createServer((request, response) => {
    if (request.url === '/readyz') return void response.end();
    asked += 1;
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  servers.push(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked };
}

function callOf(name: string): ForwardCall {
  const operation = OPERATIONS.find(each => each.name === name);
  if (operation === undefined) throw new Error(name);
  return {
    operation,
    path: operation.path,
    token: 't',
    body: Buffer.from('{}'),
    requestId: 'req',
    clientAddress: undefined,
    arrivedAtMs: 0,
    timeLeftMs: 5_000,
    ifNoneMatch: undefined,
    idempotencyKey: undefined,
    signal: new AbortController().signal,
    onResend: () => {},
  };
}

test.each(['boards', 'prebooking', 'booking'])(
  'the gateway sends %s to a backend that accepts the token and rarely tries the backend that rejects it',
  async name => {
    const [wrong, right] = [await backend(401), await backend(200)];
    forward = forwardOverHttp([wrong.url, right.url], systemClock);
    for (let i = 0; i < 8; i++) expect((await forward.send(callOf(name))).status).toBe(200);
    expect([wrong.asked(), right.asked()]).toEqual([1, 8]);
  },
);

test('the gateway returns 401 after every backend has rejected the token once', async () => {
  const both = [await backend(401), await backend(401)];
  forward = forwardOverHttp(
    both.map(({ url }) => url),
    systemClock,
  );
  expect((await forward.send(callOf('booking'))).status).toBe(401);
  expect(both.map(({ asked }) => asked())).toEqual([1, 1]);
});
