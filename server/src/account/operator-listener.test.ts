import { OPERATOR_OPERATIONS } from '@serai/contract/operator-operations.ts';
import { hasPermission, isStaffRole, PERMISSIONS, ROLES, type Role } from '@serai/contract/roles.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/database.ts';
import { ManualClock } from '../../test/manual-clock.ts';
import { type OperatorServer, startOperatorServer } from '../../test/operator-server.ts';
import { createSignInLink, signIn } from './sign-in.ts';

const clock = new ManualClock();
const cookies = {} as Record<Role, string>;
let database: TestDatabase;
let server: OperatorServer;
/** The same listener without handlers. Requests that pass every check get a 503 response. */
let bare: OperatorServer;

beforeAll(async () => {
  database = await testDatabase();
  const { pool, db } = database;
  server = await startOperatorServer({ pool, clock, dashboardOrigins: ['https://dash.example'] });
  bare = await startOperatorServer({ pool, clock, handlers: () => [] });
  for (const role of ROLES) {
    const company = isStaffRole(role) ? server.operatorId : server.partnerId;
    const { token } = await createSignInLink(db, company, role, clock);
    const session = await signIn(db, clock, { token, address: undefined, requestId: 'req_test' });
    cookies[role] = `serai_session=${session?.token}`;
  }
});

afterAll(async () => {
  await Promise.all([server?.close(), bare?.close()]);
  await database?.drop();
});

const protectedOperations = OPERATOR_OPERATIONS.filter(operation => !operation.public);

describe('roles', () => {
  it.each(protectedOperations.map(operation => [operation.name, operation] as const))(
    'only roles with the required permission may call %s',
    async (name, { permission }) => {
      for (const role of ROLES) {
        const answer = await bare.call(name, bare.browser(cookies[role]));
        if (!hasPermission(role, permission)) {
          expect(answer.status).toBe(403);
          expect(Object.keys(answer.json.error)).toEqual(['code', 'message']);
          const roles = PERMISSIONS[permission].roles.join(', ');
          expect(answer.json.error.message).toContain(
            `requires one of the roles ${roles}. Your role is ${role}`,
          );
        } else {
          expect(answer.json.error.message).toBe(`The operation ${name} is not available yet.`);
        }
      }
      const asOperator = await bare.call(name, bare.bearer);
      expect(asOperator.status).toBe(503);
      expect(Number(asOperator.headers['retry-after'])).toBeGreaterThan(0);
    },
  );

  it.each(protectedOperations.map(operation => operation.name))(
    '%s returns 401 without credentials',
    async name => {
      const answer = await server.call(name, {});
      expect(answer.status).toBe(401);
      expect(Object.keys(answer.json.error)).toEqual(['code', 'message']);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    },
  );
});

describe('the order of the checks', () => {
  const path = '/api/v1/system/rotate-signing-key';
  const reader = () => server.browser(cookies.viewer);
  const foreign = { origin: 'https://evil.example' };
  const post = { method: 'POST', headers: { 'content-type': 'application/json' } };

  it.each([
    ['credentials before the origin', 401, () => server.send(path, { method: 'POST', headers: foreign })],
    ['credentials before the route', 401, () => server.send('/api/v1/nothing/here', { method: 'POST' })],
    ['credentials before the method', 401, () => server.send(path, { method: 'DELETE' })],
    [
      'the origin before the route',
      403,
      () => server.send('/api/v1/nothing/here', { method: 'POST', headers: { ...reader(), ...foreign } }),
    ],
    ['the route before the method', 404, () => server.send('/api/v1/nothing/here', { headers: reader() })],
    [
      'the route before the content type',
      404,
      () => server.send('/api/v1/nothing', { method: 'POST', headers: reader() }),
    ],
    ['the role before the method', 403, () => server.send(path, { headers: reader() })],
    [
      'the method before the content type',
      405,
      () => server.send(path, { method: 'PUT', headers: server.bearer }),
    ],
    [
      'the content type before the Accept header',
      415,
      () => server.send(path, { method: 'POST', headers: { ...server.bearer, accept: 'text/html' } }),
    ],
    [
      'the Accept header before the body',
      406,
      () =>
        server.send(path, {
          ...post,
          headers: { ...post.headers, ...server.bearer, accept: 'text/html' },
          body: '{',
        }),
    ],
    [
      'the length of the body before its syntax',
      413,
      () =>
        server.send(path, {
          ...post,
          headers: { ...post.headers, ...server.bearer },
          body: ' '.repeat(1_048_577),
        }),
    ],
    [
      'the syntax of the body',
      400,
      () => server.send(path, { ...post, headers: { ...post.headers, ...server.bearer }, body: '{' }),
    ],
    [
      'the body against the schema',
      400,
      () => server.call('system/status', server.bearer, { colour: 'red' }),
    ],
  ])('the operator API checks %s and returns status %i', async (_, status, send) => {
    const answer = await send();
    expect(answer.status).toBe(status);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['x-request-id']).toMatch(/^req_/);
    expect(answer.json.error).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  });

  it('the operator API reports every invalid field with its path', async () => {
    const { json } = await server.call('audit/list', server.bearer, { page: { limit: 0 }, colour: 'red' });
    expect(json.error).toMatchObject({ code: 'VALIDATION_ERROR', retryable: false });
    expect(json.error.requestId).toMatch(/^req_/);
    expect(json.error.details.map((detail: { path: string }) => detail.path).sort()).toEqual([
      '/colour',
      '/page/limit',
    ]);
  });

  it('the operator API keeps a valid request ID from the client', async () => {
    const headers = { ...server.bearer, 'x-request-id': 'my.id:1' };
    expect((await server.call('session/show', headers)).headers['x-request-id']).toBe('my.id:1');
  });

  it('the operator API rejects repeated headers, including Authorization', async () => {
    const twice = await server.send('/api/v1/session/show', {
      method: 'POST',
      headers: { ...server.bearer, 'content-type': 'application/json', accept: ['*/*', '*/*'] },
      body: '{}',
    });
    expect(twice.status).toBe(400);
    const { authorization } = server.bearer;
    const both = { method: 'POST', headers: { Authorization: [authorization, authorization] }, body: '{}' };
    expect((await server.send('/api/v1/session/show', both)).status).toBe(401);
  });

  it.each([
    '/api/v1/session/show?x=1',
    '/api/v1/session/show/',
    '/api/v1//session/show',
    '/api/v1/session%2fshow',
    '/api/v1/x/../session/show',
  ])('the operator API matches paths exactly, so that %s returns 404', async target => {
    const headers = { ...server.bearer, 'content-type': 'application/json' };
    expect((await server.send(target, { method: 'POST', headers, body: '{}' })).status).toBe(404);
  });
});

describe('credentials', () => {
  it('the operator API returns 401 for a wrong token, even if the request has a valid cookie', async () => {
    const headers = { ...server.browser(cookies.owner), authorization: 'Bearer serai_operator_wrong' };
    expect((await server.call('session/show', headers)).status).toBe(401);
  });

  it.each(['Basic eDp5', 'Bearer', 'Bearer a b', 'ApiKey serai_live_x_y'])(
    'the operator API returns 401 for the Authorization header "%s"',
    async authorization => {
      expect((await server.call('session/show', { authorization })).status).toBe(401);
    },
  );

  it('the operator token acts as a staff owner', async () => {
    const { json } = await server.call('session/show', server.bearer);
    expect(json.session).toMatchObject({
      actor: 'operator-token',
      role: 'owner',
      method: 'operator-token',
      expiresAt: null,
      staff: true,
      partner: null,
      organisation: { organisationId: server.operatorId },
    });
  });
});

describe('the origin of a request with a cookie', () => {
  const show = (headers: Record<string, string>) =>
    server.call('session/show', { cookie: cookies.owner, ...headers }).then(answer => answer.status);

  it('a request with a cookie is accepted from our own origin', async () => {
    expect(await show({ origin: server.origin })).toBe(200);
    expect(await show({ 'sec-fetch-site': 'same-origin' })).toBe(200);
    const cookie = `__Host-${cookies.owner}`;
    expect(await show({ origin: 'https://dash.example', cookie })).toBe(200);
  });

  it('over https, the operator API ignores a cookie that another host could have planted', async () => {
    expect(await show({ origin: 'https://dash.example' })).toBe(401);
    expect(await show({ origin: 'https://dash.example', 'sec-fetch-site': 'same-origin' })).toBe(401);
  });

  it.each([
    {},
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ])('a request with a cookie is rejected if its origin headers are %o', async headers => {
    expect(await show(headers as Record<string, string>)).toBe(403);
  });

  it('a request with a cookie is rejected if it comes from another port or scheme on our host', async () => {
    expect(await show({ origin: 'http://127.0.0.1:1' })).toBe(403);
    expect(await show({ origin: server.origin.replace('http:', 'https:') })).toBe(403);
  });

  it('the operator token is accepted from any origin', async () => {
    const headers = { ...server.bearer, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await server.call('session/show', headers)).status).toBe(200);
  });

  it('signing in is rejected if the browser reports a foreign origin', async () => {
    const signInFrom = (headers: Record<string, string>) =>
      server.call('session/sign-in', headers, { token: 'x' }).then(answer => answer.status);
    expect(await signInFrom({ origin: 'https://evil.example' })).toBe(403);
    expect(await signInFrom({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await signInFrom({})).toBe(401);
    expect(await signInFrom({ origin: server.origin })).toBe(401);
  });

  it('the operator API rejects CORS preflight requests', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const answer = await server.send('/api/v1/session/show', { method: 'OPTIONS', headers });
    expect(answer.status).toBe(401);
    expect(Object.keys(answer.headers).filter(name => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('headers', () => {
  const SECURITY = {
    'content-security-policy':
      "default-src 'self'; script-src 'self'; img-src 'self' https:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };

  it.each(['/', '/sign-in', '/assets/x.js', '/healthz'])(
    'the response for %s has all security headers',
    async path => {
      expect((await server.send(path)).headers).toMatchObject(SECURITY);
    },
  );

  it('responses of the operator API have all security headers and must not be cached', async () => {
    const { headers } = await server.call('session/show', server.bearer);
    expect(headers).toMatchObject({ ...SECURITY, 'cache-control': 'no-store' });
    expect(Object.keys(headers).sort()).toEqual(
      [
        'cache-control',
        'connection',
        'content-length',
        ...Object.keys(SECURITY).filter(name => name < 'content-type'),
        'content-type',
        ...Object.keys(SECURITY).filter(name => name > 'content-type'),
        'date',
        'x-request-id',
      ].sort(),
    );
  });
});
