/** Operations on the whole installation are reserved for staff with the permission, and the operator token. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ask, createPartner, firstCompanies, openLink } from '../browser-session.ts';
import { type TestApp, testApp } from '../test-app.ts';

const INSTALLATION_WIDE: [string, object][] = [
  ['jobs/list', {}],
  ['jobs/retry', { kind: 'booking.reconcile' }],
  ['system/status', {}],
  ['system/rotate-signing-key', {}],
  ['providers/health', { environment: 'sandbox' }],
  ['providers/failures', { providerId: 'prv_sandbox_test-1' }],
  ['providers/failure', { providerId: 'prv_sandbox_test-1', failureId: 'pfl_unknown' }],
  ['providers/list', {}],
  ['inventory/properties', { environment: 'sandbox' }],
  ['operator/show', {}],
  ['operator/update', { name: 'Taken over' }],
  ['partners/create', { name: 'One more' }],
  ['organisations/create', { name: 'One more' }],
];

let app: TestApp;
let operatorId: string;
let owner: Ask;
let stranger: Ask;

beforeAll(async () => {
  app = await testApp();
  ({ operatorId } = await firstCompanies(app));
  owner = await openLink(app, operatorId, 'owner');
  stranger = await openLink(app, await createPartner(app), 'partner-admin');
});
afterAll(() => app?.close());

describe.each(INSTALLATION_WIDE)('%s', (name, input) => {
  it('an installation-wide operation returns 403 to a partner admin and names the roles that may call it', async () => {
    const { status, json } = await stranger(name, input);
    expect([status, json.error.code]).toEqual([403, 'FORBIDDEN']);
    expect(json.error.message).toMatch(/requires one of the roles owner, .* Your role is partner-admin/);
  });
});

it('installation-wide operations accept the operator token and staff with the required permission', async () => {
  for (const name of ['jobs/list', 'system/status', 'operator/show']) {
    expect((await owner(name)).status).toBe(200);
    expect((await app.operate(name, {})).status).toBe(200);
  }
  expect((await owner('providers/health', { environment: 'sandbox' })).status).toBe(200);
  const developer = await openLink(app, operatorId, 'developer');
  expect((await developer('system/status')).status).toBe(200);
  expect((await developer('jobs/retry', { kind: 'booking.reconcile' })).status).toBe(403);
});

it('each session shows whether it belongs to the operator', async () => {
  expect((await owner('session/show')).json.session.staff).toBe(true);
  expect((await app.operate('session/show', {})).json.session.staff).toBe(true);
  expect((await stranger('session/show')).json.session.staff).toBe(false);
});
