import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createHttpServer, type HttpServer } from './http-server.ts';

let server: HttpServer;
let client: Socket;
let held: ServerResponse[];

beforeEach(async () => {
  held = [];
  server = createHttpServer((_request, response) => void held.push(response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => {});
  await once(client, 'connect');
});
afterEach(async () => {
  client.destroy();
  server.closeAllConnections();
  await new Promise(resolve => server.close(resolve));
});

const underWay = (count: number) => expect.poll(() => held.length).toBe(count);

async function readAll(): Promise<string> {
  let text = '';
  for await (const chunk of client) text += chunk;
  return text;
}

const FIRST = 'POST /first HTTP/1.1\r\nHost: here\r\nContent-Length: 2\r\n\r\n{}';
const CONNECT = 'CONNECT elsewhere:443 HTTP/1.1\r\nHost: here\r\n\r\n';

test('the HTTP server responds to a request and then closes the connection if CONNECT follows', async () => {
  client.write(FIRST + CONNECT);
  await underWay(1);
  held[0]?.end('first');
  const text = await readAll();
  expect(text).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*first$/);
  expect(text).toContain('Connection: close');
});

test('the HTTP server responds to every pipelined request before a CONNECT', async () => {
  client.write(FIRST + FIRST + CONNECT);
  await underWay(1);
  held[0]?.end('one');
  await underWay(2);
  held[1]?.end('two');
  expect((await readAll()).match(/one|two/g)).toEqual(['one', 'two']);
});

test('the HTTP server survives a client that resets its connection after CONNECT', async () => {
  const closed = new Promise(resolve => server.once('connect', (_, socket) => socket.once('close', resolve)));
  client.write(CONNECT);
  await underWay(1);
  client.resetAndDestroy();
  held[0]?.end('x'.repeat(1_000_000));
  await closed;
});

test('the HTTP server survives a client that resets its connection after a request and CONNECT', async () => {
  const closed = new Promise(resolve => server.once('connect', (_, socket) => socket.once('close', resolve)));
  client.write(FIRST + CONNECT);
  await underWay(1);
  client.resetAndDestroy();
  held[0]?.end('x'.repeat(1_000_000));
  await closed;
});

test('an error for invalid bytes does not replace the response to the preceding request', async () => {
  const unfinished = 'POST /second HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\nno size\r\n';
  client.write(FIRST + unfinished);
  await underWay(1);
  const text = readAll();
  // Long enough for an incorrect response to arrive.
  await new Promise(resolve => setTimeout(resolve, 100));
  held[0]?.end('first');
  expect(await text).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*first$/);
  expect(held).toHaveLength(1);
});
