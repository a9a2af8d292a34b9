/** Tests every operation in the contract with every scope and method. The cases are generated from the contract. */
import { OPERATIONS } from '@serai/contract/operations.ts';
import { SCOPE_NAMES, type Scope } from '@serai/contract/scopes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from './test-app.ts';

let app: TestApp;
const keys = new Map<string, string>();

beforeAll(async () => {
  app = await testApp();
  for (const scope of SCOPE_NAMES) {
    keys.set(`only ${scope}`, (await app.createKey({ scopes: [scope] })).secret);
    const others = SCOPE_NAMES.filter(name => name !== scope);
    keys.set(`all but ${scope}`, (await app.createKey({ scopes: others })).secret);
  }
});
afterAll(() => app.close());

const ROUTES = OPERATIONS.flatMap(operation =>
  [operation.path, ...operation.aliases].map(path => ({ path, scope: operation.scope as Scope })),
);

describe.each(ROUTES)('$path', ({ path, scope }) => {
  test(`a request to ${path} returns 403 and names the scope if its key lacks ${scope}`, async () => {
    const { status, json } = await app.post(path, {}, { key: keys.get(`all but ${scope}`) });
    expect(status).toBe(403);
    expect(json).toEqual({
      error: {
        code: 'FORBIDDEN',
        message: `The key lacks the scope ${scope}. Add the scope, or use another key.`,
      },
    });
  });

  test(`a request to ${path} passes the gateway if its key has only ${scope}`, async () => {
    const { status } = await app.post(path, {}, { key: keys.get(`only ${scope}`) });
    expect([401, 403, 404, 405, 429]).not.toContain(status);
  });

  test.each(SCOPE_NAMES.filter(name => name !== scope))(
    `a request to ${path} returns 403 if its key has only %s`,
    async other => {
      expect((await app.post(path, {}, { key: keys.get(`only ${other}`) })).status).toBe(403);
    },
  );

  test(`a request to ${path} without a key returns 401`, async () => {
    expect((await app.post(path, {}, {})).status).toBe(401);
  });

  test.each(['GET', 'PUT', 'DELETE', 'PATCH'])(
    `a request to ${path} with the method %s returns 405 if its key has ${scope} and 403 otherwise`,
    async method => {
      const statusWith = async (key: string | undefined) =>
        (await fetch(`${app.interfaceUrl}${path}`, { method, headers: { authorization: `ApiKey ${key}` } }))
          .status;
      expect(await statusWith(keys.get(`only ${scope}`))).toBe(405);
      expect(await statusWith(keys.get(`all but ${scope}`))).toBe(403);
    },
  );
});

test('paths require the scopes that the specification defines', () => {
  expect(Object.fromEntries(ROUTES.map(({ path, scope }) => [path, scope]))).toEqual({
    '/connect/hotels/v1/availability': 'hotels:search',
    '/connect/hotels/v1/prebooking': 'hotels:quote',
    '/connect/hotels/v1/booking': 'hotels:book',
    '/connect/hotels/v1/bookingdetail': 'hotels:read',
    '/connect/hotels/v1/voucher': 'hotels:read',
    '/connect/hotels/v1/bookinglist': 'hotels:read',
    '/connect/hotels/v1/balance': 'hotels:read',
    '/connect/hotels/v1/cancel': 'hotels:cancel',
    '/content/hotels/v1/hotels': 'content:read',
    '/content/hotels/v1/rooms': 'content:read',
    '/content/hotels/v1/destinations': 'content:read',
    '/content/hotels/v1/boards': 'content:read',
    '/content/hotels/v1/categories': 'content:read',
    '/content/hotels/v1/facilities': 'content:read',
    '/content/hotels/v1/places/search': 'content:read',
    '/content/hotels/v1/places/search-destination': 'content:read',
    '/hotels/by-destination': 'content:read',
    '/content/hotels/v1/hotels/by-destination': 'content:read',
  });
});

test('only the documented pages are served without a key', async () => {
  const open = ['/healthz', '/readyz', '/openapi.json', '/docs', '/docs?x'];
  for (const path of open) {
    const { status } = await fetch(`${app.interfaceUrl}${path}`);
    expect([path, [200, 503].includes(status)]).toEqual([path, true]);
  }
  for (const path of [
    '/',
    '/metrics',
    '/api/v1/keys/list',
    '/.well-known/jwks.json',
    '/healthz/',
    '/favicon.ico',
  ]) {
    const { status } = await fetch(`${app.interfaceUrl}${path}`);
    expect([path, status]).toEqual([path, 401]);
  }
  expect((await fetch(`${app.interfaceUrl}/docs/nothing-here`)).status).toBe(404);
});

test('the API allows no cross-origin requests from browsers', async () => {
  const response = await fetch(`${app.interfaceUrl}${ROUTES[0]?.path}`, {
    method: 'OPTIONS',
    headers: { origin: 'https://example.org', 'access-control-request-method': 'POST' },
  });
  expect([...response.headers.keys()].filter(name => name.startsWith('access-control'))).toEqual([]);
});
