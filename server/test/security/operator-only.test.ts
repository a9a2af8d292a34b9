/**
 * Tests that operations on the whole installation are reserved for the operator token and people in the first
 * organisation.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { createOrganisation, openLink } from '../browser-session.ts';
import { testApp } from '../test-app.ts';

const INSTALLATION_WIDE: [string, object][] = [
  ['jobs/list', {}],
  ['jobs/retry', { kind: 'booking.reconcile' }],
  ['system/status', {}],
  ['system/rotate-signing-key', {}],
  ['providers/health', { environment: 'sandbox' }],
  ['organisations/create', { name: 'One more' }],
];

const app = await testApp();
const { organisation } = (await app.operate('session/show', {})).json.session;
const owner = await openLink(app, organisation.organisationId, 'owner');
const stranger = await openLink(app, await createOrganisation(app), 'owner');
afterAll(() => app.close());

describe.each(INSTALLATION_WIDE)('%s', (name, input) => {
  it('an installation-wide operation returns 403 for the owner of another organisation and names whom to ask', async () => {
    const { status, json } = await stranger(name, input);
    expect([status, json.error.code]).toEqual([403, 'FORBIDDEN']);
    expect(json.error.message).toContain('operator');
  });
});

it('installation-wide operations accept the operator token and people in the first organisation who have the required role', async () => {
  for (const name of ['jobs/list', 'system/status']) {
    expect((await owner(name)).status).toBe(200);
    expect((await app.operate(name, {})).status).toBe(200);
  }
  expect((await owner('providers/health', { environment: 'sandbox' })).status).toBe(200);
  const { json } = await owner('session/show');
  const developer = await openLink(app, json.session.organisation.organisationId, 'developer');
  expect((await developer('system/status')).status).toBe(200);
  expect((await developer('jobs/retry', { kind: 'booking.reconcile' })).status).toBe(403);
});

it('each session shows whether it belongs to the operator', async () => {
  expect((await owner('session/show')).json.session.staff).toBe(true);
  expect((await app.operate('session/show', {})).json.session.staff).toBe(true);
  expect((await stranger('session/show')).json.session.staff).toBe(false);
});
