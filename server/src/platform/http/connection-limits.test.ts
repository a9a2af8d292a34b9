import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { socketsOf } from '../../../test/open-sockets.ts';
import { systemClock } from '../clock.ts';
import { addressList } from './address-list.ts';
import { type ConnectionRules, DEFAULT_RULES } from './connection-limits.ts';
import type { RequestListener } from './http-server.ts';
import { type OpenAddress, openAddress } from './open-address.ts';

const MEGABYTE = 1024 * 1024;
const LARGE = Buffer.alloc(32 * MEGABYTE, 'x');

/** Allows extra time on a busy machine. */
const SOON = { timeout: 10_000 };

let address: OpenAddress;
let begun = 0;
let aheadMs = 0;
let endHeld: () => void;
const sockets: Socket[] = [];

/**
 * `/large/<bytes>` responds with that number of bytes, `/held` responds when the test allows it, and all other paths
 * respond immediately.
 */
const listener: RequestListener = (request, response) => {
  begun++;
  const [, kind, bytes] = (request.url ?? '').split('/');
  if (kind === 'held') endHeld = () => response.end('held');
  else response.end(kind === 'large' ? LARGE.subarray(0, Number(bytes)) : kind);
};

async function open(connections: Partial<ConnectionRules>): Promise<void> {
  begun = 0;
  aheadMs = 0;
  address = await openAddress({
    host: '127.0.0.1',
    port: 0,
    portSetting: 'SERAI_PORT',
    first: listener,
    connections,
    clock: { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + aheadMs },
  });
}

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await address?.drain({ delayMs: 0, maxMs: 0 });
});

async function client(localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port: address.port, host: '127.0.0.1', localAddress });
  sockets.push(socket);
  socket.on('error', () => {});
  // A rejected connection may be reset before its client detects that it was open.
  await new Promise<void>(resolve => {
    socket.once('connect', resolve).once('close', () => resolve());
  });
  return socket;
}

const ask = (socket: Socket, path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`);

/** Returns whether a request on the connection gets a response. A rejected connection is closed instead. */
async function isServed(socket: Socket): Promise<boolean> {
  if (socket.destroyed) return false;
  ask(socket, '/quick');
  const heard = once(socket, 'data').then(([chunk]) => String(chunk).includes('200 OK'));
  const ended = new Promise<boolean>(resolve => socket.once('close', () => resolve(false)));
  return Promise.race([heard.catch(() => false), ended]);
}

const openSockets = async () => (await socketsOf(address.port)).length;

test('the default time limit for a response without progress is 30 seconds', () => {
  expect(DEFAULT_RULES.writeStallMs).toBe(30_000);
});

test('a client that does not read is disconnected, and its kernel buffers are freed', async () => {
  await open({ writeStallMs: 500 });
  const socket = await client();
  ask(socket, `/large/${LARGE.length}`);
  await expect.poll(() => address.connections.closed.unread, SOON).toBe(1);
  // An ordinary close would leave a socket in the kernel, with data that the client has not read.
  await expect.poll(openSockets, SOON).toBe(0);
});

test('a client that keeps sending but does not read is disconnected', async () => {
  await open({ writeStallMs: 500 });
  const socket = await client();
  ask(socket, `/large/${LARGE.length}`);
  const sending = setInterval(() => socket.write('G'), 50);
  await expect.poll(() => address.connections.closed.unread, SOON).toBe(1);
  clearInterval(sending);
});

test('a client that reads slowly gets the whole response', { timeout: 60_000 }, async () => {
  await open({ writeStallMs: 2_000 });
  const socket = await client();
  const startedAtMs = performance.now();
  ask(socket, `/large/${LARGE.length}`);
  let read = 0;
  for await (const chunk of socket) {
    if (Math.floor(read / MEGABYTE) < Math.floor((read + chunk.length) / MEGABYTE)) await delay(150);
    read += chunk.length;
    if (read >= LARGE.length) break;
  }
  expect(read).toBeGreaterThanOrEqual(LARGE.length);
  expect(performance.now() - startedAtMs).toBeGreaterThan(2_000);
  expect(address.connections.closed.unread).toBe(0);
});

test('the server prepares no further response while an earlier one is unread', async () => {
  await open({});
  const socket = await client();
  for (let i = 0; i < 100; i++) ask(socket, `/large/${16 * MEGABYTE}`);
  await expect.poll(() => begun, SOON).toBeGreaterThan(0);
  await delay(300);
  expect(begun).toBe(1);
});

test('a connection that pipelines hundreds of requests is reset, and none of them starts', async () => {
  await open({});
  const socket = await client();
  ask(socket, '/held');
  await expect.poll(() => begun, SOON).toBe(1);
  socket.write('GET /quick HTTP/1.1\r\nHost: here\r\n\r\n'.repeat(500));
  await expect.poll(() => socket.destroyed, SOON).toBe(true);
  expect(address.connections.closed.pipelined).toBe(1);
  endHeld();
  expect(begun).toBe(1);
  expect(await isServed(await client())).toBe(true);
});

test('the server handles 32 requests that are pipelined behind a request in flight', async () => {
  await open({});
  const socket = await client();
  let text = '';
  socket.on('data', chunk => {
    text += chunk;
  });
  ask(socket, '/held');
  await expect.poll(() => begun, SOON).toBe(1);
  socket.write('GET /quick HTTP/1.1\r\nHost: here\r\n\r\n'.repeat(32));
  endHeld();
  await expect.poll(() => text.match(/200 OK/g)?.length, SOON).toBe(33);
});

test('pipelined requests get their responses one after the other, in order', async () => {
  await open({});
  const socket = await client();
  ask(socket, '/held');
  for (let i = 0; i < 20; i++) ask(socket, `/number${i};`);
  await expect.poll(() => begun, SOON).toBe(1);
  let text = '';
  socket.setEncoding('utf8').on('data', chunk => {
    text += chunk;
  });
  await delay(50);
  expect(begun).toBe(1);
  endHeld();
  await expect.poll(() => text, SOON).toContain('number19;');
  expect(text.match(/held|number\d+;/g)).toEqual([
    'held',
    ...Array.from({ length: 20 }, (_, i) => `number${i};`),
  ]);
  expect(await isServed(socket)).toBe(true);
});

test("connections beyond an address's share are rejected while another address is still served", async () => {
  await open({ maxPerAddress: 5 });
  const first = await Promise.all(Array.from({ length: 5 }, () => client()));
  expect(await Promise.all(first.map(isServed))).toEqual([true, true, true, true, true]);
  expect(await isServed(await client())).toBe(false);
  expect(await isServed(await client('127.0.0.2'))).toBe(true);
  expect(address.connections.closed.address).toBe(1);

  first[0]?.destroy();
  await expect.poll(() => address.connections.size, SOON).toBe(5);
  expect(await isServed(await client())).toBe(true);
});

test('connections from a trusted proxy are not limited per address', async () => {
  await open({ maxPerAddress: 2, trustedProxies: addressList(['127.0.0.3']) });
  for (let i = 0; i < 6; i++) expect(await isServed(await client('127.0.0.3'))).toBe(true);
});

test('a nearly full server closes the connections that have been idle longest', async () => {
  await open({ max: 10, maxPerAddress: 10, trustedProxies: addressList(['127.0.0.3']) });
  const proxy = await client('127.0.0.3');
  const busy = await client();
  ask(busy, '/held');
  await expect.poll(() => begun, SOON).toBe(1);
  const idle: Socket[] = [];
  for (let i = 0; i < 6; i++) idle.push(await client());
  await expect.poll(() => address.connections.size, SOON).toBe(8);
  aheadMs = 5_000;
  const closed = idle.slice(0, 2).map(socket => once(socket.resume(), 'close'));
  expect(await isServed(await client())).toBe(true);
  aheadMs = 5_001;
  expect(await isServed(await client())).toBe(true);
  await Promise.all(closed);
  expect(address.connections.closed.idle).toBe(2);

  const heard = once(busy, 'data');
  endHeld();
  expect(String(await heard)).toContain('held');
  expect(await isServed(proxy)).toBe(true);
  expect(await isServed(idle[5] as Socket)).toBe(true);
});

test('a full server rejects a new connection if all others are busy', async () => {
  await open({ max: 10, maxPerAddress: 20 });
  for (let i = 0; i < 10; i++) ask(await client(), '/held');
  await expect.poll(() => begun, SOON).toBe(10);
  expect(await isServed(await client())).toBe(false);
  expect(address.connections.closed.full).toBe(1);
});

test('the connection of a client that sent invalid bytes is closed', async () => {
  await open({});
  const socket = await client();
  socket.write('RUBBISH\r\n\r\n');
  const [chunk] = await once(socket, 'data');
  expect(String(chunk)).toContain('400 Bad Request');
  await expect.poll(() => address.connections.size, SOON).toBe(0);
});
