/** Tests that the ceilings of the organisation, which only the operator can set, bound the limits of keys. */
import { afterAll, describe, expect, it } from 'vitest';
import { createOrganisation, openLink } from '../browser-session.ts';
import { testApp } from '../test-app.ts';

const DEFAULTS = { perMinute: 600, perHour: 15_000, perDay: 250_000, keys: 20 };
const SANDBOX_KEY = { name: 'Engine', environment: 'sandbox', scopes: ['hotels:search'] };

const app = await testApp();
const organisationId = await createOrganisation(app);
const developer = await openLink(app, organisationId, 'developer');
const owner = await openLink(app, organisationId, 'owner');
afterAll(() => app.close());

const setCeilings = (ceilings: object, id = organisationId) =>
  app.operate('organisations/update', { organisationId: id, ceilings });

describe('limits of a key', () => {
  it('all limits above the ceilings are rejected together, with each ceiling and whom to ask', async () => {
    const limits = { perMinute: 1_000_000, perHour: 15_000, perDay: 250_001 };
    const { status, json } = await developer('keys/create', { ...SANDBOX_KEY, limits });
    expect([status, json.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(json.error.details).toMatchObject([
      { path: '/limits/perMinute', code: 'ABOVE_CEILING', ceiling: 600 },
      { path: '/limits/perDay', code: 'ABOVE_CEILING', ceiling: 250_000 },
    ]);
    for (const { message } of json.error.details) expect(message).toMatch(/Ask the operator/);
  });

  it('an update with limits above the ceilings is rejected, even for an owner', async () => {
    const { json } = await developer('keys/create', SANDBOX_KEY);
    const raised = { keyId: json.key.keyId, limits: { perMinute: 601 } };
    expect((await developer('keys/update', raised)).status).toBe(400);
    expect((await owner('keys/update', raised)).status).toBe(400);
    expect((await owner('keys/update', { ...raised, limits: { perMinute: 599 } })).status).toBe(200);
    await developer('keys/revoke', { keyId: json.key.keyId });
  });

  it('limits that staff set above the ceilings are kept and can be lowered but not raised', async () => {
    const { json } = await developer('keys/create', SANDBOX_KEY);
    const { keyId } = json.key;
    await app.operate('organisations/select', { organisationId });
    const given = await app.operate('keys/update', { keyId, limits: { perMinute: 5_000 } });
    expect(given.json.key.limits.perMinute).toBe(5_000);
    const same = await developer('keys/update', { keyId, name: 'Renamed', limits: { perMinute: 5_000 } });
    expect([same.status, same.json.key.limits.perMinute]).toEqual([200, 5_000]);
    const lower = await developer('keys/update', { keyId, limits: { perMinute: 4_000 } });
    expect([lower.status, lower.json.key.limits.perMinute]).toEqual([200, 4_000]);
    expect((await developer('keys/update', { keyId, limits: { perMinute: 4_001 } })).status).toBe(400);
    await developer('keys/revoke', { keyId });
  });

  it('a new key without explicit limits gets at most the ceilings', async () => {
    await setCeilings({ perMinute: 100 });
    const { json } = await developer('keys/create', SANDBOX_KEY);
    expect(json.key.limits).toEqual({ perMinute: 100, perHour: 15_000, perDay: 250_000 });
    await developer('keys/revoke', { keyId: json.key.keyId });
    await setCeilings({ perMinute: 600 });
  });
});

describe('the number of keys', () => {
  it('the number of keys stays within the ceiling under concurrent creation', async () => {
    const ceiling = 5;
    await setCeilings({ keys: ceiling });
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => developer('keys/create', SANDBOX_KEY)),
    );
    const made = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 409);
    expect([made.length, refused.length]).toEqual([ceiling, 10]);
    expect(refused[0]?.json.error).toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringMatching(/5 active or disabled keys.*revoke.*operator/i),
    });
    await developer('keys/revoke', { keyId: made[0]?.json.key.keyId });
    expect((await developer('keys/create', SANDBOX_KEY)).status).toBe(200);
    expect((await developer('keys/create', SANDBOX_KEY)).status).toBe(409);
    await setCeilings({ keys: 20 });
  });

  it('an hourly limit of twice the key ceiling prevents new keys from being used to bypass the rate limits', async () => {
    const id = await createOrganisation(app, 'Churning');
    await setCeilings({ keys: 2 }, id);
    const churning = await openLink(app, id, 'developer');
    const createAndRevoke = async () => {
      const { status, json } = await churning('keys/create', SANDBOX_KEY);
      if (status === 200) await churning('keys/revoke', { keyId: json.key.keyId });
      return { status, json };
    };
    for (let i = 0; i < 4; i++) expect((await createAndRevoke()).status).toBe(200);
    const { status, json } = await createAndRevoke();
    expect([status, json.error?.code]).toEqual([409, 'INVALID_STATE']);
    expect(json.error.message).toMatch(/4 keys in the last hour.*operator/);
    await setCeilings({ keys: 3 }, id);
    expect((await createAndRevoke()).status).toBe(200);
  });
});

describe('ceilings', () => {
  it('ceilings have defaults and are shown with the organisation', async () => {
    const id = await createOrganisation(app, 'Fresh');
    const fresh = await openLink(app, id, 'read-only');
    expect((await fresh('session/show')).json.session.organisation.ceilings).toEqual(DEFAULTS);
    expect((await fresh('organisations/list')).json.organisations[0].ceilings).toEqual(DEFAULTS);
  });

  it('ceilings can be changed one by one, and each change is audited', async () => {
    const changed = await setCeilings({ perHour: 20_000 });
    expect(changed.json.organisation.ceilings).toEqual({ ...DEFAULTS, perHour: 20_000 });
    const { json } = await owner('audit/list', { action: 'organisations/update' });
    expect(json.entries[0]).toMatchObject({
      before: { ceilings: { perHour: 15_000 } },
      after: { ceilings: { perHour: 20_000 } },
    });
    await setCeilings({ perHour: 15_000 });
  });

  it('the owner of an organisation cannot change its ceilings', async () => {
    const { status, json } = await owner('organisations/update', { ceilings: { perMinute: 1_000_000 } });
    expect([status, json.error.code]).toEqual([403, 'FORBIDDEN']);
    const { ceilings } = (await owner('session/show')).json.session.organisation;
    expect(ceilings).toEqual(DEFAULTS);
  });

  it('admins of the first organisation can set the ceilings of other organisations only', async () => {
    await app.operate('organisations/list', {});
    const first = await app.database.db<
      { id: string }[]
    >`SELECT id FROM organisation ORDER BY created_at, id LIMIT 1`;
    const firstId = first[0]?.id as string;
    const admin = await openLink(app, firstId, 'admin');
    const change = { organisationId, ceilings: { perMinute: 700 } };
    expect((await admin('organisations/update', change)).json.organisation.ceilings.perMinute).toBe(700);
    expect((await admin('organisations/update', { ...change, name: 'Taken over' })).status).toBe(404);
    const staffDeveloper = await openLink(app, firstId, 'developer');
    expect((await staffDeveloper('organisations/update', change)).status).toBe(403);
    const above = { ...SANDBOX_KEY, limits: { perMinute: 10_000 } };
    expect((await staffDeveloper('keys/create', above)).status).toBe(400);
    expect((await admin('keys/create', above)).status).toBe(200);
    await setCeilings({ perMinute: 600 });
  });
});
