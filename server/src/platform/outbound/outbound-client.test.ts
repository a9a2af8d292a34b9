import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../../../test/free-port.ts';
import { OutboundClient, type OutboundRequest } from './outbound-client.ts';

const client = new OutboundClient({ connections: 2 });
const closing: (() => Promise<unknown> | undefined)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await client.close();
});

async function serve(handle: Parameters<typeof createServer>[1]): Promise<string> {
  const server: Server = createServer(handle);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    return new Promise(resolve => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function get(url: string, overrides: Partial<OutboundRequest> = {}): OutboundRequest {
  const { signal } = new AbortController();
  return { method: 'GET', url: new URL(url), headers: {}, signal, maxBytes: 1_000_000, ...overrides };
}

function within(ms: number): AbortSignal {
  return AbortSignal.timeout(ms);
}

test('the outbound client returns a response with its status, headers and decompressed text', async () => {
  const url = await serve((incoming, outgoing) => {
    outgoing.writeHead(203, { 'content-encoding': 'gzip', 'x-used': incoming.headers['accept-encoding'] });
    outgoing.end(gzipSync('héllo'));
  });
  expect(await client.send(get(`${url}/a?b=c`))).toMatchObject({
    kind: 'RESPONSE',
    status: 203,
    headers: { 'x-used': 'gzip' },
    text: 'héllo',
  });
});

test('the outbound client returns a redirect unchanged and does not follow it', async () => {
  const url = await serve((_incoming, outgoing) => {
    outgoing.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
  });
  expect(await client.send(get(url))).toMatchObject({ kind: 'RESPONSE', status: 302, text: '' });
});

test('a request to a closed port or an unknown host is NOT_SENT', async () => {
  expect(await client.send(get(`http://127.0.0.1:${await freePort()}/`))).toEqual({ kind: 'NOT_SENT' });
  expect(await client.send(get('http://serai-test.invalid/'))).toEqual({ kind: 'NOT_SENT' });
});

test('a server without TLS never receives a request that requires TLS', async () => {
  let bytes = '';
  const server = createTcpServer(socket =>
    socket
      .on('data', data => {
        bytes += data.toString('latin1');
        socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      })
      .on('error', () => {}),
  );
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise(resolve => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  const request = { method: 'POST' as const, body: 'secret-body', headers: { 'x-key': 'secret-key' } };
  expect(await client.send(get(`https://127.0.0.1:${port}/`, request))).toEqual({ kind: 'NOT_SENT' });
  expect(bytes).not.toContain('secret');
});

test('a request whose signal is already aborted is NOT_SENT', async () => {
  let requests = 0;
  const url = await serve((_incoming, outgoing) => {
    requests += 1;
    outgoing.end();
  });
  expect(await client.send(get(url, { signal: AbortSignal.abort() }))).toEqual({ kind: 'NOT_SENT' });
  expect(requests).toBe(0);
});

test('a request that waits for a free connection until its deadline is NOT_SENT and never sent later', async () => {
  const seen: string[] = [];
  const held: (() => void)[] = [];
  const url = await serve((incoming, outgoing) => {
    seen.push(incoming.url ?? '');
    held.push(() => outgoing.end());
  });
  const first = [client.send(get(`${url}/1`)), client.send(get(`${url}/2`))];
  await expect.poll(() => held.length).toBe(2);
  expect(await client.send(get(`${url}/late`, { signal: within(50) }))).toEqual({ kind: 'NOT_SENT' });
  for (const finish of held) finish();
  await Promise.all(first);
  const next = client.send(get(`${url}/next`));
  await expect.poll(() => held.length).toBe(3);
  held[2]?.();
  await next;
  expect(seen).toEqual(expect.arrayContaining(['/1', '/2', '/next']));
  expect(seen).not.toContain('/late');
});

test('a request whose deadline passes after it was sent is LOST with TIMEOUT', async () => {
  const url = await serve(() => {});
  expect(await client.send(get(url, { signal: within(50) }))).toEqual({ kind: 'LOST', cause: 'TIMEOUT' });
});

test('a request whose connection is reset or whose response is truncated is LOST with CONNECTION', async () => {
  const reset = await serve((_incoming, outgoing) => outgoing.socket?.resetAndDestroy());
  expect(await client.send(get(reset))).toEqual({ kind: 'LOST', cause: 'CONNECTION' });
  const truncated = await serve((_incoming, outgoing) => {
    outgoing.writeHead(200, { 'content-length': '10' });
    outgoing.write('12345', () => outgoing.socket?.resetAndDestroy());
  });
  expect(await client.send(get(truncated))).toEqual({ kind: 'LOST', cause: 'CONNECTION' });
});

test.each([
  ['plain', (size: number) => Buffer.alloc(size), {}],
  ['compressed', (size: number) => gzipSync(Buffer.alloc(size)), { 'content-encoding': 'gzip' }],
])('a %s response above the size limit is LOST with UNREADABLE', async (_kind, encode, headers) => {
  const url = await serve((_incoming, outgoing) => outgoing.writeHead(200, headers).end(encode(200_000)));
  const lost = { kind: 'LOST', cause: 'UNREADABLE' };
  expect(await client.send(get(url, { maxBytes: 100_000 }))).toEqual(lost);
});

test('a response that expands to more than a hundred times its size is LOST with UNREADABLE', async () => {
  const url = await serve((_incoming, outgoing) =>
    outgoing.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(20_000_000))),
  );
  expect(await client.send(get(url, { maxBytes: 30_000_000 }))).toEqual({
    kind: 'LOST',
    cause: 'UNREADABLE',
  });
});

test('a response with an encoding that was not requested, or with broken gzip data, is LOST with UNREADABLE', async () => {
  const lost = { kind: 'LOST', cause: 'UNREADABLE' };
  const brotli = await serve((_incoming, outgoing) =>
    outgoing.writeHead(200, { 'content-encoding': 'br' }).end('x'),
  );
  expect(await client.send(get(brotli))).toEqual(lost);
  const broken = await serve((_incoming, outgoing) =>
    outgoing.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
  );
  expect(await client.send(get(broken))).toEqual(lost);
});

test('a host with an address that is not public receives nothing if only public hosts are allowed', async () => {
  let requests = 0;
  const url = await serve((_incoming, outgoing) => {
    requests += 1;
    outgoing.end('file');
  });
  const { signal } = new AbortController();
  for (const host of ['localhost', '127.0.0.1', '[::ffff:127.0.0.1]']) {
    const target = new URL(url.replace('127.0.0.1', host));
    const opened = await client.open({ url: target, headers: {}, signal, isPublicOnly: true });
    expect(opened).toEqual({ kind: 'NOT_SENT' });
  }
  expect(requests).toBe(0);
  const opened = await client.open({
    url: new URL(url.replace('127.0.0.1', 'localhost')),
    headers: {},
    signal,
  });
  expect(opened).toMatchObject({ kind: 'RESPONSE', status: 200 });
  if (opened.kind === 'RESPONSE') opened.body.destroy();
});
