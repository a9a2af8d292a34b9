/**
 * Requests that no client library would send. Each must get an error response in our format, with a code from the error
 * table.
 */
import { connect } from 'node:net';
import { ERRORS } from '@serai/contract/errors.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { type RawAnswer, rawRequest, requestText } from '../../test/raw-request.ts';
import { testApp } from '../../test/test-app.ts';

const LINE = 'POST /content/hotels/v1/boards HTTP/1.1';

const app = await testApp();
const key = (await app.createKey({ limits: { perMinute: 1_000_000 } })).secret;
afterAll(() => app.close());

const goodHeaders = () => ['Host: serai', `Authorization: ApiKey ${key}`, 'Content-Type: application/json'];

function send(line: string, headers: readonly string[], body: string | Buffer = '{}'): Promise<RawAnswer> {
  const head = requestText(line, [...headers, `Content-Length: ${Buffer.byteLength(body)}`]);
  return rawRequest(app.interfaceUrl as string, Buffer.concat([Buffer.from(head), Buffer.from(body)]));
}

/** Checks what applies to every rejection, then returns the status and the error code. */
function refused(answer: RawAnswer): [number, string] {
  const { error } = JSON.parse(answer.body) as { error: { code: keyof typeof ERRORS; message: string } };
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['x-request-id']).toMatch(/^[\w.:-]+$/);
  expect(ERRORS[error.code].status).toBe(answer.status);
  expect(error.message).toMatch(/^[A-Z0-9].*[.s]$/);
  return [answer.status, error.code];
}

describe('repeated headers', () => {
  test.each([
    ['Authorization', (): string => `ApiKey ${key}`, 401, 'UNAUTHORIZED'],
    ['Host', (): string => 'serai', 400, 'VALIDATION_ERROR'],
    ['Content-Type', (): string => 'application/json', 400, 'VALIDATION_ERROR'],
    ['Accept', (): string => '*/*', 400, 'VALIDATION_ERROR'],
    ['X-Request-ID', (): string => 'a', 400, 'VALIDATION_ERROR'],
    ['Idempotency-Key', (): string => 'a', 400, 'VALIDATION_ERROR'],
    ['Content-Length', (): string => '2', 400, 'VALIDATION_ERROR'],
  ] as const)('the gateway rejects a repeated %s header', async (name, value, status, code) => {
    const twice =
      name === 'Content-Length'
        ? [`${name}: 2`]
        : [`${name}: ${value()}`, `${name.toLowerCase()}: ${value()}`];
    const headers = goodHeaders().filter(header => !header.startsWith(`${name}:`));
    expect(refused(await send(LINE, [...headers, ...twice]))).toEqual([status, code]);
  });

  test('the gateway accepts repeated headers that it does not rely on', async () => {
    const twice = [
      'X-Client-Version: 1',
      'X-Client-Version: 2',
      'User-Agent: a',
      'User-Agent: b',
      'X-Own: 1',
      'X-Own: 2',
    ];
    expect((await send(LINE, [...goodHeaders(), ...twice])).status).toBe(200);
  });
});

describe('request lines', () => {
  test.each([
    ['absolute form and dot segments', 'POST http://serai/content/hotels/v1/x/../boards HTTP/1.1'],
    ['a double slash at the start', 'POST //content/hotels/v1/boards HTTP/1.1'],
    ['a double slash inside the path', 'POST /content//hotels/v1/boards HTTP/1.1'],
    ['dot segments', 'POST /content/hotels/v1/x/../boards HTTP/1.1'],
    ['a single-dot segment', 'POST /content/./hotels/v1/boards HTTP/1.1'],
    ['an encoded slash', 'POST /content%2fhotels/v1/boards HTTP/1.1'],
    ['an encoded letter', 'POST /content/hotels/v1/board%73 HTTP/1.1'],
    ['encoded dots', 'POST /content/%2e%2e/boards HTTP/1.1'],
    ['a backslash', 'POST /content\\hotels/v1/boards HTTP/1.1'],
    ['an encoded NUL', 'POST /content/hotels/v1/boards%00 HTTP/1.1'],
    ['an invalid escape', 'POST /content/hotels/v1/boards%zz HTTP/1.1'],
    ['a trailing slash', 'POST /content/hotels/v1/boards/ HTTP/1.1'],
    ['a query string', 'POST /content/hotels/v1/boards?x=1 HTTP/1.1'],
    ['capital letters', 'POST /Content/hotels/v1/boards HTTP/1.1'],
    ['an asterisk', 'OPTIONS * HTTP/1.1'],
    ['a very long path', `POST /${'a'.repeat(8_000)} HTTP/1.1`],
  ])('the gateway finds no route for a request line with %s', async (_, line) => {
    expect(refused(await send(line, goodHeaders()))).toEqual([404, 'NOT_FOUND']);
  });

  test.each([
    ['an unknown method', 'FROB / HTTP/1.1'],
    ['no target', 'POST HTTP/1.1'],
    ['no version', 'POST /x'],
    ['a bare NUL', 'POST /\0 HTTP/1.1'],
    ['rubbish', '\x16\x03\x01\x02'],
  ])('the gateway rejects a request line with %s as invalid HTTP', async (_, line) => {
    expect(refused(await send(line, goodHeaders()))).toEqual([400, 'VALIDATION_ERROR']);
  });

  test.each([
    'http://serai/content/hotels/v1/boards',
    'HTTP://SERAI:8080/content/hotels/v1/boards',
    'https://127.0.0.1/content/hotels/v1/boards',
  ])('the gateway treats the absolute URL %s like its path', async target => {
    expect((await send(`POST ${target} HTTP/1.1`, goodHeaders())).status).toBe(200);
  });

  test.each(['http://evil/content/hotels/v1/boards', 'http://serai@evil/x', 'http:///x'])(
    'the gateway rejects the absolute URL %s, although the Host header is valid',
    async target => {
      expect(refused(await send(`POST ${target} HTTP/1.1`, goodHeaders()))).toEqual([
        400,
        'VALIDATION_ERROR',
      ]);
    },
  );

  test.each(['GET /healthz HTTP/0.9', 'GET /openapi.json HTTP/0.9', 'GET /healthz'])(
    'the gateway rejects the request line "%s", because HTTP/0.9 has no headers',
    async line => {
      const answer = await rawRequest(app.interfaceUrl as string, `${line}\r\n\r\n`);
      expect(refused(answer)).toEqual([400, 'VALIDATION_ERROR']);
    },
  );

  test.each(['TRACE', 'PROPFIND', 'LINK'])('the gateway returns 405 for the method %s', async method => {
    const answer = await send(LINE.replace('POST', method), goodHeaders());
    expect(refused(answer)).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect(answer.headers.allow).toBe('POST');
  });

  test('the gateway rejects CONNECT with 404, or with 401 if the API key is missing', async () => {
    expect(refused(await send('CONNECT host:443 HTTP/1.1', goodHeaders()))).toEqual([404, 'NOT_FOUND']);
    expect(refused(await send('CONNECT host:443 HTTP/1.1', ['Host: serai']))).toEqual([401, 'UNAUTHORIZED']);
  });
});

describe('framing', () => {
  const raw = (headers: readonly string[], body = '') =>
    rawRequest(app.interfaceUrl as string, requestText(LINE, [...goodHeaders(), ...headers], body));

  test.each([
    [
      'both Content-Length and Transfer-Encoding',
      ['Content-Length: 2', 'Transfer-Encoding: chunked'],
      '0\r\n\r\n',
    ],
    ['an unknown transfer encoding', ['Transfer-Encoding: xchunked'], ''],
    ['a signed Content-Length', ['Content-Length: +2'], '{}'],
    ['a space before the colon', ['Content-Length : 2'], '{}'],
    ['a folded header', ['X-Own: a', ' b'], ''],
    ['a header without a colon', ['rubbish'], ''],
    ['a malformed chunk size', ['Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n'],
  ])('the gateway rejects a request with %s as invalid HTTP', async (_, headers, body) => {
    expect(refused(await raw(headers, body))).toEqual([400, 'VALIDATION_ERROR']);
  });

  test.each(['POST /content/hotels/v1/boards', 'GET /healthz'])(
    'the gateway rejects %s over HTTP/1.0 with a transfer encoding',
    async line => {
      const headers = [...goodHeaders(), 'Connection: keep-alive', 'Transfer-Encoding: chunked'];
      const bytes = requestText(`${line} HTTP/1.0`, headers, '2\r\n{}\r\n0\r\n\r\n');
      const answer = await rawRequest(app.interfaceUrl as string, bytes);
      expect(refused(answer)).toEqual([400, 'VALIDATION_ERROR']);
      expect(answer.headers.connection).toBe('close');
    },
  );

  test('the gateway rejects HTTP/1.1 without a Host header', async () => {
    const headers = goodHeaders().slice(1);
    expect(refused(await send(LINE, headers))).toEqual([400, 'VALIDATION_ERROR']);
  });

  test('the gateway reads a chunked body', async () => {
    expect((await raw(['Transfer-Encoding: chunked'], '1\r\n{\r\n1\r\n}\r\n0\r\n\r\n')).status).toBe(200);
  });

  test('the gateway rejects headers over 16 KiB and more than 100 headers', async () => {
    expect(refused(await raw([`X-Own: ${'a'.repeat(17_000)}`]))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const many = Array.from({ length: 120 }, (_, i) => `X-Own-${i}: 1`);
    expect(refused(await raw(many))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  test('the gateway rejects a chunk extension of 20 KB', async () => {
    const body = `2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`;
    expect(refused(await raw(['Transfer-Encoding: chunked'], body))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  test('the gateway rejects a body with an unknown content encoding', async () => {
    expect(refused(await send(LINE, [...goodHeaders(), 'Content-Encoding: compress']))).toEqual([
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ]);
  });

  test('a client that waits for 100 Continue receives it, or a rejection, before it sends the body', async () => {
    const expecting = [...goodHeaders(), 'Expect: 100-continue'];
    expect((await send(LINE, expecting)).status).toBe(200);
    const head = requestText(LINE, [...expecting, 'Content-Length: 99999999']);
    expect(refused(await rawRequest(app.interfaceUrl as string, head))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });
});

describe('bodies over 1 MiB', () => {
  const large = Buffer.alloc(3 * 1024 * 1024, 'x');

  test('a body over 1 MiB is rejected because of its declared length, and a client that sends all of it can still read the response', async () => {
    const response = await fetch(`${app.interfaceUrl}/content/hotels/v1/boards`, {
      method: 'POST',
      headers: { authorization: `ApiKey ${key}`, 'content-type': 'application/json' },
      body: large,
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { code: 'PAYLOAD_TOO_LARGE' } });
  });

  test('the gateway rejects a chunked body that exceeds 1 MiB', async () => {
    const response = await fetch(`${app.interfaceUrl}/content/hotels/v1/boards`, {
      method: 'POST',
      headers: { authorization: `ApiKey ${key}`, 'content-type': 'application/json' },
      body: new Blob([large]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
  });

  test('the gateway reads a body of exactly 1 MiB', async () => {
    const body = `{"language":"${'x'.repeat(1024 * 1024 - 15)}"}`;
    expect(refused(await send(LINE, goodHeaders(), body))).toEqual([400, 'VALIDATION_ERROR']);
  });

  test('the gateway returns 413 for each of several bodies that are too large', async () => {
    for (let i = 0; i < 3; i++) {
      expect(refused(await send(LINE, goodHeaders(), large))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    }
  });
});

test.each([
  ['empty', '', 'INVALID_JSON'],
  ['an array', '[]', 'INVALID_JSON'],
  ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'INVALID_JSON'],
  ['nested too deeply', `{"language":${'['.repeat(33)}${']'.repeat(33)}}`, 'INVALID_JSON'],
  ['a sequence of a million brackets', '['.repeat(1_000_000), 'INVALID_JSON'],
  ['an object with a duplicate field', '{"language":"en","language":"es"}', 'INVALID_JSON'],
  [
    'an object with a duplicate field written with escapes',
    '{"language":"en","l\\u0061nguage":"en"}',
    'INVALID_JSON',
  ],
  ['an object with __proto__', '{"__proto__":{"x":1}}', 'VALIDATION_ERROR'],
  ['an object with an unknown field', '{"organisationId":"org_1"}', 'VALIDATION_ERROR'],
  ['an object with a number instead of a string', '{"language":1}', 'VALIDATION_ERROR'],
])('the gateway returns 400 for a body that is %s', async (_, body, code) => {
  expect(refused(await send(LINE, goodHeaders(), body))).toEqual([400, code]);
});

test('the operator API rejects a body with a duplicate field and changes nothing', async () => {
  const body = '{"name":"a","name":"b","environment":"sandbox","scopes":["content:read"]}';
  const before = (await app.operate('keys/list', {})).json.keys.length;
  const { status, json } = await app.operate('keys/create', body);
  expect([status, json.error]).toMatchObject([
    400,
    { code: 'INVALID_JSON', details: [{ path: '/name', code: 'DUPLICATE_KEY' }] },
  ]);
  expect((await app.operate('keys/list', {})).json.keys).toHaveLength(before);
});

test('the gateway reports a missing API key rather than a missing content type', async () => {
  expect(refused(await send(LINE, ['Host: serai']))).toEqual([401, 'UNAUTHORIZED']);
  expect(refused(await send(LINE, goodHeaders().slice(0, 2)))).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
});

test('the gateway keeps serving other clients when one disconnects while sending its body', async () => {
  const head = requestText(LINE, [...goodHeaders(), 'Content-Length: 100']);
  await expect(rawRequest(app.interfaceUrl as string, `${head}{`, { timeoutMs: 200 })).rejects.toThrow();
  expect((await send(LINE, goodHeaders())).status).toBe(200);
});

describe('a connection', () => {
  const requestBytes = (secret: string) =>
    requestText(
      LINE,
      [
        'Host: serai',
        `Authorization: ApiKey ${secret}`,
        'Content-Type: application/json',
        'Content-Length: 2',
      ],
      '{}',
    );
  const inFlight = async () => {
    const metrics = await (await fetch(`${app.dashboardUrl}/metrics`)).text();
    const series = [
      /serai_requests_in_flight\{class="content",environment="sandbox"\} (\d+)/,
      /serai_bodies_unfinished\{pool="sandbox"\} (\d+)/,
    ];
    return series.map(each => Number(each.exec(metrics)?.[1]));
  };

  test('the gateway releases the slot and the body when a connection is reset during the key lookup', async () => {
    const { hostname, port } = new URL(app.interfaceUrl as string);
    for (let i = 0; i < 50; i++) {
      // A new key each time, so that every key must be read from the database.
      const { secret } = await app.createKey();
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {});
      await new Promise(resolve => socket.write(requestBytes(secret).slice(0, -2), resolve));
      socket.resetAndDestroy();
    }
    await expect.poll(inFlight).toEqual([0, 0]);
  });

  test('the gateway responds to a client that closed its side of the connection after a complete request', async () => {
    const { secret } = await app.createKey();
    for (let i = 0; i < 2; i++) {
      const answer = await rawRequest(app.interfaceUrl as string, requestBytes(secret), { halfClose: true });
      expect(answer.status).toBe(200);
    }
  });

  test('the gateway responds to a valid request that is followed by invalid bytes', async () => {
    const answer = await rawRequest(app.interfaceUrl as string, `${requestBytes(key)}RUBBISH\r\n\r\n`);
    expect(answer.status).toBe(200);
  });
});

test('the gateway rejects a key that is revoked while the body is being received', async () => {
  const { keyId, secret } = await app.createKey();
  const { hostname, port } = new URL(app.interfaceUrl as string);
  const socket = connect(Number(port), hostname);
  const answer = new Promise<string>(resolve => socket.on('data', chunk => resolve(String(chunk))));
  const headers = ['Host: serai', `Authorization: ApiKey ${secret}`, 'Content-Type: application/json'];
  socket.write(requestText(LINE, [...headers, 'Content-Length: 2'], '{'));
  await new Promise(resolve => setTimeout(resolve, 600));
  await app.operate('keys/revoke', { keyId });
  socket.write('}');
  expect(await answer).toContain('HTTP/1.1 401');
  socket.destroy();
});
