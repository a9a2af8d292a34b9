import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { rawRequest, requestText } from '../../../test/raw-request.ts';
import type { ApiError } from '../api-error.ts';
import { createMetrics } from '../metrics.ts';
import { errorAnswer } from '../operations/error-answer.ts';
import { BodyReads, ClientGone } from './body-reads.ts';
import { createHttpServer } from './http-server.ts';
import { drainRequest, sendAnswer } from './send-answer.ts';

const DEADLINE_MS = 10_000;

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/**
 * Responds with the length of the body. The path names the holder. If a body starts with `hold`, its response is added
 * to `held` and the test must end it.
 */
async function setUp(limits: { bodies?: number; bytes?: number } = {}) {
  const clock = new ManualClock();
  const metrics = createMetrics();
  const bodies = new BodyReads({ clock, metrics, deadlineMs: DEADLINE_MS, ...limits });
  const held: ServerResponse[] = [];
  let gone = 0;
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const holder = { pool: 'visitors', name: request.url ?? '' } as const;
      const body = await bodies.read(request, response, holder);
      if (body.toString().startsWith('hold')) held.push(response);
      else response.end(String(body.length));
    } catch (error) {
      if (error instanceof ClientGone) {
        gone += 1;
        response.destroy();
        return;
      }
      sendAnswer(response, errorAnswer(error as ApiError, 'req_test'), []);
      drainRequest(request);
    }
  }
  const server = createHttpServer((request, response) => void respond(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const open = (holder: string, length: number, sent: string): Socket => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(requestText(`POST ${holder} HTTP/1.1`, ['Host: x', `Content-Length: ${length}`], sent));
    closing.push(() => socket.destroy());
    return socket;
  };
  const series = (name: string) =>
    Number(
      metrics
        .render()
        .split('\n')
        .find(line => line.startsWith(`${name} `))
        ?.split(' ')[1],
    );
  return {
    clock,
    open,
    held,
    gone: () => gone,
    post: async (holder: string, body = '{}') =>
      (await fetch(`${url}${holder}`, { method: 'POST', body })).status,
    raw: (text: string) => rawRequest(url, text),
    unfinished: () => series('serai_bodies_unfinished{pool="visitors"}'),
    rejected: (reason: string) => series(`serai_bodies_rejected_total{pool="visitors",reason="${reason}"}`),
  };
}

function textOf(socket: Socket): Promise<string> {
  return new Promise(resolve => {
    let text = '';
    socket.on('data', chunk => {
      text += chunk;
    });
    socket.on('close', () => resolve(text));
  });
}

test('a body that arrives together with its headers does not count as unfinished', async () => {
  const { open, post, unfinished, rejected } = await setUp({ bodies: 4 });
  open('/a', 50, '{');
  open('/a', 50, '{');
  await expect.poll(unfinished).toBe(2);
  open('/a', 50, '{');
  await expect.poll(() => rejected('share')).toBe(1);
  expect(await Promise.all(Array.from({ length: 20 }, () => post('/a')))).toEqual(Array(20).fill(200));
  expect(unfinished()).toBe(2);
});

test('a client that has used up its share of body reads gets 503 while another client is still served', async () => {
  const { open, unfinished, rejected } = await setUp({ bodies: 4 });
  for (let i = 0; i < 5; i++) open('/a', 50, '{');
  await expect.poll(() => rejected('share')).toBe(3);
  open('/b', 50, '{');
  await expect.poll(unfinished).toBe(3);
  const refused = open('/b', 50, '{');
  const response = await new Promise<string>(resolve => refused.on('data', chunk => resolve(String(chunk))));
  expect(response).toMatch(/^HTTP\/1.1 503 .*retry-after: [1-5]\r\n/is);
});

test('a body that arrives late is read completely, and its slot is then freed', async () => {
  const { open, unfinished } = await setUp({ bodies: 4 });
  const socket = open('/a', 6, '{');
  await expect.poll(unfinished).toBe(1);
  const response = new Promise<string>(resolve => socket.on('data', chunk => resolve(String(chunk))));
  socket.write('"a":1');
  expect(await response).toMatch(/\r\n\r\n.*6/s);
  expect(unfinished()).toBe(0);
});

test('a body that does not arrive in time is rejected with 400, and its connection is closed', async () => {
  const { clock, open, unfinished, rejected } = await setUp();
  const slow = textOf(open('/a', 50, '{'));
  await expect.poll(unfinished).toBe(1);
  clock.advance(DEADLINE_MS - 1_000);
  open('/a', 50, '{');
  await expect.poll(unfinished).toBe(2);
  clock.advance(1_000);
  expect(await slow).toMatch(/^HTTP\/1.1 400 .*connection: close.*did not arrive within 10 seconds/is);
  expect([unfinished(), rejected('slow')]).toEqual([1, 1]);
});

test('a client that disconnects while sending its body frees its slot', async () => {
  const { open, unfinished, gone } = await setUp();
  const socket = open('/a', 50, '{');
  await expect.poll(unfinished).toBe(1);
  socket.resetAndDestroy();
  await expect.poll(() => [unfinished(), gone()]).toEqual([0, 1]);
});

test('the bytes of large bodies count towards the limit until their response is sent', async () => {
  const large = `hold${'x'.repeat(900_000)}`;
  const { held, post, rejected } = await setUp({ bytes: 4 * 1024 * 1024 });
  const first = [post('/a', large), post('/a', large)];
  await expect.poll(() => held.length).toBe(2);
  expect(await post('/a', large)).toBe(503);
  expect(rejected('share')).toBe(1);
  expect(await post('/a')).toBe(200);
  const other = post('/b', large);
  await expect.poll(() => held.length).toBe(3);
  for (const response of held.splice(0)) response.end();
  expect(await Promise.all([...first, other])).toEqual([200, 200, 200]);
  const again = post('/a', large);
  await expect.poll(() => held.length).toBe(1);
  held[0]?.end();
  expect(await again).toBe(200);
});

test('a declared length reserves no memory, because only received bytes count', async () => {
  const { open, post, unfinished } = await setUp({ bytes: 2 * 1024 * 1024 });
  for (let i = 0; i < 20; i++) open('/a', 1_000_000, '{');
  await expect.poll(unfinished).toBe(20);
  expect(await post('/b', 'x'.repeat(900_000))).toBe(200);
});

test('a body above the size limit is rejected with 413 even without a declared length', async () => {
  const { raw } = await setUp();
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
  const text = requestText('POST /a HTTP/1.1', ['Host: x', 'Transfer-Encoding: chunked'], chunk.repeat(17));
  expect((await raw(`${text}0\r\n\r\n`)).status).toBe(413);
});

test('a body of 300,000 tiny chunks takes little more memory than its size', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const bodies = new BodyReads({
    clock: new ManualClock(),
    metrics: createMetrics(),
    deadlineMs: DEADLINE_MS,
  });
  const request = new Readable({ read() {} });
  const response = new Readable({ read() {} });
  const holder = { pool: 'visitors', name: 'somebody' } as const;
  const reading = bodies.read(request as IncomingMessage, response as unknown as ServerResponse, holder);
  const received = Buffer.from('abc');
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 300_000; i++) request.emit('data', received.subarray(i % 3, (i % 3) + 1));
  collectGarbage();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(5_000_000);
  request.emit('end');
  expect((await reading).toString()).toBe('abc'.repeat(100_000));
  response.emit('close');
});
