import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sleep, systemClock } from '../src/platform/clock.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

let echo: Server;
let proxy: FaultProxy;
const opened: Socket[] = [];

beforeEach(async () => {
  echo = createServer(socket => {
    socket.on('error', () => undefined);
    socket.pipe(socket);
  });
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  proxy = await startFaultProxy({
    target: { host: '127.0.0.1', port: (echo.address() as AddressInfo).port },
  });
});

afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  await proxy.close();
  echo.close();
});

async function open(): Promise<Socket> {
  const socket = connect(proxy.port, '127.0.0.1');
  opened.push(socket);
  await once(socket, 'connect');
  return socket;
}

async function ask(socket: Socket, text: string): Promise<string> {
  socket.write(text);
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  return chunk.toString();
}

test('the fault proxy passes bytes in both directions when no fault is set', async () => {
  const socket = await open();
  expect(await ask(socket, 'hello')).toBe('hello');
  expect(proxy.connections()).toBe(1);
});

test('the latency fault delays each direction and preserves the order of bytes if the fault is cleared midway', async () => {
  const socket = await open();
  await proxy.set({ kind: 'latency', ms: 30 });
  const startMs = systemClock.monotonicMs();
  expect(await ask(socket, 'a')).toBe('a');
  expect(systemClock.monotonicMs() - startMs).toBeGreaterThanOrEqual(60);
  let received = '';
  socket.on('data', chunk => {
    received += chunk;
  });
  socket.write('1');
  await sleep(systemClock, 5);
  await proxy.clear();
  socket.write('2');
  await expect.poll(() => received).toBe('12');
});

test('the black-hole fault accepts connections without responding and delivers held bytes once the fault is cleared', async () => {
  const socket = await open();
  await proxy.set({ kind: 'black-hole', direction: 'to-client' });
  let received = '';
  socket.on('data', chunk => {
    received += chunk;
  });
  socket.write('late');
  await open();
  await sleep(systemClock, 50);
  expect(received).toBe('');
  await proxy.clear();
  await expect.poll(() => received).toBe('late');
});

test('the down fault refuses new connections and closes open connections, and the port works again afterwards', async () => {
  const socket = await open();
  socket.on('error', () => undefined);
  const ended = new Promise(resolve => socket.once('close', resolve));
  await proxy.set({ kind: 'down' });
  await ended;
  await expect(open()).rejects.toThrow('ECONNREFUSED');
  await proxy.clear();
  const again = await open();
  expect(await ask(again, 'back')).toBe('back');
});

test('the reset fault resets open connections immediately and new connections at their first byte', async () => {
  const socket = await open();
  const failed = once(socket, 'error');
  await proxy.set({ kind: 'reset' });
  expect((await failed)[0]).toMatchObject({ code: 'ECONNRESET' });
  const next = await open();
  const alsoFailed = once(next, 'error');
  next.write('x');
  expect((await alsoFailed)[0]).toMatchObject({ code: 'ECONNRESET' });
});

test('the cut fault lets at most the given number of bytes through and then resets the connection', async () => {
  const socket = await open();
  await proxy.set({ kind: 'cut', afterBytes: 4, direction: 'to-client' });
  let received = '';
  socket.on('data', chunk => {
    received += chunk;
  });
  const failed = once(socket, 'error');
  socket.write('abcdefgh');
  expect((await failed)[0]).toMatchObject({ code: 'ECONNRESET' });
  expect('abcd'.startsWith(received)).toBe(true);
});
