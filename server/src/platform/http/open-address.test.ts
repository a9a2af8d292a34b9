import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import type { RequestListener } from './http-server.ts';
import { type OpenAddress, openAddress } from './open-address.ts';

let address: OpenAddress;
let answerHeld: () => void;
const sockets: Socket[] = [];

/** Responds immediately, except to `/held`, which waits until the test allows it. */
const listener: RequestListener = (request, response) => {
  if (request.url === '/held') answerHeld = () => response.end('held');
  else response.end('quick');
};

beforeEach(async () => {
  address = await openAddress({
    host: '127.0.0.1',
    port: 0,
    portSetting: 'SERAI_PORT',
    first: listener,
    clock: systemClock,
  });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await address.drain({ delayMs: 0, maxMs: 0 });
});

async function client(): Promise<{
  socket: Socket;
  ask(path: string): void;
  heard(words: string): Promise<string>;
}> {
  const socket = connect(address.port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  let text = '';
  socket.setEncoding('utf8').on('data', chunk => {
    text += chunk;
  });
  return {
    socket,
    ask: path => void socket.write(`GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`),
    async heard(words) {
      while (!text.includes(words)) await once(socket, 'data');
      const heard = text;
      text = '';
      return heard;
    },
  };
}

test('a draining server completes current and new requests and then closes their connections', async () => {
  const kept = await client();
  kept.ask('/');
  expect(await kept.heard('quick')).toContain('Connection: keep-alive');
  const held = await client();
  held.ask('/held');
  const late = await client();
  late.ask('/');
  await late.heard('quick');

  const drained = address.drain({ delayMs: 60_000, maxMs: 60_000 });
  kept.ask('/');
  expect(await kept.heard('quick')).toContain('Connection: close');
  const fresh = await client();
  fresh.ask('/');
  expect(await fresh.heard('quick')).toContain('Connection: close');
  late.ask('/');
  await late.heard('quick');
  answerHeld();
  expect(await held.heard('held')).toContain('Connection: close');
  // The server stops long before the minute is over, because no client is connected any more.
  await drained;
});

test('an unused connection does not delay the draining of a server', async () => {
  const unused = await client();
  const closed = once(unused.socket, 'close');
  await address.drain({ delayMs: 0, maxMs: 60_000 });
  await closed;
});

test('a request without a response is aborted at the end of the drain', async () => {
  const held = await client();
  held.ask('/held');
  const other = await client();
  other.ask('/');
  await other.heard('quick');
  const closed = once(held.socket, 'close');
  await address.drain({ delayMs: 0, maxMs: 100 });
  await closed;
});
