import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { type OperatorServer, startOperatorServer } from '../../../test/operator-server.ts';
import { type Browser, browserOf, PASSWORD, signUp } from '../../../test/people.ts';

const clock = new ManualClock();
let database: TestDatabase;
let server: OperatorServer;
let ana: Browser;
let other: string;

beforeAll(async () => {
  database = await testDatabase();
  server = await startOperatorServer({ pool: database.pool, clock });
  ana = await signUp(server, { db: database.db, clock, email: 'ana@example.com' });
  other = (await ana.ok('organisations/create', { name: 'Other house' })).organisation.organisationId;
});

afterAll(async () => {
  await server?.close();
  await database?.drop();
});

beforeEach(() => clock.advance(1_000));

const showOrganisation = async (browser: Browser) =>
  (await browser.ok('session/show')).session.organisation.organisationId;

describe('an organisation that a person creates', () => {
  it('a new organisation is owned by its creator and not selected automatically', async () => {
    const { organisations } = await ana.ok('organisations/list');
    expect(organisations).toMatchObject([
      { name: 'My organisation', role: 'owner', selected: true },
      {
        organisationId: other,
        name: 'Other house',
        role: 'owner',
        selected: false,
        maxKeyLifetimeDays: null,
      },
    ]);
  });

  it('the creation of an organisation is recorded in its own audit log', async () => {
    await ana.ok('organisations/select', { organisationId: other });
    const { entries } = await ana.ok('audit/list', { action: 'organisations/create' });
    expect(entries).toMatchObject([
      { actor: 'ana@example.com', target: other, after: { name: 'Other house' } },
    ]);
    await ana.ok('organisations/select', { organisationId: server.operatorId });
  });

  it('only an owner can create an organisation', async () => {
    const admin = await signUp(server, { db: database.db, clock, email: 'adm@example.com', role: 'admin' });
    expect((await admin.call('organisations/create', { name: 'X' })).status).toBe(403);
  });
});

describe('selecting an organisation', () => {
  it('selecting an organisation changes only one session and gives it a new cookie', async () => {
    const second = browserOf(server);
    await second.ok('session/sign-in', { email: 'ana@example.com', password: PASSWORD });
    const before = second.cookie();
    await second.ok('organisations/select', { organisationId: other });
    expect(second.cookie()).not.toBe(before);
    expect([await showOrganisation(second), await showOrganisation(ana)]).toEqual([
      other,
      server.operatorId,
    ]);
  });

  it('the selected organisation is remembered for the operator token', async () => {
    const select = (organisationId: string) =>
      server.call('organisations/select', server.bearer, { organisationId });
    expect((await select(other)).status).toBe(200);
    const { json } = await server.call('session/show', server.bearer);
    expect(json.session.organisation.organisationId).toBe(other);
    expect((await select('org_never')).status).toBe(404);
    expect((await select(server.operatorId)).status).toBe(200);
  });

  it("selecting an organisation returns 404 for a non-member and for a session from another organisation's link", async () => {
    const member = await signUp(server, { db: database.db, clock, email: 'm@example.com', role: 'admin' });
    expect((await member.call('organisations/select', { organisationId: other })).status).toBe(404);
    const made = await server.call('session/create-link', server.bearer, {});
    const link = browserOf(server);
    await link.ok('session/sign-in', { token: made.json.url.split('#')[1] });
    expect((await link.call('organisations/select', { organisationId: other })).status).toBe(404);
  });
});

describe('between organisations', () => {
  it('people, sessions and the audit log cannot be seen or changed from another organisation', async () => {
    const outsider = await signUp(server, {
      db: database.db,
      clock,
      email: 'out@example.com',
      role: 'owner',
    });
    await ana.ok('organisations/select', { organisationId: other });
    const invited = await ana.ok('members/invite', { email: 'in@example.com', role: 'admin' });
    const inside = browserOf(server);
    const token = invited.signInLink.split('#')[1];
    await inside.ok('session/sign-up', { token, name: 'In', email: 'in@example.com', password: PASSWORD });
    const { sessions } = await inside.ok('session/list');
    const { memberId } = invited.member;
    const emails = (await outsider.ok('members/list')).members.map((one: { email: string }) => one.email);
    expect(emails).not.toContain('in@example.com');
    for (const [name, input] of [
      ['members/update', { memberId, role: 'read-only' }],
      ['members/remove', { memberId }],
      ['session/end', { sessionId: sessions[0].sessionId }],
      ['organisations/update', { organisationId: other, name: 'Mine' }],
      ['organisations/select', { organisationId: other }],
    ] as const) {
      expect([name, (await outsider.call(name, input)).status]).toEqual([name, 404]);
    }
    const everyone = (await outsider.ok('session/list', { everyone: true })).sessions;
    expect(everyone.map((one: { actor: string }) => one.actor)).not.toContain('in@example.com');
    expect((await outsider.ok('session/list', { memberId })).sessions).toEqual([]);
    expect((await outsider.ok('audit/list', { target: memberId })).entries).toEqual([]);
    await ana.ok('organisations/select', { organisationId: server.operatorId });
  });

  it('one person can have a role in several organisations and accepts further invitations with the existing password', async () => {
    await signUp(server, { db: database.db, clock, email: 'both@example.com', role: 'read-only' });
    await ana.ok('organisations/select', { organisationId: other });
    const { signInLink, member } = await ana.ok('members/invite', {
      email: 'both@example.com',
      role: 'admin',
    });
    await ana.ok('organisations/select', { organisationId: server.operatorId });
    const token = signInLink.split('#')[1];
    const both = browserOf(server);
    expect((await both.ok('session/sign-in', { token })).invitation).toMatchObject({ hasAccount: true });
    const signUpAgain = { token, name: 'B', email: 'both@example.com', password: 'some other sentence' };
    expect((await both.call('session/sign-up', signUpAgain)).status).toBe(409);
    const wrong = { token, email: 'both@example.com', password: 'some other sentence' };
    expect((await both.call('session/sign-in', wrong)).status).toBe(401);
    const eve = { token, email: 'ana@example.com', password: PASSWORD };
    expect((await browserOf(server).call('session/sign-in', eve)).status).toBe(400);
    const { session } = await both.ok('session/sign-in', { ...wrong, password: PASSWORD });
    expect(session).toMatchObject({ role: 'admin', memberId: member.memberId });
    await both.ok('organisations/select', { organisationId: server.operatorId });
    expect((await both.ok('session/show')).session.role).toBe('read-only');
    expect((await both.call('members/invite', { email: 'x@example.com', role: 'read-only' })).status).toBe(
      403,
    );
  });

  it('a person who leaves one organisation keeps the account for the others', async () => {
    const email = 'both@example.com';
    const { members } = await ana.ok('members/list', { page: { limit: 200 } });
    const { memberId } = members.find((one: { email: string }) => one.email === email);
    await ana.ok('members/remove', { memberId });
    const both = browserOf(server);
    const { session } = await both.ok('session/sign-in', { email, password: PASSWORD });
    expect(session.organisation.organisationId).toBe(other);
    expect((await both.ok('organisations/list')).organisations).toHaveLength(1);
  });
});

it('an owner of another organisation cannot change service-wide settings', async () => {
  const home = await showOrganisation(ana);
  await ana.ok('organisations/select', { organisationId: other });
  const refused = await ana.call('system/rotate-signing-key');
  expect([refused.status, refused.json.error.message]).toEqual([
    403,
    expect.stringContaining('sign in to the organisation that runs the service'),
  ]);
  await ana.ok('organisations/select', { organisationId: home });
  await ana.ok('system/rotate-signing-key');
});

it('rules for keys and second factors are stored and recorded in the audit log', async () => {
  await ana.ok('organisations/update', { maxKeyLifetimeDays: 90, requireSecondFactor: false });
  expect((await ana.ok('session/show')).session.organisation.maxKeyLifetimeDays).toBe(90);
  await ana.ok('organisations/update', { maxKeyLifetimeDays: null });
  const { entries } = await ana.ok('audit/list', { action: 'organisations/update' });
  expect(entries[0]).toMatchObject({
    before: { maxKeyLifetimeDays: 90 },
    after: { maxKeyLifetimeDays: null },
  });
  expect((await ana.call('organisations/update', { maxKeyLifetimeDays: 0 })).status).toBe(400);
});
