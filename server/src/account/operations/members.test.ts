import type { Role } from '@serai/contract/roles.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { type OperatorServer, startOperatorServer } from '../../../test/operator-server.ts';
import { type Browser, browserOf, PASSWORD, signUp } from '../../../test/people.ts';

const DAY_MS = 24 * 3_600_000;

const clock = new ManualClock();
let database: TestDatabase;
let server: OperatorServer;

beforeAll(async () => {
  database = await testDatabase();
  server = await startOperatorServer({ pool: database.pool, clock });
});

afterAll(async () => {
  await server?.close();
  await database?.drop();
});

// Failures of the previous test must not slow this one down.
beforeEach(() => clock.advance(16 * 60_000));

let made = 0;
const newEmail = (what: string) => `${what}${++made}@example.com`;
const join = (role: Role, email = newEmail(role)) => signUp(server, { db: database.db, clock, email, role });
const tokenOf = (signInLink: string) => signInLink.split('#')[1] as string;

interface Joined {
  browser: Browser;
  memberId: string;
  email: string;
}

async function joined(role: Role): Promise<Joined> {
  const browser = await join(role);
  const { session } = await browser.ok('session/show');
  return { browser, memberId: session.memberId, email: session.email };
}

describe('a stolen cookie', () => {
  it('a stolen cookie without a recent step-up cannot create a member who may change production keys', async () => {
    const { browser: owner } = await joined('owner');
    const { memberId } = await joined('developer');
    const invited = await owner.ok('members/invite', { email: newEmail('later'), role: 'admin' });
    clock.advance(11 * 60_000);
    const thief = browserOf(server, owner.cookie());
    for (const role of ['admin', 'owner']) {
      for (const email of [newEmail('thief'), invited.member.email]) {
        const answer = await thief.call('members/invite', { email, role });
        expect([answer.status, answer.json.error.message]).toEqual([
          403,
          'Confirm your identity with session/confirm, then try again.',
        ]);
      }
      expect((await thief.call('members/update', { memberId, role })).status).toBe(403);
    }
    await owner.ok('members/update', { memberId, name: 'Eva' });
    await owner.ok('members/update', { memberId, role: 'viewer' });
    await owner.ok('members/invite', { email: newEmail('reader'), role: 'developer' });
    await owner.ok('session/confirm', { password: PASSWORD });
    await owner.ok('members/update', { memberId, role: 'admin' });
    await owner.ok('members/invite', { email: invited.member.email, role: 'admin' });
  });
});

describe('an invitation', () => {
  it('an invitation creates a member and a link, valid for 7 days, that lets them choose a password', async () => {
    const owner = await join('owner');
    const email = newEmail('invited');
    const invited = await owner.ok('members/invite', { email, name: 'Ivo', role: 'developer' });
    expect(invited).toMatchObject({
      member: { email, name: 'Ivo', role: 'developer', status: 'INVITED', lastSignInAt: null },
      signInLink: expect.stringMatching(/^http:\/\/dashboard\.test\/sign-in#[0-9A-Za-z]{43}$/),
      expiresAt: new Date(clock.nowMs() + 7 * DAY_MS).toISOString(),
    });
    const token = tokenOf(invited.signInLink);
    const guest = browserOf(server);
    const offer = {
      organisation: 'My company',
      email,
      name: 'Ivo',
      role: 'developer',
      hasAccount: false,
    };
    for (let i = 0; i < 2; i++) {
      expect(await guest.ok('session/sign-in', { token })).toEqual({
        session: null,
        secondFactorNeeded: false,
        invitation: offer,
      });
    }
    expect(guest.cookie()).toBeUndefined();
    const { session } = await guest.ok('session/sign-up', {
      token,
      name: 'Ivo B',
      email,
      password: PASSWORD,
    });
    expect(session).toMatchObject({ memberId: invited.member.memberId, role: 'developer', name: 'Ivo B' });
    expect((await browserOf(server).call('session/sign-in', { token })).status).toBe(401);
    const { members } = await owner.ok('members/list', { role: 'developer' });
    expect(members.find((one: { email: string }) => one.email === email)).toMatchObject({ status: 'ACTIVE' });
  });

  it('an invitation works only for its own address and expires after 7 days', async () => {
    const owner = await join('owner');
    const email = newEmail('invited');
    const { signInLink } = await owner.ok('members/invite', { email, role: 'admin' });
    const accept = (as: string) =>
      browserOf(server).call('session/sign-up', {
        token: tokenOf(signInLink),
        name: 'Eve',
        email: as,
        password: PASSWORD,
      });
    expect((await accept(newEmail('eve'))).json.error.details).toMatchObject([{ path: '/email' }]);
    clock.advance(7 * DAY_MS);
    expect((await accept(email)).status).toBe(401);
  });

  it('inviting a person again replaces the first link, and an existing member cannot be invited', async () => {
    const owner = await join('owner');
    const email = newEmail('invited');
    const first = await owner.ok('members/invite', { email, role: 'developer' });
    const second = await owner.ok('members/invite', { email, role: 'admin' });
    expect(second.member).toMatchObject({ memberId: first.member.memberId, role: 'admin' });
    const person = { name: 'Ivo', email, password: PASSWORD };
    const token = tokenOf(first.signInLink);
    expect((await browserOf(server).call('session/sign-up', { token, ...person })).status).toBe(401);
    await browserOf(server).ok('session/sign-up', { token: tokenOf(second.signInLink), ...person });
    expect((await owner.call('members/invite', { email, role: 'admin' })).status).toBe(409);
  });

  it('a withdrawn invitation cannot be used', async () => {
    const owner = await join('owner');
    const { member, signInLink } = await owner.ok('members/invite', { email: newEmail('x'), role: 'admin' });
    await owner.ok('members/remove', { memberId: member.memberId });
    expect((await browserOf(server).call('session/sign-in', { token: tokenOf(signInLink) })).status).toBe(
      401,
    );
  });
});

describe('only an owner', () => {
  it('only an owner may invite, create, change or remove owners', async () => {
    const [owner, admin, other] = [await joined('owner'), await joined('admin'), await joined('developer')];
    const asAdmin = async (name: string, input: object) => (await admin.browser.call(name, input)).status;
    expect(await asAdmin('members/invite', { email: newEmail('o'), role: 'owner' })).toBe(403);
    expect(await asAdmin('members/update', { memberId: other.memberId, role: 'owner' })).toBe(403);
    expect(await asAdmin('members/update', { memberId: owner.memberId, name: 'X' })).toBe(403);
    expect(await asAdmin('members/remove', { memberId: owner.memberId })).toBe(403);
    expect(await asAdmin('members/update', { memberId: other.memberId, role: 'admin' })).toBe(200);
    await owner.browser.ok('members/update', { memberId: other.memberId, role: 'owner' });
  });

  it('developers and viewers cannot promote themselves or invite admins', async () => {
    const [developer, reader] = [await joined('developer'), await joined('viewer')];
    for (const { browser, memberId } of [developer, reader]) {
      expect((await browser.call('members/update', { memberId, role: 'owner' })).status).toBe(403);
      expect((await browser.call('members/invite', { email: 'x@example.com', role: 'admin' })).status).toBe(
        403,
      );
    }
  });
});

describe('the last owner', () => {
  it('the last active owner cannot be removed or demoted, even by concurrent requests', async () => {
    const [first, second] = [await joined('owner'), await joined('owner')];
    const { members } = await first.browser.ok('members/list', { role: 'owner', page: { limit: 200 } });
    for (const { memberId } of members) {
      if (memberId === first.memberId || memberId === second.memberId) continue;
      await first.browser.ok('members/remove', { memberId });
    }
    await first.browser.ok('members/invite', { email: newEmail('owner'), role: 'owner' });
    const demote = (by: Joined, memberId: string) =>
      by.browser.call('members/update', { memberId, role: 'admin' });
    const both = await Promise.all([demote(first, second.memberId), demote(second, first.memberId)]);
    const left = both[0].status === 200 ? first : second;
    expect(both.map(({ status }) => status).filter(status => status === 200)).toHaveLength(1);
    expect((await demote(left, left.memberId)).status).toBe(409);
    expect((await left.browser.call('members/remove', { memberId: left.memberId })).status).toBe(409);
    const byToken = await server.call('members/remove', server.bearer, { memberId: left.memberId });
    expect(byToken.status).toBe(409);
  });
});

describe('a changed or removed member', () => {
  it('a removed member loses every session immediately, and the account is deleted with the last membership', async () => {
    const [owner, leaver] = [await joined('owner'), await joined('admin')];
    const stolen = browserOf(server, leaver.browser.cookie());
    await owner.browser.ok('members/remove', { memberId: leaver.memberId });
    expect((await stolen.call('members/list')).status).toBe(401);
    const again = { email: leaver.email, password: PASSWORD };
    expect((await browserOf(server).call('session/sign-in', again)).status).toBe(401);
    const [row] = await database.ownerDb`SELECT 1 FROM person WHERE email = ${leaver.email}`;
    expect(row).toBeUndefined();
  });

  it('a member whose role changes must sign in again and then has the new role', async () => {
    const [owner, member] = [await joined('owner'), await joined('admin')];
    await owner.browser.ok('members/update', { memberId: member.memberId, role: 'viewer' });
    expect((await member.browser.call('session/show')).status).toBe(401);
    const { session } = await member.browser.ok('session/sign-in', {
      email: member.email,
      password: PASSWORD,
    });
    expect(session.role).toBe('viewer');
    const { entries } = await owner.browser.ok('audit/list', { action: 'members/update' });
    expect(entries[0]).toMatchObject({
      actor: owner.email,
      target: member.memberId,
      before: { role: 'admin' },
      after: { role: 'viewer' },
    });
  });

  it('members/list shows the name that a member chose after a role change', async () => {
    const [owner, member] = [await joined('owner'), await joined('developer')];
    await owner.browser.ok('members/update', { memberId: member.memberId, role: 'admin' });
    await member.browser.ok('session/sign-in', { email: member.email, password: PASSWORD });
    await member.browser.ok('account/update', { name: 'Renamed since' });
    const { members } = await owner.browser.ok('members/list', { page: { limit: 200 } });
    const shown = members.find((one: { memberId: string }) => one.memberId === member.memberId);
    expect(shown).toMatchObject({ name: 'Renamed since', role: 'admin' });
  });

  it('a member keeps the session if only the name changes', async () => {
    const [owner, member] = [await joined('owner'), await joined('developer')];
    const { member: shown } = await owner.browser.ok('members/update', {
      memberId: member.memberId,
      name: 'Dev of the night',
    });
    expect(shown.name).toBe('Dev of the night');
    expect((await member.browser.call('session/show')).status).toBe(200);
  });
});

it('members are listed in pages, sorted by email address', async () => {
  const owner = await join('owner');
  const all = (await owner.ok('members/list', { page: { limit: 200 } })).members;
  const seen = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { members, page } = await owner.ok('members/list', {
      page: { limit: 3, ...(cursor && { cursor }) },
    });
    seen.push(...members);
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(all);
  const emails = all.map((one: { email: string }) => one.email);
  expect(emails).toEqual([...emails].sort());
});
