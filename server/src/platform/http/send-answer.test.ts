import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Answer } from '../operations/answer.ts';
import { JsonBytes } from '../operations/json-bytes.ts';
import { BufferPool } from '../operations/response-buffers.ts';
import { compressAnswer } from './content-encoding.ts';
import { createHttpServer, type HttpServer } from './http-server.ts';
import { sendAnswer, sentBytes } from './send-answer.ts';

/**
 * All sizes are more than the system takes from a Unix socket whose client does not read. They fill more than half of the
 * largest buffer, so that no response is copied.
 */
const SIZES = { default: 2_200_000, '/slow-small': 2_500_000, '/slow-large': 12_000_000 };
const TEXTS: Readonly<Record<string, string>> = {
  '/ascii': 'Hotel '.repeat(300),
  '/latin1': 'Hôtel '.repeat(300),
  '/others': 'Отель 🏨 '.repeat(300),
};

let folder: string;
let server: HttpServer;
let buffers: BufferPool;
let released: string[];
/** The paths whose connections the server has seen close. */
let closed: string[];
/** The paths of responses that are being compressed. */
let compressingPaths: Set<string>;
let releasedEarly: string[];
const clients: ClientRequest[] = [];

/** Writes the path again and again, in the same way as a search writes its response. */
function written(path: string): Answer {
  const size = SIZES[path as keyof typeof SIZES] ?? SIZES.default;
  const out = new JsonBytes(buffers);
  const text = `${path} `;
  for (let length = 0; length < size; length += text.length) out.characters(text);
  const { body, release } = out.lend();
  if (release === undefined) throw new Error('the response was copied');
  return {
    status: 200,
    headers: {},
    body,
    release() {
      released.push(path);
      if (compressingPaths.has(path)) releasedEarly.push(path);
      release();
    },
  };
}

function textAnswer(body: string, isCounted: unknown): Answer {
  const answer: Answer = { status: 200, headers: {}, body };
  if (isCounted === 'yes') answer.bodyBytes = Buffer.byteLength(body);
  return answer;
}

beforeEach(async () => {
  buffers = new BufferPool();
  buffers.overwritesReturned = true;
  released = [];
  closed = [];
  compressingPaths = new Set();
  releasedEarly = [];
  folder = await mkdtemp(join(tmpdir(), 'serai-send-'));
  server = createHttpServer((received, response) => {
    const path = received.url ?? '';
    response.once('close', () => closed.push(path));
    const text = TEXTS[path];
    const answer = text === undefined ? written(path) : textAnswer(text, received.headers['x-counted']);
    const compressing = compressAnswer(answer, received.headers['accept-encoding'] as string | undefined);
    if (compressing === undefined) {
      sendAnswer(response, answer, ['x-sent-bytes', String(sentBytes(received, answer))]);
      return;
    }
    compressingPaths.add(path);
    void compressing.then(compressed => {
      compressingPaths.delete(path);
      sendAnswer(response, compressed, ['x-sent-bytes', String(sentBytes(received, compressed))]);
    });
  });
  await once(server.listen(join(folder, 'socket')), 'listening');
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  server.closeAllConnections();
  await new Promise(resolve => server.close(resolve));
  await rm(folder, { recursive: true });
});

function send(path: string, headers: Record<string, string> = {}, method = 'GET'): ClientRequest {
  const client = request({ socketPath: join(folder, 'socket'), path, method, headers, agent: false });
  client.on('error', () => {});
  clients.push(client);
  return client.end();
}

async function receive(path: string, headers?: Record<string, string>): Promise<Buffer> {
  const [response] = await once(send(path, headers), 'response');
  const body = Buffer.concat(await response.toArray());
  expect(response.headers['x-sent-bytes']).toBe(String(body.length));
  return body;
}

const onlyOf = (path: string, body: Buffer) => body.equals(Buffer.alloc(body.length, `${path} `));

test.each(['/slow-small', '/slow-large'])(
  'the response %s, which its client has not received yet, keeps its buffer while others are written',
  async path => {
    const [slow] = await once(send(path), 'response');
    for (let i = 0; i < 8; i++) expect(onlyOf(`/other${i}`, await receive(`/other${i}`))).toBe(true);
    expect(released).not.toContain(path);
    expect(onlyOf(path, Buffer.concat(await slow.toArray()))).toBe(true);
    await expect.poll(() => released).toContain(path);
  },
);

test('the buffer of a response is not used again if its client disconnects', async () => {
  const client = send('/slow-small');
  await once(client, 'response');
  client.destroy();
  await expect.poll(() => closed).toEqual(['/slow-small']);
  await receive('/next');
  await expect.poll(() => closed).toEqual(['/slow-small', '/next']);
  expect(released).toEqual(['/next']);
});

test('the buffers of compressed responses keep their content until compression has ended', async () => {
  const packed = async (path: string, encoding: 'gzip' | 'zstd') => {
    const body = await receive(path, { 'accept-encoding': encoding });
    expect(body.length).toBeLessThan(90_000);
    return onlyOf(path, encoding === 'gzip' ? gunzipSync(body) : zstdDecompressSync(body));
  };
  const plain = async (path: string) => onlyOf(path, await receive(path));
  const paths = Array.from({ length: 3 }, (_, i) => i);
  const all = paths.flatMap(i => [packed(`/g${i}`, 'gzip'), packed(`/z${i}`, 'zstd'), plain(`/p${i}`)]);
  expect(await Promise.all(all)).toEqual(all.map(() => true));
  await expect.poll(() => released).toHaveLength(all.length);
  expect(releasedEarly).toEqual([]);
});

test('a response to HEAD sends no body bytes', async () => {
  const [response] = await once(send('/head', {}, 'HEAD'), 'response');
  expect(response.headers['x-sent-bytes']).toBe('0');
  expect(Buffer.concat(await response.toArray())).toHaveLength(0);
});

test.each(Object.keys(TEXTS))(
  'the text %s is sent as UTF-8, whether its bytes have been counted or not',
  async path => {
    const text = TEXTS[path] as string;
    for (const counted of ['yes', 'no']) {
      const plain = await receive(path, { 'x-counted': counted });
      expect(plain.toString()).toBe(text);
      const packed = await receive(path, { 'x-counted': counted, 'accept-encoding': 'gzip' });
      expect(packed.length).toBeLessThan(plain.length);
      expect(gunzipSync(packed).toString()).toBe(text);
    }
  },
);
