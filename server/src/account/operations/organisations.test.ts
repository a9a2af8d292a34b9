/** The deprecated names of the partner operations, which keep working for one release. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { type OperatorServer, startOperatorServer } from '../../../test/operator-server.ts';
import { type Browser, browserOf, PASSWORD, signUp } from '../../../test/people.ts';

const clock = new ManualClock();
let database: TestDatabase;
let server: OperatorServer;
let organisationId: string;
/** An admin of the partner that was created under the deprecated name. */
let nora: Browser;

const byToken = async (name: string, input: object = {}) => {
  const { status, json, text } = await server.call(name, server.bearer, input);
  expect(status, text).toBe(200);
  return json;
};

beforeAll(async () => {
  database = await testDatabase();
  server = await startOperatorServer({ pool: database.pool, clock });
  organisationId = (await byToken('organisations/create', { name: 'Northern Travel' })).organisation
    .organisationId;
  const people = { db: database.db, clock, partnerId: organisationId };
  nora = await signUp(server, { ...people, email: 'nora@northern.example' });
});

afterAll(async () => {
  await server?.close();
  await database?.drop();
});

it('organisations/create creates a partner', async () => {
  const { partner } = await byToken('partners/show', { partnerId: organisationId });
  expect(partner).toMatchObject({ name: 'Northern Travel', status: 'ACTIVE' });
  expect((await nora.call('organisations/create', { name: 'X' })).status).toBe(403);
});

it('organisations/list returns all partners to staff in pages sorted by name, and their own to partner users', async () => {
  const first = await byToken('organisations/list', { page: { limit: 1 } });
  expect(first.organisations).toMatchObject([{ name: 'Direct', role: 'owner' }]);
  const cursor = first.page.nextCursor;
  const second = await byToken('organisations/list', { page: { limit: 1, cursor } });
  expect(second.organisations).toMatchObject([{ organisationId, name: 'Northern Travel' }]);
  expect(second.page).toEqual({ nextCursor: null, hasMore: false });
  const { organisations } = await nora.ok('organisations/list');
  expect(organisations).toMatchObject([{ organisationId, role: 'partner-admin', selected: true }]);
});

it('organisations/update changes a partner under the old field names, with the rules of partners/update', async () => {
  const change = { defaultCurrency: 'GBP', defaultNationality: 'GB', ceilings: { perMinute: 700 } };
  const { organisation } = await byToken('organisations/update', { organisationId, ...change });
  expect(organisation).toMatchObject({
    organisationId,
    defaultNationality: 'GB',
    defaultCurrency: 'GBP',
    defaultLanguage: 'en',
    ceilings: { perMinute: 700, perHour: 15_000 },
  });
  expect((await nora.ok('organisations/update', { defaultLanguage: 'sv' })).organisation).toMatchObject({
    defaultLanguage: 'sv',
  });
  expect((await nora.call('organisations/update', { name: 'Renamed' })).status).toBe(403);
  const other = { organisationId: server.partnerId, defaultCurrency: 'GBP' };
  expect((await nora.call('organisations/update', other)).status).toBe(404);
});

describe('organisations/select', () => {
  it('organisations/select sets the partner of later calls with the operator token that omit it', async () => {
    const { organisation } = await byToken('organisations/select', { organisationId });
    expect(organisation.organisationId).toBe(organisationId);
    expect((await byToken('partners/show')).partner.partnerId).toBe(organisationId);
    const { entries } = await byToken('audit/list', { page: { limit: 500 } });
    const partners = entries.map((entry: { partnerId: string | null }) => entry.partnerId);
    expect(new Set(partners)).toEqual(new Set([organisationId]));
    const { partnerId } = server;
    expect((await byToken('partners/show', { partnerId })).partner.partnerId).toBe(partnerId);
    const unknown = await server.call('organisations/select', server.bearer, { organisationId: 'prt_none' });
    expect(unknown.status).toBe(404);
  });

  it('organisations/select of the operator clears the selection', async () => {
    await byToken('organisations/select', { organisationId: server.operatorId });
    const { entries } = await byToken('audit/list', { page: { limit: 500 } });
    const partners = entries.map((entry: { partnerId: string | null }) => entry.partnerId);
    expect(new Set(partners).size).toBeGreaterThan(1);
    expect((await server.call('partners/show', server.bearer)).status).toBe(400);
  });

  it('organisations/select moves a session to another membership of its person, and to no other', async () => {
    const email = 'nora@northern.example';
    const invited = await byToken('members/invite', { email, role: 'viewer' });
    const token = invited.signInLink.split('#')[1];
    const both = browserOf(server);
    await both.ok('session/sign-in', { token, email, password: PASSWORD });
    expect((await both.ok('session/show')).session.staff).toBe(true);
    const before = both.cookie();
    await both.ok('organisations/select', { organisationId });
    expect((await both.ok('session/show')).session).toMatchObject({ staff: false, role: 'partner-admin' });
    expect(both.cookie()).not.toBe(before);
    const foreign = { organisationId: server.partnerId };
    expect((await both.call('organisations/select', foreign)).status).toBe(404);
  });
});
