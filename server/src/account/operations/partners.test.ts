import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { type OperatorServer, startOperatorServer } from '../../../test/operator-server.ts';
import { type Browser, signUp } from '../../../test/people.ts';

const clock = new ManualClock();
let database: TestDatabase;
let server: OperatorServer;
/** A staff member with the role owner. */
let ana: Browser;
let northern: string;
/** An admin of the partner "Northern Travel". */
let nora: Browser;

const staff = (email: string, role: 'admin' | 'finance') =>
  signUp(server, { db: database.db, clock, email, role });

beforeAll(async () => {
  database = await testDatabase();
  server = await startOperatorServer({ pool: database.pool, clock });
  ana = await signUp(server, { db: database.db, clock, email: 'ana@example.com' });
  northern = (await ana.ok('partners/create', { name: 'Northern Travel' })).partner.partnerId;
  const people = { db: database.db, clock, partnerId: northern };
  nora = await signUp(server, { ...people, email: 'nora@northern.example' });
});

afterAll(async () => {
  await server?.close();
  await database?.drop();
});

beforeEach(() => clock.advance(1_000));

const show = async (partnerId = northern) => (await ana.ok('partners/show', { partnerId })).partner;
const entries = async (action: string) => (await ana.ok('audit/list', { action })).entries;

describe('partners/create', () => {
  it('partners/create uses defaults for omitted fields', async () => {
    expect(northern).toMatch(/^prt_/);
    expect(await show()).toEqual({
      partnerId: northern,
      name: 'Northern Travel',
      status: 'ACTIVE',
      createdAt: expect.any(String),
      nationality: 'ES',
      currency: 'EUR',
      language: 'en',
      groups: [],
      billing: { model: 'NONE', currency: 'EUR', limit: null },
      paymentDays: null,
      company: { legalName: null, address: null, taxNumber: null, billingEmail: null, contacts: [] },
      requireSecondFactor: false,
      maxKeyLifetimeDays: null,
      guestDays: null,
      ceilings: { perMinute: 600, perHour: 15_000, perDay: 250_000, keys: 20 },
    });
  });

  it('partners/create stores all given fields and records them in the audit log of the new partner', async () => {
    const given = {
      name: 'Gold Tours',
      groups: ['gold', 'spain'],
      billing: { model: 'CREDIT', limit: { amount: '5000.00', currency: 'GBP' } },
      ceilings: { perMinute: 1_200 },
      nationality: 'GB',
      currency: 'GBP',
      language: 'fr',
      guestDays: 30,
    };
    const { partner } = await ana.ok('partners/create', given);
    expect(partner).toMatchObject({
      ...given,
      billing: { model: 'CREDIT', currency: 'GBP', limit: { amount: '5000.00', currency: 'GBP' } },
      ceilings: { perMinute: 1_200, perHour: 15_000, perDay: 250_000, keys: 20 },
    });
    expect(await show(partner.partnerId)).toEqual(partner);
    const { partnerId } = partner;
    const { entries: own } = await ana.ok('audit/list', { partnerId });
    expect(own).toMatchObject([
      { action: 'partners/create', actor: 'ana@example.com', target: partnerId, after: given },
    ]);
  });

  it('partners/create reports all invalid fields together', async () => {
    const { status, json } = await ana.call('partners/create', {
      name: 'Wrong',
      groups: ['Gold', 'x', 'x'],
      billing: { model: 'CREDIT' },
      ceilings: { keys: 0 },
    });
    expect(status).toBe(400);
    const paths = json.error.details.map((detail: { path: string }) => detail.path).sort();
    expect(paths).toEqual(['/billing/limit', '/ceilings/keys', '/groups', '/groups/0']);
  });

  it.each([
    [
      'a credit limit without the model CREDIT',
      { model: 'PREPAID', limit: { amount: '1.00', currency: 'EUR' } },
      '/billing/limit',
    ],
    [
      'a credit limit in another currency',
      { model: 'CREDIT', currency: 'GBP', limit: { amount: '1.00', currency: 'EUR' } },
      '/billing/limit/currency',
    ],
  ])('partners/create rejects %s', async (_, billing, path) => {
    const { json } = await ana.call('partners/create', { name: 'Wrong', billing });
    expect(json.error.details).toMatchObject([{ path }]);
  });
});

describe('partners/list', () => {
  const names = (answer: { partners: { name: string }[] }) => answer.partners.map(({ name }) => name);

  it('partners/list returns all partners to staff in pages sorted by name, without the operator', async () => {
    const first = await ana.ok('partners/list', { page: { limit: 2 } });
    const cursor = first.page.nextCursor;
    const second = await ana.ok('partners/list', { page: { limit: 2, cursor } });
    expect([...names(first), ...names(second)]).toEqual(['Direct', 'Gold Tours', 'Northern Travel']);
    expect(second.page).toEqual({ nextCursor: null, hasMore: false });
    const other = await ana.call('partners/list', { status: 'ACTIVE', page: { limit: 2, cursor } });
    expect(other.json.error.code).toBe('INVALID_CURSOR');
  });

  it('every filter narrows partners/list', async () => {
    expect(names(await ana.ok('partners/list', { search: 'NORTH' }))).toEqual(['Northern Travel']);
    expect(names(await ana.ok('partners/list', { search: northern.slice(4) }))).toEqual(['Northern Travel']);
    expect(names(await ana.ok('partners/list', { search: '%' }))).toEqual([]);
    expect(names(await ana.ok('partners/list', { group: 'gold' }))).toEqual(['Gold Tours']);
    expect(names(await ana.ok('partners/list', { status: 'SUSPENDED' }))).toEqual([]);
  });

  it('partners/list returns nothing but their own partner to partner users, whatever the filter', async () => {
    expect(names(await nora.ok('partners/list'))).toEqual(['Northern Travel']);
    expect(names(await nora.ok('partners/list', { search: 'gold' }))).toEqual([]);
  });
});

describe('partners/show', () => {
  it('for partner users, partners/show returns their own partner and 404 for any other partner', async () => {
    expect((await nora.ok('partners/show')).partner.partnerId).toBe(northern);
    for (const partnerId of [server.partnerId, server.operatorId, 'prt_none'])
      expect((await nora.call('partners/show', { partnerId })).status).toBe(404);
  });

  it('partners/show never shows the operator as a partner', async () => {
    expect((await ana.call('partners/show', { partnerId: server.operatorId })).status).toBe(404);
  });
});

describe('partners/update', () => {
  it('partners/update changes only the given fields and records only the difference', async () => {
    const { partner } = await ana.ok('partners/update', {
      partnerId: northern,
      nationality: 'ES',
      currency: 'GBP',
      groups: ['silver'],
    });
    expect(partner).toMatchObject({ name: 'Northern Travel', currency: 'GBP', groups: ['silver'] });
    const [entry] = await entries('partners/update');
    expect(entry).toMatchObject({ partnerId: northern, target: northern });
    expect([entry.before, entry.after]).toEqual([
      { currency: 'EUR', groups: [] },
      { currency: 'GBP', groups: ['silver'] },
    ]);
  });

  it('partners/update records nothing if nothing changes', async () => {
    const before = (await entries('partners/update')).length;
    await ana.ok('partners/update', { partnerId: northern, currency: 'GBP' });
    expect(await entries('partners/update')).toHaveLength(before);
  });

  it('partner admins can change the defaults, key lifetime and guest retention of their own partner only', async () => {
    const change = { currency: 'EUR', maxKeyLifetimeDays: 90, guestDays: 10, language: 'sv' };
    expect((await nora.ok('partners/update', change)).partner).toMatchObject(change);
    expect((await entries('partners/update'))[0]).toMatchObject({ actor: 'nora@northern.example' });
    await nora.ok('partners/update', { maxKeyLifetimeDays: null, guestDays: null, language: 'en' });
    expect((await nora.call('partners/update', { maxKeyLifetimeDays: 0 })).status).toBe(400);
    const other = { partnerId: server.partnerId, currency: 'GBP' };
    expect((await nora.call('partners/update', other)).status).toBe(404);
    expect((await show(server.partnerId)).currency).toBe('EUR');
  });

  it('partner admins can change the legal data and contacts of their company, and other fields of it stay unchanged', async () => {
    const contacts = [
      { name: 'Maria', role: 'Accounts payable', email: 'maria@northern.example', phone: null },
    ];
    const legal = { legalName: 'Northern Travel AB', address: 'Storgatan 1\nStockholm' };
    await nora.ok('partners/update', { company: legal });
    await nora.ok('partners/update', { company: { contacts, address: 'Storgatan 2\nStockholm' } });
    const company = {
      ...legal,
      address: 'Storgatan 2\nStockholm',
      taxNumber: null,
      billingEmail: null,
      contacts,
    };
    expect((await show()).company).toEqual(company);
    const [entry] = await entries('partners/update');
    expect(entry).toMatchObject({
      actor: 'nora@northern.example',
      before: { company: { address: legal.address, contacts: [] } },
      after: { company: { address: company.address, contacts } },
    });
    await nora.ok('partners/update', { company: { taxNumber: 'SE1' } });
    const [last] = await entries('partners/update');
    expect([last.before, last.after]).toEqual([
      { company: { taxNumber: null } },
      { company: { taxNumber: 'SE1' } },
    ]);
    for (const wrong of [{ address: 'a\u0007b' }, { billingEmail: 'nobody' }, { contacts: [{ name: '' }] }]) {
      expect((await nora.call('partners/update', { company: wrong })).status).toBe(400);
    }
    const other = { partnerId: server.partnerId, company: legal };
    expect((await nora.call('partners/update', other)).status).toBe(404);
  });

  it.each([
    ['name', { name: 'Renamed' }],
    ['paymentDays', { paymentDays: 30 }],
    ['groups', { groups: ['gold'] }],
    ['billing', { billing: { model: 'PREPAID' } }],
    ['ceilings', { ceilings: { perMinute: 1 } }],
  ])("a partner admin's request to change %s is rejected as a whole", async (field, change) => {
    const before = await show();
    const { status, json } = await nora.call('partners/update', { ...change, currency: 'SEK' });
    expect([status, json.error.message]).toEqual([403, expect.stringContaining(field)]);
    expect(await show()).toEqual(before);
    expect((await ana.call('partners/update', { partnerId: northern, ...change })).status).toBe(200);
    const { name, groups, ceilings } = before;
    const billing = { model: 'NONE' };
    await ana.ok('partners/update', { partnerId: northern, name, groups, billing, ceilings });
  });

  it('changing to a billing model without credit clears the credit limit', async () => {
    const limit = { amount: '100.00', currency: 'EUR' };
    const credit = { partnerId: northern, billing: { model: 'CREDIT', limit } };
    expect((await ana.ok('partners/update', credit)).partner.billing).toEqual({
      model: 'CREDIT',
      currency: 'EUR',
      limit,
    });
    const none = await ana.ok('partners/update', { partnerId: northern, billing: { model: 'NONE' } });
    expect(none.partner.billing).toEqual({ model: 'NONE', currency: 'EUR', limit: null });
  });
});

describe('partners/suspend and partners/resume', () => {
  it('suspending or resuming a partner is recorded once, and repeating it has no effect', async () => {
    const suspend = { partnerId: northern, reason: 'Invoice 7 is overdue' };
    for (let i = 0; i < 2; i++)
      expect((await ana.ok('partners/suspend', suspend)).partner.status).toBe('SUSPENDED');
    expect(await entries('partners/suspend')).toMatchObject([
      {
        partnerId: northern,
        before: { status: 'ACTIVE' },
        after: { status: 'SUSPENDED', reason: 'Invoice 7 is overdue' },
      },
    ]);
    expect((await nora.ok('session/show')).session.partner.status).toBe('SUSPENDED');
    for (let i = 0; i < 2; i++)
      expect((await ana.ok('partners/resume', { partnerId: northern })).partner.status).toBe('ACTIVE');
    expect(await entries('partners/resume')).toHaveLength(1);
  });

  it('only staff owners and admins may create, suspend and resume partners', async () => {
    const finance = await staff('finance@example.com', 'finance');
    for (const browser of [nora, finance]) {
      for (const name of ['partners/suspend', 'partners/resume'])
        expect((await browser.call(name, { partnerId: northern })).status).toBe(403);
      expect((await browser.call('partners/create', { name: 'X' })).status).toBe(403);
    }
    const admin = await staff('admin@example.com', 'admin');
    await admin.ok('partners/suspend', { partnerId: northern });
    await admin.ok('partners/resume', { partnerId: northern });
  });

  it('an unknown partner and the operator cannot be suspended', async () => {
    for (const partnerId of ['prt_none', server.operatorId])
      expect((await ana.call('partners/suspend', { partnerId })).status).toBe(404);
  });
});
