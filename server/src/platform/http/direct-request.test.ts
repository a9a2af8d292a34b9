import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { requestText } from '../../../test/raw-request.ts';
import { systemClock } from '../clock.ts';
import { createMetrics } from '../metrics.ts';
import { BodyReads } from './body-reads.ts';
import { DirectRequest } from './direct-request.ts';
import { createHttpServer } from './http-server.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Responds with the body. `ready` delays reading it. */
async function setUp(ready: () => Promise<unknown> | undefined = () => undefined) {
  const bodies = new BodyReads({ clock: systemClock, metrics: createMetrics(), deadlineMs: 10_000 });
  const requests: IncomingMessage[] = [];
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    requests.push(request);
    const waiting = ready();
    if (waiting !== undefined) await waiting;
    response.end(`<${await bodies.read(request, response, { pool: 'visitors', name: 'a' })}>`);
  }
  const server = createHttpServer((request, response) => void respond(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  closing.push(() => {
    socket.destroy();
    server.close();
    server.closeAllConnections();
  });
  let received = '';
  socket.setEncoding('utf8').on('data', text => {
    received += text;
  });
  return { socket, requests, bodies: () => [...received.matchAll(/<(.*?)>/g)].map(([, body]) => body) };
}

function post(body: string, length: number = body.length): string {
  return requestText('POST / HTTP/1.1', ['Host: x', `Content-Length: ${length}`], body);
}

interface ParsingSocket extends Socket {
  parser?: { incoming: IncomingMessage | null };
}

test('a body is read without the stream when it arrives with its headers, and later requests get their own body', async () => {
  const { socket, requests, bodies } = await setUp();
  for (const [i, body] of ['one', 'two', 'three'].entries()) {
    socket.write(post(body));
    await expect.poll(bodies).toHaveLength(i + 1);
  }
  expect(bodies()).toEqual(['one', 'two', 'three']);
  expect(requests.every(request => request instanceof DirectRequest && !request.readableDidRead)).toBe(true);
});

test('pipelined requests and bodies that arrive in pieces are complete', async () => {
  const { socket, requests, bodies } = await setUp();
  socket.write(post('one') + post('two') + post('thr', 5));
  await expect.poll(bodies).toEqual(['one', 'two']);
  socket.write('e');
  await expect.poll(() => requests.length).toBe(3);
  socket.write(`e${post('four')}`);
  await expect.poll(bodies).toEqual(['one', 'two', 'three', 'four']);
});

test('a body that arrived before it is read is complete', async () => {
  let start: (value?: unknown) => void = () => {};
  const { socket, requests, bodies } = await setUp(() => new Promise(resolve => (start = resolve)));
  socket.write(post('early', 9));
  await expect.poll(() => requests[0]?.readableLength).toBe(5);
  start();
  socket.write('late');
  await expect.poll(bodies).toEqual(['earlylate']);
});

test('an idle connection does not keep the request that it has answered', async () => {
  const { socket, requests, bodies } = await setUp();
  socket.write(post('one'));
  await expect.poll(bodies).toEqual(['one']);
  const [request] = requests as [IncomingMessage];
  const { parser } = request.socket as ParsingSocket;
  expect(parser).toBeDefined();
  await expect.poll(() => parser?.incoming).toBeNull();
});
