/** Staff and partner users: which people each of them sees, and how one person acts under several memberships. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { type OperatorServer, startOperatorServer } from '../../../test/operator-server.ts';
import { type Browser, browserOf, PASSWORD, signUp } from '../../../test/people.ts';

const clock = new ManualClock();
let database: TestDatabase;
let server: OperatorServer;
/** A staff member with the role owner. */
let ana: Browser;
let northern: string;
/** An admin of the partner "Northern Travel". */
let nora: Browser;
let noraId: string;

beforeAll(async () => {
  database = await testDatabase();
  server = await startOperatorServer({ pool: database.pool, clock });
  ana = await signUp(server, { db: database.db, clock, email: 'ana@example.com' });
  northern = (await ana.ok('partners/create', { name: 'Northern Travel' })).partner.partnerId;
  nora = await userOf(northern, 'nora@northern.example');
  noraId = (await nora.ok('session/show')).session.memberId;
});

afterAll(async () => {
  await server?.close();
  await database?.drop();
});

beforeEach(() => clock.advance(1_000));

const userOf = (partnerId: string, email: string) =>
  signUp(server, { db: database.db, clock, partnerId, email });

const emailsIn = ({ members }: { members: { email: string }[] }) => members.map(({ email }) => email);

describe('partner users', () => {
  it('members/list shows the staff by default, and the users of a partner if staff name that partner', async () => {
    expect(emailsIn(await ana.ok('members/list'))).toEqual(['ana@example.com']);
    expect(await ana.ok('members/list', { partnerId: northern })).toMatchObject({
      members: [{ email: 'nora@northern.example', partnerId: northern, role: 'partner-admin' }],
    });
    expect(emailsIn(await nora.ok('members/list'))).toEqual(['nora@northern.example']);
  });

  it('partner users can have only partner roles, and staff only staff roles', async () => {
    for (const role of ['owner', 'admin', 'viewer']) {
      const { status, json } = await nora.call('members/invite', { email: 'x@northern.example', role });
      expect([status, json.error.details[0].path]).toEqual([400, '/role']);
    }
    const staffed = await ana.call('members/invite', { email: 'x@example.com', role: 'partner-viewer' });
    expect([staffed.status, staffed.json.error.message]).toEqual([400, expect.stringContaining('partnerId')]);
    const user = { email: 'dev@northern.example', role: 'partner-developer' };
    const { member } = await nora.ok('members/invite', user);
    expect(member).toMatchObject({ partnerId: northern, role: 'partner-developer' });
    const changed = await ana.call('members/update', { memberId: member.memberId, role: 'admin' });
    expect(changed.status).toBe(400);
    await ana.ok('members/update', { memberId: member.memberId, role: 'partner-viewer' });
    await ana.ok('members/remove', { memberId: member.memberId });
  });

  it('partner users can send 50 invitations a day per partner, and the limit affects neither staff nor other partners', async () => {
    const busy = (await ana.ok('partners/create', { name: 'Busy Travel' })).partner.partnerId;
    const admin = await userOf(busy, 'boss@busy.example');
    const invite = (n: number) => ({ email: `p${n % 3}@elsewhere.example`, role: 'partner-viewer' });
    for (let n = 0; n < 48; n++) await admin.ok('members/invite', invite(n));
    const last = await Promise.all([1, 2, 3, 4].map(n => admin.call('members/invite', invite(n))));
    expect(last.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429]);
    const refused = last.find(({ status }) => status === 429);
    expect(refused?.json.error.code).toBe('RATE_LIMIT_EXCEEDED');
    await ana.ok('members/invite', { ...invite(1), partnerId: busy });
    await nora.ok('members/invite', invite(1));
  });

  it('partner users cannot see or change the people, sessions, settings or audit log of another partner', async () => {
    const outsider = await userOf(server.partnerId, 'out@direct.example');
    const { sessions } = await nora.ok('session/list');
    expect(emailsIn(await outsider.ok('members/list'))).toEqual(['out@direct.example']);
    for (const [name, input] of [
      ['members/update', { memberId: noraId, role: 'partner-viewer' }],
      ['members/remove', { memberId: noraId }],
      ['session/end', { sessionId: sessions[0].sessionId }],
      ['session/switch', { memberId: noraId }],
      ['members/list', { partnerId: northern }],
      ['partners/update', { partnerId: northern, language: 'fr' }],
    ] as const) {
      expect([name, (await outsider.call(name, input)).status]).toEqual([name, 404]);
    }
    const { sessions: everyone } = await outsider.ok('session/list', { everyone: true });
    expect(everyone.map((one: { actor: string }) => one.actor)).toEqual(['out@direct.example']);
    expect((await outsider.ok('session/list', { memberId: noraId })).sessions).toEqual([]);
    expect((await outsider.ok('audit/list', { target: noraId })).entries).toEqual([]);
  });

  it('partner admins cannot change or remove staff or switch to their memberships', async () => {
    const { memberId } = (await ana.ok('session/show')).session;
    for (const name of ['members/update', 'members/remove', 'session/switch'])
      expect([name, (await nora.call(name, { memberId })).status]).toEqual([name, 404]);
  });
});

describe('a person with several memberships', () => {
  const email = 'both@example.com';

  it("a person with an account accepts a partner's invitation with the existing password", async () => {
    await signUp(server, { db: database.db, clock, email, role: 'viewer' });
    const invited = await nora.ok('members/invite', { email, role: 'partner-admin' });
    const token = invited.signInLink.split('#')[1];
    const both = browserOf(server);
    expect((await both.ok('session/sign-in', { token })).invitation).toMatchObject({
      organisation: 'Northern Travel',
      hasAccount: true,
    });
    const signUpAgain = { token, name: 'B', email, password: 'some other sentence' };
    expect((await both.call('session/sign-up', signUpAgain)).status).toBe(409);
    const wrong = { token, email, password: 'some other sentence' };
    expect((await both.call('session/sign-in', wrong)).status).toBe(401);
    const eve = { token, email: 'ana@example.com', password: PASSWORD };
    expect((await browserOf(server).call('session/sign-in', eve)).status).toBe(400);
    clock.advance(1000);
    const { session } = await both.ok('session/sign-in', { ...wrong, password: PASSWORD });
    expect(session).toMatchObject({
      role: 'partner-admin',
      memberId: invited.member.memberId,
      staff: false,
      partner: { partnerId: northern },
      memberships: [
        { name: 'My company', partnerId: null, role: 'viewer' },
        { name: 'Northern Travel', partnerId: northern, role: 'partner-admin' },
      ],
    });
  });

  it('session/switch changes the company and role of only one session, gives it a new cookie, and is audited', async () => {
    const [first, second] = [browserOf(server), browserOf(server)];
    for (const browser of [first, second]) await browser.ok('session/sign-in', { email, password: PASSWORD });
    const { session } = await first.ok('session/show');
    expect(session.staff).toBe(false);
    const staffed = session.memberships[0].memberId;
    const stolen = browserOf(server, first.cookie());
    const switched = await first.ok('session/switch', { memberId: staffed });
    expect(switched.session).toMatchObject({ memberId: staffed, role: 'viewer', staff: true, partner: null });
    clock.advance(11_000);
    expect((await stolen.call('session/show')).status).toBe(401);
    expect((await second.ok('session/show')).session.staff).toBe(false);
    expect(emailsIn(await first.ok('members/list'))).toContain('ana@example.com');
    expect(emailsIn(await second.ok('members/list'))).not.toContain('ana@example.com');
    expect((await first.call('members/invite', { email: 'x@example.com', role: 'viewer' })).status).toBe(403);
    const { entries } = await ana.ok('audit/list', { action: 'session/switch' });
    expect(entries).toMatchObject([
      { actor: email, partnerId: null, before: null, after: { role: 'viewer' } },
    ]);
  });

  it("the audit log of a company does not name the person's other companies", async () => {
    const other = await userOf(server.partnerId, 'guest@example.com');
    const invited = await nora.ok('members/invite', { email: 'guest@example.com', role: 'partner-viewer' });
    const token = invited.signInLink.split('#')[1];
    await other.ok('session/sign-in', { token, email: 'guest@example.com', password: PASSWORD });
    await other.ok('organisations/select', { organisationId: server.partnerId });
    const { memberId } = (await other.ok('session/show')).session.memberships.find(
      ({ partnerId }: { partnerId: string }) => partnerId === northern,
    );
    await other.ok('session/switch', { memberId });
    await other.ok('organisations/select', { organisationId: server.partnerId });
    const own = await other.ok('audit/list', { action: 'organisations/select' });
    expect(own.entries).toMatchObject([{ after: { role: 'partner-admin' } }, {}]);
    const { entries } = await nora.ok('audit/list', { action: 'session/switch' });
    expect(entries).toMatchObject([{ actor: 'guest@example.com', after: { role: 'partner-viewer' } }]);
    for (const [read, foreign] of [
      [nora, server.partnerId],
      [other, northern],
    ] as const) {
      const log = await read.ok('audit/list', { page: { limit: 500 } });
      expect(JSON.stringify(log)).not.toContain(foreign);
    }
  });

  it("session/switch returns 404 for another person's membership, an unknown membership, and callers without an account", async () => {
    for (const browser of [ana, nora])
      expect((await browser.call('session/switch', { memberId: 'mbr_none' })).status).toBe(404);
    expect((await ana.call('session/switch', { memberId: noraId })).status).toBe(404);
    const made = await server.call('session/create-link', server.bearer, { partnerId: northern });
    const link = browserOf(server);
    await link.ok('session/sign-in', { token: made.json.url.split('#')[1] });
    expect((await link.ok('session/show')).session).toMatchObject({ role: 'partner-admin', staff: false });
    expect((await link.call('session/switch', { memberId: noraId })).status).toBe(404);
    const byToken = await server.call('session/switch', server.bearer, { memberId: noraId });
    expect(byToken.status).toBe(404);
  });

  it('session/switch to the current membership keeps the cookie', async () => {
    const before = nora.cookie();
    await nora.ok('session/switch', { memberId: noraId });
    expect(nora.cookie()).toBe(before);
  });

  it('a person who leaves the staff but still belongs to a partner keeps the account', async () => {
    const { members } = await ana.ok('members/list');
    const { memberId } = members.find((one: { email: string }) => one.email === email);
    await ana.ok('members/remove', { memberId });
    const both = browserOf(server);
    const { session } = await both.ok('session/sign-in', { email, password: PASSWORD });
    expect(session).toMatchObject({ partner: { partnerId: northern } });
    expect(session.memberships).toHaveLength(1);
  });
});

it('a sign-in link for a partner can have only a partner role', async () => {
  const make = (input: object) => server.call('session/create-link', server.bearer, input);
  expect((await make({ partnerId: northern, role: 'owner' })).status).toBe(400);
  expect((await make({ role: 'partner-admin' })).status).toBe(400);
  expect((await make({ partnerId: 'prt_none' })).status).toBe(404);
  expect((await make({ partnerId: northern, role: 'partner-viewer' })).json.role).toBe('partner-viewer');
});
