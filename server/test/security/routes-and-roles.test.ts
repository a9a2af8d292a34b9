/**
 * API5 and API9: exactly the documented operations can be reached, and every combination of operation and role
 * behaves as declared.
 */
import { readFile } from 'node:fs/promises';
import { OPERATIONS } from '@serai/contract/operations.ts';
import { OPERATOR_OPERATIONS } from '@serai/contract/operator-operations.ts';
import { isStaffRole, PERMISSIONS, type Permission, ROLES, type Role } from '@serai/contract/roles.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSignInLink } from '../../src/account/sign-in.ts';
import { firstCompanies } from '../browser-session.ts';
import { type TestApp, testApp } from '../test-app.ts';

let app: TestApp;
const cookies = new Map<Role, string>();

beforeAll(async () => {
  app = await testApp();
  const { operatorId, partnerId } = await firstCompanies(app);
  for (const role of ROLES) {
    cookies.set(role, await signIn(isStaffRole(role) ? operatorId : partnerId, role));
  }
});
afterAll(() => app?.close());

async function ask(name: string, input: unknown, cookie: string) {
  const response = await fetch(`${app.dashboardUrl}/api/v1/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.dashboardUrl as string, cookie },
    body: JSON.stringify(input),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function signIn(organisationId: string, role: Role): Promise<string> {
  const { token } = await createSignInLink(app.database.db, organisationId, role);
  const { headers, text } = await ask('session/sign-in', { token }, '');
  const cookie = headers.getSetCookie()[0]?.split(';')[0];
  expect(cookie, text).toBeDefined();
  return cookie as string;
}

const pathsOf = async (file: string) =>
  Object.keys(JSON.parse(await readFile(new URL(`../../../${file}`, import.meta.url), 'utf8')).paths);

test('the OpenAPI document lists exactly the API paths and the pages that require no key', async () => {
  const served = OPERATIONS.flatMap(({ path, aliases }) => [path, ...aliases]);
  const pages = ['/healthz', '/readyz', '/openapi.json', '/docs'];
  const documented = await pathsOf('openapi.json');
  expect(documented.filter(path => !pages.includes(path)).sort()).toEqual(served.toSorted());
  expect(await pathsOf('docs/reference/generated/operator-openapi.json')).toEqual(
    expect.arrayContaining(OPERATOR_OPERATIONS.map(({ name }) => `/api/v1/${name}`)),
  );
});

test('the API serves every documented path and returns 404 for similar paths', async () => {
  const { secret: key } = await app.createKey({ limits: { perMinute: 100_000 } });
  for (const { path, aliases } of OPERATIONS) {
    for (const each of [path, ...aliases]) expect((await app.post(each, {}, { key })).status).not.toBe(404);
    for (const near of [
      `${path}/`,
      path.replace('v1', 'v2'),
      path.replace('v1', 'v0'),
      `${path}s`,
      `/v1${path}`,
    ]) {
      if (near === path || aliases.includes(near as `/${string}`)) continue;
      expect([near, (await app.post(near, {}, { key })).status]).toEqual([near, 404]);
    }
  }
});

/** Repeats the contract on purpose: a change of permissions must be made in both places. */
const ALL = ROLES.join(' ');
const STAFF = 'owner admin support revenue finance developer viewer';
const PARTNER = 'partner-admin partner-developer partner-viewer';
const ADMINS = 'owner admin';
const DEVELOPERS = 'owner admin developer partner-admin partner-developer';
const ROLES_OF: Record<Permission, string> = {
  'account:own': ALL,
  'operator:view': STAFF,
  'operator:edit': ADMINS,
  'partners:view': ALL,
  'partners:edit': `${ADMINS} partner-admin`,
  'partners:manage': ADMINS,
  'people:view': ALL,
  'people:manage': `${ADMINS} partner-admin`,
  'keys:view': `${ADMINS} support developer viewer ${PARTNER}`,
  'keys:sandbox': DEVELOPERS,
  'keys:production': `${ADMINS} partner-admin`,
  'keys:spend': `${ADMINS} developer partner-admin`,
  'keys:ucp': `${ADMINS} developer`,
  'keys:report': `${DEVELOPERS} support`,
  'requests:view': `${ADMINS} support finance developer viewer ${PARTNER}`,
  'security:view': `${ADMINS} developer viewer ${PARTNER}`,
  'audit:view': ALL,
  'search:view': ALL,
  'notices:view': ALL,
  'webhooks:view': `${ADMINS} support developer viewer ${PARTNER}`,
  'webhooks:edit': DEVELOPERS,
  'webhooks:resend': `${DEVELOPERS} support`,
  'bookings:view': ALL,
  'bookings:resolve': `${ADMINS} support`,
  'guests:manage': `${ADMINS} partner-admin`,
  'catalogue:view': ALL,
  'inventory:view': STAFF,
  'inventory:edit': `${ADMINS} revenue`,
  'providers:view': STAFF,
  'providers:edit': ADMINS,
  'mapping:view': STAFF,
  'mapping:edit': `${ADMINS} revenue`,
  'pricing:view': `${ADMINS} support revenue finance viewer`,
  'pricing:edit': `${ADMINS} revenue`,
  'billing:view': `${ADMINS} support finance viewer ${PARTNER}`,
  'billing:edit': `${ADMINS} finance`,
  'reports:view': `${ADMINS} revenue finance viewer`,
  'reference:view': ALL,
  'reference:try': DEVELOPERS,
  'sandbox:view': ALL,
  'sandbox:certify': DEVELOPERS,
  'sandbox:reset': `${ADMINS} partner-admin`,
  'system:view': STAFF,
  'system:manage': ADMINS,
};

const CELLS = OPERATOR_OPERATIONS.filter(
  ({ name, public: isPublic }) => isPublic !== true && !/^session\/(sign-out|end)/.test(name),
);

describe.each(CELLS)('$name requires $permission', ({ name, permission }) => {
  test.each(ROLES)('an operation checks the permissions of a caller with the role %s', async role => {
    const mayAsk = ROLES_OF[permission].split(' ').includes(role);
    // Invalid for every operation: permitted callers get a validation error, and nothing happens.
    const { status, text } = await ask(name, { 'no such member': 1 }, cookies.get(role) as string);
    expect([name, role, status], text).toEqual([name, role, mayAsk ? 400 : 403]);
  });
});

test('every operation declares a scope or a permission', () => {
  for (const { name, scope } of OPERATIONS)
    expect([name, scope]).toEqual([name, expect.stringMatching(/^\w+:\w+$/)]);
  for (const { name, permission } of OPERATOR_OPERATIONS)
    expect([name, Object.keys(PERMISSIONS)]).toEqual([name, expect.arrayContaining([permission])]);
});
