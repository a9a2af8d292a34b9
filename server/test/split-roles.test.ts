/** Tests that gateways and backends in separate processes with one database behave like a single process. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { testDatabase } from './database.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { testApp } from './test-app.ts';

const BOARDS = '/content/hotels/v1/boards';

const TOOL_CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'search_places',
    arguments: { query: 'Barcelona' },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};
const TOOL_HEADERS = {
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'search_places',
};

const database = await testDatabase();
const backend = await testApp({ database, role: 'backend' });
const proxy = await startFaultProxy({
  target: { host: '127.0.0.1', port: Number(new URL(backend.backendUrl as string).port) },
});
const gateway = await testApp({
  database,
  role: 'gateway',
  settings: { SERAI_BACKEND_URLS: `http://127.0.0.1:${proxy.port}` },
});
const whole = await testApp({ database });
const key = (await gateway.createKey({ limits: { perMinute: 1_000_000 } })).secret;
afterAll(async () => {
  await Promise.all([gateway.close(), backend.close(), whole.close()]);
  await proxy.close();
  await database.drop();
});

describe('a gateway with a separate backend', () => {
  test.each([
    ['a request for a list', BOARDS, { language: 'es' }, {}],
    ['a request for a list that the client already has', BOARDS, {}, { 'if-none-match': '*' }],
    ['a body with an unknown field', BOARDS, { x: 1 }, {}],
    ['a body that is not JSON', BOARDS, '{', {}],
    ['a body with many invalid fields', '/connect/hotels/v1/booking', {}, {}],
    ['an unknown path', '/nowhere', {}, {}],
    ['a list of tools', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, {}],
    ['a tool call with a protocol version', '/mcp', TOOL_CALL, TOOL_HEADERS],
    ['a tool call with a wrong header', '/mcp', TOOL_CALL, { ...TOOL_HEADERS, 'mcp-name': 'get_hotel' }],
    ['a body that is not JSON-RPC', '/mcp', { x: 1 }, {}],
    ['a request with another content type', BOARDS, {}, { 'content-type': 'text/plain' }],
  ])(
    'a gateway with a separate backend responds to %s in the same way as a single process',
    async (_, path, body, headers) => {
      const options = { key, headers: { ...headers, 'x-request-id': 'same' } };
      const [split, one] = [await gateway.post(path, body, options), await whole.post(path, body, options)];
      expect(split.status).toBe(one.status);
      const comparable = (text: string) =>
        text.replace(/"processedAt":"[^"]*"/, '').replace(/"durationMs":\d+/, '');
      expect(comparable(split.text)).toBe(comparable(one.text));
      const names = (answer: typeof one) => [...answer.headers.keys()].sort();
      expect(names(split)).toEqual(names(one));
    },
  );

  test('a gateway does not expose internal headers to clients', async () => {
    const { headers } = await gateway.post('/connect/hotels/v1/booking', {}, { key });
    expect([...headers.keys()].filter(name => name.startsWith('x-serai'))).toEqual([]);
  });

  test('a gateway returns 503 while its backend is down and then recovers', async () => {
    await proxy.set({ kind: 'down' });
    const { status, json } = await gateway.post(BOARDS, {}, { key });
    expect([status, json.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    await proxy.clear();
    expect((await gateway.post(BOARDS, {}, { key })).status).toBe(200);
  });

  test("a gateway closes the connection without a response if its backend's response to a booking was lost", async () => {
    const impatient = await testApp({
      database,
      role: 'gateway',
      settings: { SERAI_BACKEND_URLS: `http://127.0.0.1:${proxy.port}` },
      shortDeadlines: true,
    });
    const { secret } = await impatient.createKey();
    await proxy.set({ kind: 'cut', afterBytes: 0, direction: 'to-client' });
    await expect(impatient.post('/connect/hotels/v1/booking', {}, { key: secret })).rejects.toThrow(
      'fetch failed',
    );
    expect((await impatient.post(BOARDS, {}, { key: secret })).status).toBe(503);
    await proxy.clear();
    await impatient.close();
  });
});

test('a gateway closes the connection and sends a tool call only once if its response was lost', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/mcp') calls++;
    request.resume().on('end', () => response.destroy());
  });
  let calls = 0;
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const lossy = await testApp({
    database,
    role: 'gateway',
    settings: { SERAI_BACKEND_URLS: `http://127.0.0.1:${port}` },
  });
  const { secret } = await lossy.createKey();
  await expect(lossy.post('/mcp', TOOL_CALL, { key: secret, headers: TOOL_HEADERS })).rejects.toThrow(
    'fetch failed',
  );
  expect(calls).toBe(1);
  await lossy.close();
  server.close();
});

describe('a backend', () => {
  const ask = (headers: Record<string, string>) =>
    fetch(`${backend.backendUrl}${BOARDS}`, { method: 'POST', headers, body: '{}' });

  test('a backend rejects every request without a token from the gateway', async () => {
    for (const headers of [
      {},
      { authorization: `ApiKey ${key}` },
      { authorization: 'Bearer rubbish', 'x-serai-client-address': '127.0.0.1' },
    ] as Record<string, string>[]) {
      expect((await ask(headers)).status).toBe(401);
    }
  });

  test('/.well-known/jwks.json contains only public keys', async () => {
    const response = await fetch(`${backend.backendUrl}/.well-known/jwks.json`);
    const { keys } = (await response.json()) as { keys: Record<string, string>[] };
    expect(keys.length).toBeGreaterThan(0);
    for (const jwk of keys) {
      expect(Object.keys(jwk).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
    }
  });
});

describe("a backend's rejection", () => {
  /** Runs a gateway with a backend that always returns the same response. */
  async function before(status: number, code: string) {
    let calls = 0;
    const server = createServer((request, response) => {
      request.resume();
      request.on('end', () => {
        calls++;
        response.writeHead(status, { 'content-type': 'application/json', 'x-serai-code': code });
        response.end(JSON.stringify({ error: { code, message: 'Forced.' } }));
      });
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const app = await testApp({
      database,
      role: 'gateway',
      settings: { SERAI_BACKEND_URLS: `http://127.0.0.1:${port}` },
    });
    const { secret } = await app.createKey({ limits: { perMinute: 5 } });
    const close = async () => {
      await app.close();
      await new Promise(resolve => server.close(resolve));
    };
    return { ask: () => app.post(BOARDS, {}, { key: secret }), calls: () => calls, close };
  }

  test('a rejected token causes one retry with a new token, then 503, never 401', async () => {
    const { ask, calls, close } = await before(401, 'UNAUTHORIZED');
    const { status, json } = await ask();
    expect([status, json.error.code, calls()]).toEqual([503, 'SERVICE_UNAVAILABLE', 2]);
    await close();
  });

  test('a 429 from the backend, as in the scenario limit.429, counts towards the limits of the key', async () => {
    const { ask, calls, close } = await before(429, 'RATE_LIMIT_EXCEEDED');
    const messages = [];
    for (let i = 0; i < 8; i++) messages.push((await ask()).json.error.message);
    expect(messages.filter(message => message === 'Forced.')).toHaveLength(5);
    expect(calls()).toBe(5);
    await close();
  });
});

test('a second gateway without Redis does not become ready and reports why', async () => {
  const second = await testApp({
    database,
    role: 'gateway',
    settings: { SERAI_BACKEND_URLS: `http://127.0.0.1:${proxy.port}` },
  });
  const response = await fetch(`${second.interfaceUrl}/readyz`);
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('REDIS_URL');
  expect((await fetch(`${gateway.interfaceUrl}/readyz`)).status).toBe(200);
  await second.close();
});
