import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { type OperatorServer, startOperatorServer } from '../../../test/operator-server.ts';
import { type Browser, browserOf, PASSWORD, signUp } from '../../../test/people.ts';

const MINUTE_MS = 60_000;
const EMAIL = 'ana@example.com';

const clock = new ManualClock();
let database: TestDatabase;
let server: OperatorServer;
let ana: Browser;

beforeAll(async () => {
  database = await testDatabase();
  server = await startOperatorServer({ pool: database.pool, clock });
  ana = await signUp(server, { db: database.db, clock, email: EMAIL });
});

afterAll(async () => {
  await server?.close();
  await database?.drop();
});

// Failures of the previous test must not slow this one down.
beforeEach(() => clock.advance(16 * MINUTE_MS));

const signIn = (password: string, email = EMAIL) =>
  browserOf(server).call('session/sign-in', { email, password });

async function signedIn(): Promise<Browser> {
  const browser = browserOf(server);
  await browser.ok('session/sign-in', { email: EMAIL, password: PASSWORD });
  return browser;
}

describe('signing in with a password', () => {
  it('signing in with a password opens a session, regardless of the case of the email address', async () => {
    const browser = browserOf(server);
    const answer = await browser.ok('session/sign-in', { email: 'ANA@example.com', password: PASSWORD });
    expect(answer).toMatchObject({
      session: { actor: EMAIL, role: 'owner', email: EMAIL, name: 'ana' },
      secondFactorNeeded: false,
      invitation: null,
    });
    const { members } = await browser.ok('members/list');
    expect(members).toMatchObject([
      { lastSignInAt: new Date(clock.nowMs()).toISOString(), status: 'ACTIVE' },
    ]);
  });

  it('sign-in returns the same message for an unknown address as for a wrong password', async () => {
    const [wrong, unknown] = [await signIn('not this one at all'), await signIn(PASSWORD, 'no@example.com')];
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(unknown.text).toBe(wrong.text);
    expect(wrong.headers['set-cookie']).toBeUndefined();
  });

  it('sign-in records failures without the typed password and without an unknown email address', async () => {
    await signIn('not this one at all');
    await signIn('not this one at all', 'nobody-has-this@example.com');
    const { json } = await server.call('audit/list', server.bearer, { action: 'session/sign-in' });
    expect(json.entries.slice(0, 2)).toMatchObject([
      { actor: 'nobody', target: 'unknown', after: { refused: 'password' }, address: '127.0.0.1' },
      { actor: EMAIL, after: { refused: 'password', failures: 1 } },
    ]);
    expect(JSON.stringify(json)).not.toMatch(/not this one|nobody-has-this/);
  });

  it('sign-in slows down password guesses for one account, even if they come concurrently from many addresses', async () => {
    const proxied = await startOperatorServer({ pool: database.pool, clock, behindProxy: true });
    const signInFrom = (address: string, email: string) =>
      browserOf(proxied).call(
        'session/sign-in',
        { email, password: 'wrong' },
        { 'x-forwarded-for': address },
      );
    let answered = 0;
    const guesses = Array.from({ length: 8 }, async (_, index) => {
      const { status } = await signInFrom(`203.0.113.${index}`, EMAIL);
      answered++;
      return status;
    });
    await vi.waitFor(() => expect(answered).toBe(5), { timeout: 60_000 });
    // Passwords are compared in order of arrival. When these later guesses have been answered, the guesses at the first
    // account would have been answered too if they were not delayed.
    for (const other of ['a', 'b', 'c']) await signInFrom('203.0.113.99', `${other}@example.com`);
    expect(answered).toBe(5);
    const ticking = setInterval(() => clock.advance(50), 5);
    expect(await Promise.all(guesses)).toEqual(new Array(8).fill(401));
    clearInterval(ticking);
    await proxied.close();
  });

  it("sign-in always sets a new cookie and ends the browser's previous session", async () => {
    const browser = await signedIn();
    const before = browser.cookie();
    await browser.ok('session/sign-in', { email: EMAIL, password: PASSWORD });
    expect(browser.cookie()).not.toBe(before);
    expect((await browserOf(server, before).call('session/show')).status).toBe(401);
  });

  it('sign-in replaces a planted session cookie, which stays invalid', async () => {
    const browser = browserOf(server, 'serai_session=planted');
    await browser.ok('session/sign-in', { email: EMAIL, password: PASSWORD });
    expect(browser.cookie()).not.toBe('serai_session=planted');
    expect((await browserOf(server, 'serai_session=planted').call('session/show')).status).toBe(401);
  });

  it('sign-in sets a cookie that is rejected under another host name', async () => {
    const browser = await signedIn();
    const headers = { cookie: browser.cookie() as string };
    const atHost = (host: string) => ({ ...headers, host, origin: `http://${host}` });
    const port = new URL(server.origin).port;
    expect((await server.call('session/show', atHost(`127.0.0.1:${port}`))).status).toBe(200);
    expect((await server.call('session/show', atHost(`localhost:${port}`))).status).toBe(401);
  });

  it('signing in with a password is rejected from other sites', async () => {
    const input = { email: EMAIL, password: PASSWORD };
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      const answer = await browserOf(server).call('session/sign-in', input, headers as never);
      expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined]);
    }
  });

  it.each([[{}], [{ email: EMAIL }], [{ password: PASSWORD }], [{ token: 'x', password: PASSWORD }]])(
    'signing in requires either a link or both an address and a password, and rejects %o',
    async input => {
      expect((await browserOf(server).call('session/sign-in', input)).status).toBe(400);
    },
  );
});

describe('confirming a session', () => {
  const confirmedUntil = async (browser: Browser) =>
    (await browser.ok('session/show')).session.confirmedUntil;

  it('confirming a session, like signing in, counts as step-up authentication for ten minutes', async () => {
    const browser = await signedIn();
    expect(await confirmedUntil(browser)).toBe(new Date(clock.nowMs() + 10 * MINUTE_MS).toISOString());
    clock.advance(10 * MINUTE_MS);
    expect(await confirmedUntil(browser)).toBeNull();
    await browser.ok('session/confirm', { password: PASSWORD });
    expect(await confirmedUntil(browser)).toBe(new Date(clock.nowMs() + 10 * MINUTE_MS).toISOString());
  });

  it('changing the name, legal data, payment details, automatic billing or emergency contact of the operator requires a step-up', async () => {
    const browser = await signedIn();
    clock.advance(11 * MINUTE_MS);
    const changes = {
      name: 'Pay to ES91 2100 0418',
      company: { address: 'New bank account: ES91 2100 0418' },
      paymentDetails: { bankName: 'Example Bank' },
      billingSchedule: { statementsDay: 1 },
      emergencyContact: { name: 'Help desk', phone: '+34 910 000 000', email: null },
    };
    for (const [name, value] of Object.entries(changes)) {
      const refused = await browser.call('operator/update', { timeZone: 'Europe/Madrid', [name]: value });
      expect([name, refused.status, refused.json.error.code]).toEqual([name, 403, 'FORBIDDEN']);
    }
    const { operator } = await browser.ok('operator/show');
    const unchanged = { name: operator.name, company: operator.company, timeZone: 'Europe/Madrid' };
    await browser.ok('operator/update', unchanged);
    await browser.ok('session/confirm', { password: PASSWORD });
    await browser.ok('operator/update', changes);
    clock.advance(11 * MINUTE_MS);
    // The same contact is no change.
    await browser.ok('operator/update', { emergencyContact: changes.emergencyContact });
  });

  it('confirming a session with a wrong password returns 403 and leaves the session unchanged', async () => {
    const browser = await signedIn();
    clock.advance(11 * MINUTE_MS);
    expect((await browser.call('session/confirm', { password: 'not this one at all' })).status).toBe(403);
    expect(await confirmedUntil(browser)).toBeNull();
  });

  it('confirming a session replaces the cookie, and the old cookie stays unconfirmed and expires after ten seconds', async () => {
    const browser = await signedIn();
    clock.advance(11 * MINUTE_MS);
    const thief = browserOf(server, browser.cookie());
    await browser.ok('session/confirm', { password: PASSWORD });
    expect(await confirmedUntil(thief)).toBeNull();
    clock.advance(11_000);
    expect((await thief.call('session/show')).status).toBe(401);
    expect(await confirmedUntil(browser)).not.toBeNull();
  });

  it('a replaced session cookie cannot be used to switch to another membership', async () => {
    const email = 'two-houses@example.com';
    const browser = await signUp(server, { db: database.db, clock, email });
    const { partnerId } = server;
    const { signInLink } = await browser.ok('members/invite', { partnerId, email, role: 'partner-viewer' });
    const token = signInLink.split('#')[1];
    await browser.ok('session/sign-in', { token, email, password: PASSWORD });
    const { memberships } = (await browser.ok('session/show')).session;
    const { memberId } = memberships.find((each: { partnerId: string | null }) => each.partnerId === null);
    clock.advance(11 * MINUTE_MS);
    const thief = browserOf(server, browser.cookie());
    await browser.ok('session/confirm', { password: PASSWORD });
    const taken = await thief.call('session/switch', { memberId });
    expect([taken.status, taken.headers['set-cookie']]).toEqual([401, undefined]);
    expect(await confirmedUntil(thief)).toBeNull();
    expect(await confirmedUntil(browser)).not.toBeNull();
    await browser.ok('session/switch', { memberId });
    expect((await browser.ok('session/show')).session).toMatchObject({
      memberId,
      role: 'owner',
      staff: true,
    });
  });

  it('confirming a session requires exactly one proof, and a code is accepted only if a second factor is set up', async () => {
    const browser = await signedIn();
    expect((await browser.call('session/confirm', {})).status).toBe(400);
    expect((await browser.call('session/confirm', { password: PASSWORD, code: '123456' })).status).toBe(400);
    expect((await browser.call('session/confirm', { code: '123456' })).status).toBe(403);
  });

  it('confirming a session is recorded in the audit log', async () => {
    const browser = await signedIn();
    await browser.ok('session/confirm', { password: PASSWORD });
    const { entries } = await browser.ok('audit/list', { action: 'session/confirm' });
    expect(entries[0]).toMatchObject({ actor: EMAIL, after: { by: 'password' } });
  });
});

describe('the account', () => {
  it('people can see and change their name', async () => {
    const browser = await signedIn();
    await browser.ok('account/update', { name: 'Ana Ruiz' });
    expect((await browser.ok('account/show')).account).toMatchObject({
      name: 'Ana Ruiz',
      email: EMAIL,
      passwordChangedAt: null,
      secondFactor: false,
      backupCodesLeft: 0,
    });
    expect((await browser.ok('session/show')).session.name).toBe('Ana Ruiz');
  });

  it('people can change their email address only in a confirmed session, and only to an unused address', async () => {
    await signUp(server, { db: database.db, clock, email: 'other@example.com' });
    const browser = await signUp(server, { db: database.db, clock, email: 'old@example.com' });
    clock.advance(11 * MINUTE_MS);
    const refused = await browser.call('account/update', { email: 'new@example.com' });
    expect([refused.status, refused.json.error.message]).toEqual([
      403,
      'Confirm your identity with session/confirm, then try again.',
    ]);
    await browser.ok('session/confirm', { password: PASSWORD });
    expect((await browser.call('account/update', { email: 'other@example.com' })).status).toBe(409);
    await browser.ok('account/update', { email: 'New@example.com' });
    expect((await browser.ok('session/show')).session.actor).toBe('new@example.com');
    expect((await signIn(PASSWORD, 'old@example.com')).status).toBe(401);
    expect((await signIn(PASSWORD, 'new@example.com')).status).toBe(200);
  });

  it('only one of several accounts gets an email address that they all request concurrently', async () => {
    const emails = ['one', 'two', 'three', 'four'].map(name => `${name}@example.com`);
    const browsers = await Promise.all(
      emails.map(email => signUp(server, { db: database.db, clock, email })),
    );
    const answers = await Promise.all(
      browsers.map(browser => browser.call('account/update', { email: 'wanted@example.com' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  });

  it('changing the password requires the current one and ends every other session', async () => {
    const email = 'changes@example.com';
    const browser = await signUp(server, { db: database.db, clock, email });
    const other = browserOf(server);
    await other.ok('session/sign-in', { email, password: PASSWORD });
    const change = (currentPassword: string, newPassword = 'a very different one') =>
      browser.call('account/change-password', { currentPassword, newPassword });
    expect((await change('not this one at all')).status).toBe(403);
    expect((await change(PASSWORD, 'password1234')).status).toBe(400);
    const before = browser.cookie();
    expect((await change(PASSWORD)).json).toEqual({ sessionsEnded: 1 });
    expect((await other.call('session/show')).status).toBe(401);
    expect(browser.cookie()).not.toBe(before);
    expect((await browserOf(server, before).call('session/show')).status).toBe(401);
    expect((await browser.ok('account/show')).account.passwordChangedAt).not.toBeNull();
    expect((await signIn(PASSWORD, email)).status).toBe(401);
    expect((await signIn('a very different one', email)).status).toBe(200);
  });
});

describe('sessions', () => {
  it('people see where their own sessions come from and can end them one by one', async () => {
    const [first, second] = [await signedIn(), await signedIn()];
    const { sessions } = await first.ok('session/list');
    expect(sessions.filter((one: { current: boolean }) => one.current)).toMatchObject([
      { actor: EMAIL, address: '127.0.0.1', role: 'owner' },
    ]);
    const { sessions: seen } = await second.ok('session/list');
    const { sessionId } = seen.find((one: { current: boolean }) => one.current);
    await first.ok('session/end', { sessionId });
    expect((await second.call('session/show')).status).toBe(401);
    expect((await first.call('session/end', { sessionId })).status).toBe(404);
  });

  it("admins can list and end other people's sessions, but only owners can end sessions of owners", async () => {
    const { db } = database;
    const [admin, developer] = [
      await signUp(server, { db, clock, email: 'admin@example.com', role: 'admin' }),
      await signUp(server, { db, clock, email: 'dev@example.com', role: 'developer' }),
    ];
    const owner = await signedIn();
    expect((await developer.call('session/list', { everyone: true })).status).toBe(403);
    const { sessions } = await admin.ok('session/list', { everyone: true });
    const idOf = (actor: string) => sessions.find((one: { actor: string }) => one.actor === actor).sessionId;
    expect((await developer.call('session/end', { sessionId: idOf('admin@example.com') })).status).toBe(404);
    expect((await admin.call('session/end', { sessionId: idOf(EMAIL) })).status).toBe(403);
    await admin.ok('session/end', { sessionId: idOf('dev@example.com') });
    expect((await developer.call('session/show')).status).toBe(401);
    await owner.ok('session/end', { sessionId: idOf('admin@example.com') });
    expect((await admin.call('session/show')).status).toBe(401);
  });

  it('sessions are listed in pages', async () => {
    await signedIn();
    const { sessions, page } = await ana.call('session/list').then(async ({ status }) => {
      const browser = status === 200 ? ana : await signedIn();
      return browser.ok('session/list', { page: { limit: 1 } });
    });
    expect([sessions.length, page.hasMore]).toEqual([1, true]);
  });

  it('a copied session cookie is rejected after the session is signed out', async () => {
    const browser = await signedIn();
    const stolen = browserOf(server, browser.cookie());
    await browser.ok('session/sign-out');
    for (const name of ['session/show', 'keys/list', 'session/confirm']) {
      expect((await stolen.call(name, name === 'session/confirm' ? { password: PASSWORD } : {})).status).toBe(
        401,
      );
    }
  });
});
