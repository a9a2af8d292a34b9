/** The limits of keys are bounded by the ceilings of the partner, which only staff can set. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ask, createPartner, firstCompanies, openLink } from '../browser-session.ts';
import { type TestApp, testApp } from '../test-app.ts';

const DEFAULTS = { perMinute: 600, perHour: 15_000, perDay: 250_000, keys: 20 };
const SANDBOX_KEY = { name: 'Engine', environment: 'sandbox', scopes: ['hotels:search'] };

let app: TestApp;
let partnerId: string;
let developer: Ask;
let admin: Ask;

beforeAll(async () => {
  app = await testApp();
  partnerId = await createPartner(app);
  developer = await openLink(app, partnerId, 'partner-developer');
  admin = await openLink(app, partnerId, 'partner-admin');
});
afterAll(() => app?.close());

const setCeilings = (ceilings: object, id = partnerId) =>
  app.operate('partners/update', { partnerId: id, ceilings });

describe('limits of a key', () => {
  it('all limits above the ceilings are rejected together, and the error states each ceiling and whom to ask', async () => {
    const limits = { perMinute: 1_000_000, perHour: 15_000, perDay: 250_001 };
    const { status, json } = await developer('keys/create', { ...SANDBOX_KEY, limits });
    expect([status, json.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(json.error.details).toMatchObject([
      { path: '/limits/perMinute', code: 'ABOVE_CEILING', ceiling: 600 },
      { path: '/limits/perDay', code: 'ABOVE_CEILING', ceiling: 250_000 },
    ]);
    for (const { message } of json.error.details) expect(message).toMatch(/Ask the operator/);
  });

  it('neither developers nor admins of a partner can raise the limits of a key above the ceilings', async () => {
    const { json } = await developer('keys/create', SANDBOX_KEY);
    const raised = { keyId: json.key.keyId, limits: { perMinute: 601 } };
    expect((await developer('keys/update', raised)).status).toBe(400);
    expect((await admin('keys/update', raised)).status).toBe(400);
    expect((await admin('keys/update', { ...raised, limits: { perMinute: 599 } })).status).toBe(200);
    await developer('keys/revoke', { keyId: json.key.keyId });
  });

  it('limits that staff set above the ceilings are preserved and can be lowered but not raised', async () => {
    const { json } = await developer('keys/create', SANDBOX_KEY);
    const { keyId } = json.key;
    const given = await app.operate('keys/update', { keyId, limits: { perMinute: 5_000 } });
    expect(given.json.key.limits.perMinute).toBe(5_000);
    const same = await developer('keys/update', { keyId, name: 'Renamed', limits: { perMinute: 5_000 } });
    expect([same.status, same.json.key.limits.perMinute]).toEqual([200, 5_000]);
    const lower = await developer('keys/update', { keyId, limits: { perMinute: 4_000 } });
    expect([lower.status, lower.json.key.limits.perMinute]).toEqual([200, 4_000]);
    expect((await developer('keys/update', { keyId, limits: { perMinute: 4_001 } })).status).toBe(400);
    await developer('keys/revoke', { keyId });
  });

  it('the default limits of a new key never exceed the ceilings', async () => {
    await setCeilings({ perMinute: 100 });
    const { json } = await developer('keys/create', SANDBOX_KEY);
    expect(json.key.limits).toMatchObject({ perMinute: 100, perHour: 15_000, perDay: 250_000 });
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

  it('at most twice as many keys as the ceiling can be created per hour, so that new keys cannot bypass the rate limits', async () => {
    const id = await createPartner(app, 'Churning');
    await setCeilings({ keys: 2 }, id);
    const churning = await openLink(app, id, 'partner-developer');
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
  it('ceilings have defaults and are shown with the partner', async () => {
    const id = await createPartner(app, 'Fresh');
    const fresh = await openLink(app, id, 'partner-viewer');
    expect((await fresh('session/show')).json.session.partner.ceilings).toEqual(DEFAULTS);
    expect((await fresh('partners/list')).json.partners[0].ceilings).toEqual(DEFAULTS);
  });

  it('ceilings can be changed individually, and each change is audited', async () => {
    const changed = await setCeilings({ perHour: 20_000 });
    expect(changed.json.partner.ceilings).toEqual({ ...DEFAULTS, perHour: 20_000 });
    const { json } = await admin('audit/list', { action: 'partners/update' });
    expect(json.entries[0]).toMatchObject({
      before: { ceilings: { perHour: 15_000 } },
      after: { ceilings: { perHour: 20_000 } },
    });
    await setCeilings({ perHour: 15_000 });
  });

  it('partner admins cannot change the ceilings of their partner', async () => {
    const { status, json } = await admin('partners/update', { ceilings: { perMinute: 1_000_000 } });
    expect([status, json.error.code]).toEqual([403, 'FORBIDDEN']);
    expect((await admin('session/show')).json.session.partner.ceilings).toEqual(DEFAULTS);
  });

  it('each partner has its own ceilings', async () => {
    await setCeilings({ perMinute: 50 });
    const other = await openLink(app, await createPartner(app, 'Unlimited'), 'partner-developer');
    const limits = { perMinute: 600 };
    expect((await other('keys/create', { ...SANDBOX_KEY, limits })).status).toBe(200);
    expect((await developer('keys/create', { ...SANDBOX_KEY, limits })).status).toBe(400);
    await setCeilings({ perMinute: 600 });
  });

  it('staff admins can set the ceilings of partners and give a single key higher limits, but staff developers cannot', async () => {
    const { operatorId } = await firstCompanies(app);
    const staffAdmin = await openLink(app, operatorId, 'admin');
    const change = { partnerId, ceilings: { perMinute: 700 } };
    expect((await staffAdmin('partners/update', change)).json.partner.ceilings.perMinute).toBe(700);
    const staffDeveloper = await openLink(app, operatorId, 'developer');
    expect((await staffDeveloper('partners/update', change)).status).toBe(403);
    const above = { ...SANDBOX_KEY, partnerId, limits: { perMinute: 10_000 } };
    expect((await staffDeveloper('keys/create', above)).status).toBe(400);
    const { status, json } = await staffAdmin('keys/create', above);
    expect([status, json.key.limits.perMinute]).toEqual([200, 10_000]);
    await setCeilings({ perMinute: 600 });
  });
});
