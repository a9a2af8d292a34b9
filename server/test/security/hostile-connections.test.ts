/** Tests clients that never read, send a foreign host name or open too many connections, against the whole service. */
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { socketsOf } from '../open-sockets.ts';
import { type RawAnswer, rawRequest, requestText } from '../raw-request.ts';
import { testApp } from '../test-app.ts';

const METRICS_TOKEN = 'metrics_token_of_this_test_0123456789';
const SOCKETS = 300;

const opened: Socket[] = [];
const app = await testApp({
  settings: {
    SERAI_METRICS_TOKEN: METRICS_TOKEN,
    SERAI_MAX_CONNECTIONS_PER_ADDRESS: '400',
    SERAI_DASHBOARD_URL: 'https://dashboard.example.com',
  },
  // Far longer than a busy machine needs to read a response.
  writeStallMs: 4_000,
});
afterAll(async () => {
  for (const socket of opened) socket.destroy();
  await app.close();
});

const portOf = (url: string | undefined) => Number(new URL(url ?? '').port);

async function openSocket(localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port: portOf(app.interfaceUrl), host: '127.0.0.1', localAddress });
  opened.push(socket);
  socket.on('error', () => {});
  await new Promise<void>(resolve => {
    socket.once('connect', resolve).once('close', () => resolve());
  });
  return socket;
}

test('300 connections that pipeline GET /openapi.json and read nothing are reset and use little memory', {
  timeout: 60_000,
}, async () => {
  const port = portOf(app.interfaceUrl);
  const before = process.memoryUsage().rss;
  const pipelined = 'GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(30);
  const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => openSocket()));
  for (const socket of sockets) socket.write(pipelined);
  expect((await fetch(`${app.interfaceUrl}/healthz`)).status).toBe(200);
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
  const countUnread = async () => {
    const metrics = await (await fetch(`${app.dashboardUrl}/metrics`, bearer(METRICS_TOKEN))).text();
    return Number(/closed_total\{listener="interface",reason="unread"\} (\d+)/.exec(metrics)?.[1]);
  };
  await expect.poll(countUnread, { timeout: 40_000 }).toBe(SOCKETS);
  const heldBytes = async () =>
    (await socketsOf(port)).reduce((sum, { unsentBytes }) => sum + unsentBytes, 0);
  await expect.poll(heldBytes).toBe(0);
});

test('the 401st connection from one address is rejected, and another address is still served', async () => {
  await Promise.all(Array.from({ length: 400 }, () => openSocket('127.0.0.5')));
  const refused = await openSocket('127.0.0.5');
  refused.resume();
  await expect.poll(() => refused.destroyed).toBe(true);
  const served = await openSocket('127.0.0.6');
  served.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(String(await once(served, 'data'))).toContain('200 OK');
});

describe('the OpenAPI document', () => {
  const read = (headers: Record<string, string>, method = 'GET') =>
    new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
      const request = httpRequest(`${app.interfaceUrl}/openapi.json`, { method, headers }, async response => {
        const body = await response.toArray().then(Buffer.concat, reject);
        if (body) resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
      });
      request.on('error', reject).end();
    });

  test('the OpenAPI document is compressed for clients that accept compression, with the same content', async () => {
    const plain = await read({});
    expect(plain.headers).not.toHaveProperty('content-encoding');
    const gzip = await read({ 'accept-encoding': 'gzip' });
    expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(gzip.headers.etag).toBe(plain.headers.etag);
    expect(gzip.body.length).toBeLessThan(plain.body.length / 5);
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    const brotli = await read({ 'accept-encoding': 'gzip, deflate, br' }, 'HEAD');
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(Number(brotli.headers['content-length'])).toBeLessThan(gzip.body.length);
    expect((await read({ 'accept-encoding': 'gzip;q=0' })).headers).not.toHaveProperty('content-encoding');
  });

  test('the OpenAPI document is not sent again to a client that has the current version', async () => {
    const { headers } = await read({});
    const again = await read({ 'if-none-match': headers.etag as string, 'accept-encoding': 'gzip' });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });
});

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

function get(url: string | undefined, path: string, headers: readonly string[], version = '1.1') {
  return rawRequest(url ?? '', requestText(`GET ${path} HTTP/${version}`, headers));
}

const codeOf = ({ status, body }: RawAnswer) =>
  status === 200 ? '200' : `${status} ${JSON.parse(body).error.code}`;

describe('Host headers', () => {
  test.each([
    'localhost',
    'localhost:8080',
    'tenant.localhost',
    '127.0.0.1:8080',
    '10.20.30.40',
    '[::1]:8080',
    'dashboard.example.com',
    'DASHBOARD.example.com.:443',
    'serai',
  ])('the Host header %s is accepted on both listeners', async host => {
    for (const url of [app.interfaceUrl, app.dashboardUrl]) {
      expect(codeOf(await get(url, '/healthz', [`Host: ${host}`]))).toBe('200');
    }
  });

  test.each([
    'rebound.example.org',
    'localhost.example.org',
    '127.0.0.1.example.org',
    'a b',
    'serai@evil',
    '2130706433',
  ])('the Host header %s is rejected on both listeners, even for paths that need no key', async host => {
    for (const url of [app.interfaceUrl, app.dashboardUrl]) {
      for (const path of ['/healthz', '/metrics', '/openapi.json', '/api/v1/session/show']) {
        expect(codeOf(await get(url, path, [`Host: ${host}`]))).toBe('400 VALIDATION_ERROR');
      }
    }
  });

  test('HTTP/1.0 requests may omit the Host header, as health checks do', async () => {
    expect(codeOf(await get(app.dashboardUrl, '/healthz', [], '1.0'))).toBe('200');
  });
});

describe('/metrics', () => {
  test('/metrics requires no token on loopback with a loopback host', async () => {
    expect(codeOf(await get(app.dashboardUrl, '/metrics', ['Host: localhost:8081']))).toBe('200');
  });

  test.each([
    ['with another host name', ['Host: dashboard.example.com']],
    ['with a network address as the host', ['Host: 10.20.30.40']],
    ['through a proxy on this machine', ['Host: 127.0.0.1', 'X-Forwarded-For: 203.0.113.9']],
    ['with a wrong token', ['Host: dashboard.example.com', 'Authorization: Bearer wrong']],
    ['without a Host header', []],
  ])('/metrics returns 401 for a request %s', async (_, headers) => {
    const version = headers.length === 0 ? '1.0' : '1.1';
    const answer = await get(app.dashboardUrl, '/metrics', headers, version);
    expect(codeOf(answer)).toBe('401 UNAUTHORIZED');
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  test('/metrics accepts its own token and the operator token', async () => {
    const host = 'Host: dashboard.example.com';
    const withToken = (token: string) =>
      get(app.dashboardUrl, '/metrics', [host, `Authorization: Bearer ${token}`]);
    expect(codeOf(await withToken(METRICS_TOKEN))).toBe('200');
    expect(codeOf(await withToken(await app.operatorToken()))).toBe('200');
  });
});
