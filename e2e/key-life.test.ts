/**
 * The life cycle of a key on the command line, against one running installation. Afterwards no secret may be
 * found anywhere.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BOARDS, boards, post, remaining } from './call.ts';
import { until } from './child-process.ts';
import { findText } from './find-text.ts';
import { clearAway, newFolder, type Serai, serai, startSerai, untilNothingRunsIn } from './serai-process.ts';

const EVERY_NODE_KNOWS_MS = 1_000;
const LOGGED_WITHIN_MS = 10_000;
const COUNTED_WITHIN_MS = 20_000;

let folder: string;
let service: Serai;
const run = (...args: string[]) => serai(service.env, ...args);
const secrets: string[] = [];

beforeAll(async () => {
  folder = await newFolder('keys');
  service = await startSerai({ dataDir: join(folder, 'data') });
  secrets.push(service.key ?? '', service.signInUrl?.split('#')[1] ?? '');
});
afterAll(clearAway);

async function createKey(...args: string[]): Promise<{ keyId: string; secret: string }> {
  const { code, out } = await run('keys', 'create', '--json', ...args);
  expect(code).toBe(0);
  const { key, secret } = JSON.parse(out);
  secrets.push(secret);
  return { keyId: key.keyId, secret };
}

/** Repeats the request until a change to the key has taken effect, which may take a second. */
async function untilStatus(secret: string, status: number) {
  let answer = await boards(service.interfaceUrl, secret);
  await until(
    async () => {
      if (answer.status !== status) answer = await boards(service.interfaceUrl, secret);
      return answer.status === status;
    },
    EVERY_NODE_KNOWS_MS,
    () => `still ${answer.status} instead of ${status}`,
  );
  return answer;
}

describe('API keys', () => {
  let keyId: string;
  let first: string;
  let second: string;

  test('a new key works immediately', async () => {
    ({ keyId, secret: first } = await createKey('--name', 'Shop', '--all-scopes', '--per-day', '500'));
    const { status, json } = await boards(service.interfaceUrl, first);
    expect([status, json.meta.environment]).toEqual([200, 'sandbox']);
  });

  test('a new key is shown once, with a warning', async () => {
    const { code, out } = await run('keys', 'create', '--name', 'For people', '--scope', 'content:read');
    const shown = /serai_sandbox_\w{12}_\w{36}/.exec(out)?.[0] ?? '';
    secrets.push(shown);
    expect([code, out.split(shown).length - 1]).toEqual([0, 1]);
    expect(out).toContain('This is shown once.');
    expect((await boards(service.interfaceUrl, shown)).status).toBe(200);
  });

  test('a key is listed and shown without its secret', async () => {
    const listed = await run('keys', 'list');
    expect(listed.out).toContain(keyId);
    expect(listed.out).toContain('Shop');
    const shown = await run('keys', 'show', keyId, '--json');
    expect(JSON.parse(shown.out).key).toMatchObject({ keyId, name: 'Shop', status: 'ACTIVE' });
    for (const { code, out } of [listed, shown]) {
      expect(code).toBe(0);
      for (const secret of secrets) expect(out).not.toContain(secret.split('_').at(-1));
    }
  });

  test('a request with a key that lacks the required scope returns 403 and names the scope', async () => {
    expect((await run('keys', 'update', keyId, '--scope', 'hotels:read')).code).toBe(0);
    const { json } = await untilStatus(first, 403);
    expect(json.error.code).toBe('FORBIDDEN');
    expect(json.error.message).toContain('content:read');
  });

  test('a request from an address that the key does not allow returns 403 and names the address', async () => {
    expect((await run('keys', 'update', keyId, '--all-scopes', '--allow', '203.0.113.0/24')).code).toBe(0);
    await until(
      async () => (await boards(service.interfaceUrl, first)).json.error?.message.includes('127.0.0.1'),
      EVERY_NODE_KNOWS_MS,
      () => 'the address is not named',
    );
    expect((await run('keys', 'update', keyId, '--allow-any')).code).toBe(0);
    await untilStatus(first, 200);
  });

  test('a key rotated with an overlap has two secrets that share one rate limit', async () => {
    const { code, out } = await run('keys', 'rotate', keyId, '--overlap', '1h', '--json');
    expect(code).toBe(0);
    second = JSON.parse(out).secret;
    secrets.push(second);
    const before = remaining(await untilStatus(first, 200), 'day');
    expect(remaining(await boards(service.interfaceUrl, second), 'day')).toBe(before - 1);
    expect(remaining(await boards(service.interfaceUrl, first), 'day')).toBe(before - 2);
  });

  test('a rotated key accepts only the new secret after the overlap has ended', async () => {
    expect((await run('keys', 'end-overlap', keyId)).code).toBe(0);
    await untilStatus(first, 401);
    expect((await boards(service.interfaceUrl, second)).status).toBe(200);
  });

  test('a key can be disabled and enabled', async () => {
    expect((await run('keys', 'disable', keyId)).code).toBe(0);
    await untilStatus(second, 401);
    expect((await run('keys', 'enable', keyId)).code).toBe(0);
    await untilStatus(second, 200);
  });

  test('a key can be revoked permanently, but only after confirmation', async () => {
    const unasked = await run('keys', 'revoke', keyId);
    expect(unasked.code).toBe(2);
    expect((await boards(service.interfaceUrl, second)).status).toBe(200);
    expect((await run('keys', 'revoke', keyId, '--yes')).code).toBe(0);
    await untilStatus(second, 401);
    const enabled = await run('keys', 'enable', keyId);
    expect([enabled.code, enabled.out]).toEqual([1, '']);
  });

  test('serai keys report-leak revokes the key that it finds in a file', async () => {
    const { secret } = await createKey('--name', 'Leaked', '--all-scopes');
    const file = join(folder, 'leaked.txt');
    await writeFile(file, `KEY=${secret}`);
    const { code, out } = await run('keys', 'report-leak', '--file', file);
    await rm(file);
    expect([code, out]).toEqual([0, expect.stringContaining('The key "Leaked"')]);
    await untilStatus(secret, 401);
  });

  test('a request over the limit of its key returns 429 with the time until the next request is allowed', async () => {
    const { secret } = await createKey('--name', 'Small', '--all-scopes', '--per-minute', '3');
    const answers = await Promise.all(Array.from({ length: 8 }, () => boards(service.interfaceUrl, secret)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(refused).toHaveLength(5);
    for (const { headers, json } of refused) {
      expect(Object.keys(json.error)).toEqual(['code', 'message']);
      expect(json.error.message).toContain(`Retry in ${headers.get('retry-after')} second`);
    }
  });
});

describe('exit codes', () => {
  test.each([
    [0, 'the command succeeds', ['keys', 'list', '--limit', '1'], {}],
    [1, 'the service rejects the request', ['keys', 'show', 'nobodysKey00'], {}],
    [1, 'a setting is invalid', ['settings'], { SERAI_PORT: 'x' }],
    [2, 'the usage is invalid', ['keys', 'create', '--nam', 'x'], {}],
    [2, 'there is no such command', ['kyes', 'list'], {}],
    [3, 'the service cannot be reached', ['keys', 'list', '--url', 'http://127.0.0.1:1'], {}],
    [4, 'the token is invalid', ['keys', 'list'], { SERAI_OPERATOR_TOKEN: 'wrong' }],
    [4, 'there is no token', ['keys', 'list'], { SERAI_DATA_DIR: '/nowhere' }],
  ] as const)('serai exits with code %i when %s', async (expected, _, args, env) => {
    const { code, err } = await serai({ ...service.env, ...env }, ...args);
    expect(code).toBe(expected);
    expect(err).not.toMatch(/^ +at /m);
    if (expected > 1) expect(err).not.toBe('');
  });
});

describe('other commands', () => {
  test('serai settings shows where each value comes from and hides secrets', async () => {
    const env = { ...service.env, SERAI_OPERATOR_TOKEN: 'canary-of-settings' };
    const { code, out } = await serai(env, 'settings');
    expect(code).toBe(0);
    expect(out).toContain(`SERAI_DATA_DIR = ${service.dataDir}  from the environment`);
    expect(out).toContain('SERAI_HOST = 127.0.0.1  default');
    expect(out).not.toContain('canary-of-settings');
  });

  test('serai doctor finds no problem in a running installation', async () => {
    const { code, out } = await run('doctor', '--json');
    const { checks } = JSON.parse(out) as { checks: { state: string }[] };
    expect(checks.filter(({ state }) => state === 'problem')).toEqual([]);
    expect(code).toBe(0);
    expect(checks.length).toBeGreaterThan(8);
  });

  test('serai requests list shows recent requests after a short delay', async () => {
    const requestId = `e2e-${process.pid}`;
    const headers = { authorization: `ApiKey ${service.key}`, 'x-request-id': requestId };
    expect((await post(`${service.interfaceUrl}${BOARDS}`, {}, headers)).status).toBe(200);
    const listed = async () =>
      JSON.parse((await run('requests', 'list', '--request-id', requestId, '--json')).out).requests;
    await until(
      async () => (await listed()).length === 1,
      LOGGED_WITHIN_MS,
      () => 'it is not logged',
    );
    expect((await run('requests', 'list', '--request-id', requestId)).out).toContain('200');
  });

  test('serai usage counts every request made with a key', async () => {
    const { keyId, secret } = await createKey('--name', 'Counted', '--all-scopes');
    for (let call = 0; call < 7; call++) await boards(service.interfaceUrl, secret);
    const total = async () =>
      JSON.parse((await run('usage', '--key', keyId, '--json')).out).totals.requests as number;
    await until(
      async () => (await total()) === 7,
      COUNTED_WITHIN_MS,
      () => 'they are not counted',
    );
  });
});

describe('sign-in links', () => {
  const operate = (name: string, body: object, headers: Record<string, string> = {}) =>
    post(`${service.dashboardUrl}/api/v1/${name}`, body, { origin: service.dashboardUrl, ...headers });

  test('a sign-in link works once and signs one person in until they sign out', async () => {
    const { code, out } = await run('sign-in', '--json');
    expect(code).toBe(0);
    const token = JSON.parse(out).url.split('#')[1] as string;
    secrets.push(token);
    const signedIn = await operate('session/sign-in', { token });
    expect(signedIn.status).toBe(200);
    const set = signedIn.headers.get('set-cookie') ?? '';
    for (const flag of ['HttpOnly', 'SameSite=Lax', 'Path=/']) expect(set).toContain(flag);
    expect((await operate('session/sign-in', { token })).status).toBe(401);

    const cookie = set.split(';')[0] ?? '';
    secrets.push(cookie.split('=')[1] ?? '');
    const shown = await operate('session/show', {}, { cookie });
    expect([shown.status, shown.json.session.method]).toEqual([200, 'session']);
    expect((await operate('keys/list', {}, { cookie, origin: 'http://evil.example' })).status).toBe(403);
    expect((await operate('session/sign-out', {}, { cookie })).json.signedOut).toBe(true);
    expect((await operate('session/show', {}, { cookie })).status).toBe(401);
  });

  test('a sign-in link for a developer allows creating sandbox keys but not production keys', async () => {
    const { out } = await run('sign-in', '--role', 'developer', '--json');
    const token = JSON.parse(out).url.split('#')[1] as string;
    secrets.push(token);
    const signedIn = await operate('session/sign-in', { token });
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    secrets.push(cookie.split('=')[1] ?? '');
    const input = { name: 'Live', environment: 'production', scopes: ['content:read'] };
    expect((await operate('keys/create', input, { cookie })).status).toBe(403);
    const sandbox = await operate('keys/create', { ...input, environment: 'sandbox' }, { cookie });
    expect(sandbox.status).toBe(200);
    secrets.push(sandbox.json.secret);
  });
});

describe('secret hygiene', () => {
  let metrics: string;

  test('a request with a key in the wrong place is rejected, and the response does not contain the key', async () => {
    const key = service.key ?? '';
    const good = { authorization: `ApiKey ${key}` };
    const misplaced = [
      await post(`${service.interfaceUrl}${BOARDS}`, {}, { authorization: `Bearer ${key}` }),
      await post(`${service.interfaceUrl}${BOARDS}`, {}, { authorization: `ApiKey ${key}x` }),
      await post(`${service.interfaceUrl}${BOARDS}?key=${key}`, {}, good),
      await post(`${service.interfaceUrl}/${key}`, {}, good),
      await post(`${service.interfaceUrl}${BOARDS}`, { language: key, note: key }, good),
      await post(
        `${service.dashboardUrl}/api/v1/keys/show`,
        { keyId: key },
        { authorization: `Bearer ${key}` },
      ),
    ];
    for (const { status, json } of misplaced) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(JSON.stringify(json)).not.toContain(key.split('_').at(-1));
    }
    await until(
      async () =>
        JSON.parse((await run('requests', 'list', '--status', '400', '--json')).out).requests.length > 0,
      LOGGED_WITHIN_MS,
      () => 'nothing is logged',
    );
  });

  test('serai doctor finds no problem in a stopped installation', async () => {
    metrics = await (await fetch(`${service.dashboardUrl}/metrics`)).text();
    expect(metrics).toContain('serai_');
    expect(await service.stop()).toBe(0);
    await untilNothingRunsIn(folder);
    const { code, out } = await run('doctor', '--json');
    const { checks } = JSON.parse(out) as { checks: { state: string }[] };
    expect(checks.filter(({ state }) => state === 'problem')).toEqual([]);
    expect(code).toBe(0);
    expect((await run('keys', 'list')).code).toBe(3);
  });

  test('no secret appears in the log, the metrics or the data folder, except for the operator token in its own file', async () => {
    const unique = [...new Set(secrets.map(secret => secret.split('_').at(-1) ?? ''))];
    expect(unique.length).toBeGreaterThan(9);
    const logged = service.err() + metrics;
    for (const secret of unique) {
      expect(secret.length).toBeGreaterThan(30);
      expect(logged).not.toContain(secret);
      expect(await findText(folder, secret)).toEqual([]);
    }
    const operatorToken = (await readFile(join(service.dataDir, 'operator-token'), 'utf8')).trim();
    expect(logged + service.out()).not.toContain(operatorToken);
    expect(await findText(folder, operatorToken)).toEqual(['data/operator-token']);
  });
});
