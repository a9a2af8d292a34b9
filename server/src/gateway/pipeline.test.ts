import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { ERRORS } from '@serai/contract/errors.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { type HttpAnswer, testApp } from '../../test/test-app.ts';

const BOARDS = '/content/hotels/v1/boards';

const app = await testApp();
const good = (await app.createKey()).secret;
afterAll(() => app.close());

/** Describes the checks that a request should fail. */
interface Failures {
  key?: 'absent' | 'revoked';
  address?: true;
  limit?: true;
  route?: true;
  scope?: true;
  method?: true;
  contentType?: true;
  accept?: true;
  length?: true;
  repeated?: true;
  body?: 'syntax' | 'schema';
}

async function keyFor({ key, address, limit, scope }: Failures): Promise<string | undefined> {
  if (key === 'absent') return undefined;
  const made = await app.createKey({
    scopes: [scope ? 'hotels:search' : 'content:read'],
    ...(address && { allowedAddresses: ['192.0.2.1'] }),
    ...(limit && { limits: { perMinute: 1 } }),
  });
  if (limit && !address) await app.post(BOARDS, {}, { key: made.secret });
  if (key === 'revoked') await app.operate('keys/revoke', { keyId: made.keyId });
  return made.secret;
}

async function send(failures: Failures): Promise<{ status: number; code: string }> {
  const key = await keyFor(failures);
  const body = failures.body === 'syntax' ? '{' : JSON.stringify(failures.body === 'schema' ? { x: 1 } : {});
  const headers = new Headers({
    'content-type': failures.contentType ? 'text/plain' : 'application/json',
    accept: failures.accept ? 'text/html' : 'application/json',
  });
  if (key !== undefined) headers.set('authorization', `ApiKey ${key}`);
  const response = await fetch(`${app.interfaceUrl}${failures.route ? '/nowhere' : BOARDS}`, {
    method: failures.method ? 'PUT' : 'POST',
    headers,
    body: failures.length ? 'x'.repeat(1024 * 1024 + 1) : body,
  });
  const { error } = (await response.json()) as { error: { code: string } };
  return { status: response.status, code: error.code };
}

describe('the order of the checks', () => {
  const steps: [Failures, number, string][] = [
    [{ key: 'revoked' }, 401, 'UNAUTHORIZED'],
    [{ address: true }, 403, 'FORBIDDEN'],
    [{ limit: true }, 429, 'RATE_LIMIT_EXCEEDED'],
    [{ route: true }, 404, 'NOT_FOUND'],
    [{ scope: true }, 403, 'FORBIDDEN'],
    [{ method: true }, 405, 'METHOD_NOT_ALLOWED'],
    [{ contentType: true }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [{ accept: true }, 406, 'NOT_ACCEPTABLE'],
    [{ length: true }, 413, 'PAYLOAD_TOO_LARGE'],
    [{ body: 'syntax' }, 400, 'INVALID_JSON'],
    [{ body: 'schema' }, 400, 'VALIDATION_ERROR'],
  ];

  test.each(steps)('a request with only the failure %o returns %i %s', async (failures, status, code) => {
    expect(await send(failures)).toEqual({ status, code });
  });

  const pairs = steps.slice(0, -1).map(([failures, status, code], i) => {
    const [next] = steps[i + 1] as (typeof steps)[number];
    // Some pairs are impossible: an unknown route has no scope, and a rejected address cannot use up a limit.
    return [{ ...next, ...failures }, status, code] as const;
  });

  test.each(pairs)(
    'a request with the failures %o reports the failure that is checked first: %i %s',
    async (failures, status, code) => {
      expect(await send(failures)).toEqual({ status, code });
    },
  );

  test('the gateway reports the missing key if every check fails', async () => {
    const everything = Object.assign({}, ...steps.map(([failures]) => failures));
    expect(await send({ ...everything, key: 'absent' })).toEqual({ status: 401, code: 'UNAUTHORIZED' });
  });
});

describe('a rejected key', () => {
  const invalid = (answer: HttpAnswer) => {
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('ApiKey');
    expect(answer.headers.get('ratelimit')).toBeNull();
    return answer.text;
  };
  const withHeader = (authorization: string | undefined) =>
    app.post(BOARDS, {}, { headers: { authorization } }).then(invalid);

  test('a rejected key always gets the same response body, regardless of the reason', async () => {
    const expired = await app.createKey({ expiresAt: new Date(Date.now() + 60_000).toISOString() });
    await app.database
      .ownerDb`UPDATE api_key SET expires_at = now() - interval '1 s' WHERE id = ${expired.keyId}`;
    const disabled = await app.createKey();
    await app.operate('keys/disable', { keyId: disabled.keyId });
    const revoked = await app.createKey();
    await app.operate('keys/revoke', { keyId: revoked.keyId });
    const last = good.at(-1) === 'a' ? 'b' : 'a';
    const foreignSecret = `${good.slice(0, -36)}${(await app.createKey()).secret.slice(-36)}`;
    // Changed directly in the database, so that the gateway notices the change only at the next poll.
    await expect
      .poll(() => app.post(BOARDS, {}, { key: expired.secret }).then(({ status }) => status))
      .toBe(401);

    const bodies = await Promise.all([
      withHeader(undefined),
      withHeader(''),
      withHeader(good),
      withHeader('ApiKey'),
      withHeader(`Bearer ${good}`),
      withHeader(`Basic ${good}`),
      withHeader(`ApiKey ${good} ${good}`),
      withHeader(`ApiKey ${good.slice(0, -1)}${last}`),
      withHeader(`ApiKey ${foreignSecret}`),
      withHeader(`ApiKey ${good.replace('sandbox', 'live')}`),
      withHeader(`ApiKey ${expired.secret}`),
      withHeader(`ApiKey ${disabled.secret}`),
      withHeader(`ApiKey ${revoked.secret}`),
    ]);
    expect(new Set(bodies).size).toBe(1);
    expect(JSON.parse(bodies[0] as string)).toEqual({
      error: { code: 'UNAUTHORIZED', message: expect.any(String) },
    });
  });

  test('the gateway accepts the Authorization scheme in any case and with several spaces', async () => {
    for (const authorization of [`apikey ${good}`, `APIKEY   ${good}`]) {
      expect((await app.post(BOARDS, {}, { headers: { authorization } })).status).toBe(200);
    }
  });

  test('a key that is disabled or revoked is rejected on a connection that has already used it', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ports = new Set<number | undefined>();
    const statusOf = async (key: string) => {
      const headers = { authorization: `ApiKey ${key}`, 'content-type': 'application/json' };
      const sent = request(`${app.interfaceUrl}${BOARDS}`, { method: 'POST', agent, headers });
      sent.end('{}');
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      ports.add(response.socket.localPort);
      await once(response.resume(), 'end');
      return response.statusCode;
    };
    try {
      const { keyId, secret } = await app.createKey();
      expect(await statusOf(secret)).toBe(200);
      await app.operate('keys/disable', { keyId });
      expect(await statusOf(secret)).toBe(401);
      expect(await statusOf(good)).toBe(200);
      await app.operate('keys/enable', { keyId });
      expect(await statusOf(secret)).toBe(200);
      await app.operate('keys/revoke', { keyId });
      expect(await statusOf(secret)).toBe(401);
      expect(ports.size).toBe(1);
    } finally {
      agent.destroy();
    }
  });

  test('the gateway accepts a disabled key again after it was enabled', async () => {
    const { keyId, secret } = await app.createKey();
    await app.operate('keys/disable', { keyId });
    expect((await app.post(BOARDS, {}, { key: secret })).status).toBe(401);
    await app.operate('keys/enable', { keyId });
    expect((await app.post(BOARDS, {}, { key: secret })).status).toBe(200);
  });
});

describe('limits', () => {
  const remaining = (answer: HttpAnswer) => answer.headers.get('ratelimit');

  test('every request that passes the address check counts once, and a request rejected with 429 does not count', async () => {
    const { secret } = await app.createKey({
      scopes: ['content:read'],
      limits: { perMinute: 6, perHour: 100, perDay: 1000 },
    });
    const answers = [
      await app.post(BOARDS, {}, { key: secret }),
      await app.post('/nowhere', {}, { key: secret }),
      await app.post('/connect/hotels/v1/cancel', {}, { key: secret }),
      await app.post(BOARDS, '{', { key: secret }),
      await app.post(BOARDS, {}, { key: secret, headers: { 'content-type': 'text/plain' } }),
      await app.post(BOARDS, {}, { key: secret, headers: { 'if-none-match': '*' } }),
      await app.post(BOARDS, {}, { key: secret }),
      await app.post(BOARDS, {}, { key: secret }),
    ];
    expect(answers.map(answer => answer.status)).toEqual([200, 404, 403, 400, 415, 304, 429, 429]);
    expect(answers.map(answer => remaining(answer)?.replace(/;t=\d+/, ''))).toEqual([
      ...[5, 4, 3, 2, 1, 0].map(n => `"minute";r=${n}, "hour";r=${94 + n}, "day";r=${994 + n}`),
      '"minute";r=0, "hour";r=94, "day";r=994',
      '"minute";r=0, "hour";r=94, "day";r=994',
    ]);
    expect(answers[0]?.headers.get('ratelimit-policy')).toBe(
      '"minute";q=6;w=60, "hour";q=100;w=3600, "day";q=1000;w=86400',
    );
  });

  test('a 429 response contains only a code and a message, and states the same wait in its headers and message', async () => {
    const { secret } = await app.createKey({ limits: { perHour: 1 } });
    await app.post(BOARDS, {}, { key: secret });
    const { status, headers, json } = await app.post(BOARDS, {}, { key: secret });
    const seconds = headers.get('retry-after');
    expect(status).toBe(429);
    expect(Number(seconds)).toBeGreaterThan(3580);
    expect(json).toEqual({
      error: {
        code: 'RATE_LIMIT_EXCEEDED',
        message: `The limit of 1 request per hour is used up. Retry in ${seconds} seconds.`,
      },
    });
    expect(headers.get('ratelimit')).toContain(`"hour";r=0;t=${seconds}`);
  });

  test('an edited limit applies to the next request', async () => {
    const { keyId, secret } = await app.createKey({ limits: { perMinute: 1 } });
    await app.post(BOARDS, {}, { key: secret });
    expect((await app.post(BOARDS, {}, { key: secret })).status).toBe(429);
    await app.operate('keys/update', { keyId, limits: { perMinute: 2 } });
    expect((await app.post(BOARDS, {}, { key: secret })).status).toBe(200);
    await app.operate('keys/update', { keyId, limits: { perMinute: 1 } });
    expect((await app.post(BOARDS, {}, { key: secret })).status).toBe(429);
  });

  test('requests with either secret of a key count towards the same limits', async () => {
    const { keyId, secret: old } = await app.createKey({ limits: { perMinute: 60 } });
    const rotated = await app.operate('keys/rotate', { keyId });
    const statuses = new Map<number, number>();
    const count = ({ status }: HttpAnswer) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
    for (let i = 0; i < 40; i++) count(await app.post(BOARDS, {}, { key: old }));
    for (let i = 0; i < 20; i++) count(await app.post(BOARDS, {}, { key: rotated.json.secret }));
    expect(Object.fromEntries(statuses)).toEqual({ 200: 60 });
    expect((await app.post(BOARDS, {}, { key: old })).status).toBe(429);
    expect((await app.post(BOARDS, {}, { key: rotated.json.secret })).status).toBe(429);
  });
});

describe('addresses', () => {
  test("a key is accepted from an address on its list, and a rejection names the client's address", async () => {
    const { keyId, secret } = await app.createKey({ allowedAddresses: ['192.0.2.0/24', '2001:db8::/32'] });
    const { status, json, headers } = await app.post(BOARDS, {}, { key: secret });
    expect(status).toBe(403);
    expect(json).toEqual({ error: { code: 'FORBIDDEN', message: expect.stringContaining('127.0.0.1') } });
    expect(headers.get('ratelimit')).toBeNull();
    await app.operate('keys/update', { keyId, allowedAddresses: ['127.0.0.0/8'] });
    expect((await app.post(BOARDS, {}, { key: secret })).status).toBe(200);
  });

  test('an untrusted peer cannot choose its client address with a header', async () => {
    const { secret } = await app.createKey({ allowedAddresses: ['192.0.2.1'] });
    for (const name of ['x-forwarded-for', 'x_forwarded_for', 'forwarded', 'x-real-ip', 'cf-connecting-ip']) {
      const { status } = await app.post(BOARDS, {}, { key: secret, headers: { [name]: '192.0.2.1' } });
      expect([name, status]).toEqual([name, 403]);
    }
  });
});

test('the gateway uses the client address that a trusted proxy reports', async () => {
  const behindProxy = await testApp({ settings: { TRUSTED_PROXIES: '127.0.0.1/32, 10.0.0.0/8' } });
  const { secret } = await behindProxy.createKey({ allowedAddresses: ['192.0.2.1'] });
  const statusFor = async (forwardedFor: string) =>
    (await behindProxy.post(BOARDS, {}, { key: secret, headers: { 'x-forwarded-for': forwardedFor } }))
      .status;
  expect(await statusFor('192.0.2.1')).toBe(200);
  expect(await statusFor('192.0.2.1, 10.1.2.3')).toBe(200);
  expect(await statusFor('192.0.2.1, 203.0.113.9')).toBe(403);
  expect(await statusFor('192.0.2.1, rubbish')).toBe(403);
  await behindProxy.close();
});

describe('every response', () => {
  test("the response contains the client's request ID if it is valid, otherwise a generated one", async () => {
    for (const [sent, kept] of [
      ['abc-1.2:3_X', true],
      ['x'.repeat(128), true],
      ['x'.repeat(129), false],
      ['has space', false],
      ['ünicode'.normalize('NFD').replace(/[^\x20-\x7e]/g, '%'), false],
    ] as const) {
      const { headers, json } = await app.post(BOARDS, {}, { key: good, headers: { 'x-request-id': sent } });
      const id = headers.get('x-request-id') as string;
      expect(id === sent).toBe(kept);
      if (!kept) expect(id).toMatch(/^req_[0-9A-Za-z]{20}$/);
      expect(json.meta.requestId).toBe(id);
    }
  });

  test('error responses have a code from the error table and the matching status', async () => {
    const answers = [
      await app.post('/nowhere', {}, { key: good }),
      await app.post(BOARDS, 'x', { key: good }),
      await app.post(BOARDS, {}, {}),
      await app.post('/connect/hotels/v1/booking', {}, { key: good }),
    ];
    for (const { status, json, headers } of answers) {
      expect(ERRORS[json.error.code as keyof typeof ERRORS].status).toBe(status);
      expect(headers.get('x-request-id')).toMatch(/^req_/);
    }
  });

  test('a 405 response names the allowed method', async () => {
    for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const response = await fetch(`${app.interfaceUrl}${BOARDS}`, {
        method,
        headers: { authorization: `ApiKey ${good}` },
      });
      expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'POST']);
    }
  });
});

test('the gateway accepts only Accept headers that allow JSON', async () => {
  const statusFor = async (accept: string) =>
    (await app.post(BOARDS, {}, { key: good, headers: { accept } })).status;
  for (const accept of [
    '*/*',
    'application/*',
    'application/json;q=0.1, text/html',
    'text/html, */*;q=0.1',
    '',
  ]) {
    expect([accept, await statusFor(accept)]).toEqual([accept, 200]);
  }
  for (const accept of [
    'text/html',
    'application/json;q=0',
    '*/*, application/json;q=0',
    'application/xml',
  ]) {
    expect([accept, await statusFor(accept)]).toEqual([accept, 406]);
  }
});

test('the gateway rejects content types other than JSON in UTF-8', async () => {
  const statusFor = async (contentType: string | undefined) =>
    (
      await app.post(BOARDS, new TextEncoder().encode('{}'), {
        key: good,
        headers: { 'content-type': contentType },
      })
    ).status;
  for (const type of [
    'application/json',
    'Application/JSON; charset=UTF-8',
    'application/json;charset="utf-8"',
  ]) {
    expect([type, await statusFor(type)]).toEqual([type, 200]);
  }
  for (const type of [
    undefined,
    'text/json',
    'application/json; charset=latin1',
    'application/xml',
    'multipart/form-data',
  ]) {
    expect([type, await statusFor(type)]).toEqual([type, 415]);
  }
});
