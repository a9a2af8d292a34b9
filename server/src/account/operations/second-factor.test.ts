import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { type OperatorServer, startOperatorServer } from '../../../test/operator-server.ts';
import { authenticatorCode, type Browser, browserOf, PASSWORD, signUp } from '../../../test/people.ts';

const MINUTE_MS = 60_000;

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
beforeEach(() => clock.advance(16 * MINUTE_MS));

interface WithFactor {
  browser: Browser;
  email: string;
  secret: string;
  enabledWith: string;
  backupCodes: string[];
}

let made = 0;

async function withFactor(): Promise<WithFactor> {
  const email = `person${++made}@example.com`;
  const browser = await signUp(server, { db: database.db, clock, email });
  const { secret, uri } = await browser.ok('second-factor/begin', { password: PASSWORD });
  expect(uri).toContain(`otpauth://totp/Serai:${encodeURIComponent(email)}?secret=${secret}`);
  const enabledWith = authenticatorCode(secret);
  const { backupCodes } = await browser.ok('second-factor/enable', { code: enabledWith });
  return { browser, email, secret, enabledWith, backupCodes };
}

const signIn = (email: string, more: object = {}) =>
  browserOf(server).call('session/sign-in', { email, password: PASSWORD, ...more });

describe('setting up a second factor', () => {
  it('setting up a second factor requires the password and takes effect only after a correct code', async () => {
    const email = 'setting-up@example.com';
    const browser = await signUp(server, { db: database.db, clock, email });
    expect((await browser.call('second-factor/begin', { password: 'not this one' })).status).toBe(403);
    expect((await browser.call('second-factor/enable', { code: '123456' })).status).toBe(403);
    const { secret } = await browser.ok('second-factor/begin', { password: PASSWORD });
    const wrong = String((Number(authenticatorCode(secret)) + 1) % 1_000_000).padStart(6, '0');
    expect((await browser.call('second-factor/enable', { code: wrong })).status).toBe(403);
    expect((await signIn(email)).json.session).not.toBeNull();
    const { backupCodes } = await browser.ok('second-factor/enable', { code: authenticatorCode(secret) });
    expect(backupCodes).toHaveLength(10);
    expect((await browser.ok('account/show')).account).toMatchObject({
      secondFactor: true,
      backupCodesLeft: 10,
    });
    expect((await browser.ok('members/list')).members[0]).toHaveProperty('secondFactor');
  });

  it('setting up a second factor is rejected if one is already set up', async () => {
    const { browser } = await withFactor();
    expect((await browser.call('second-factor/begin', { password: PASSWORD })).status).toBe(409);
  });

  it('neither the second-factor tables nor the audit log contain a secret or backup code in plain text', async () => {
    const { secret, backupCodes } = await withFactor();
    const rows = await database.ownerDb`
      SELECT to_jsonb(f)::text AS row FROM person_second_factor f
      UNION ALL SELECT to_jsonb(u)::text FROM person_used_code u
      UNION ALL SELECT to_jsonb(a)::text FROM audit_entry a`;
    const text = JSON.stringify(rows);
    for (const clear of [secret, ...backupCodes]) expect(text).not.toContain(clear);
    expect(text).toContain('second-factor/enable');
  });
});

describe('signing in with a second factor', () => {
  it('sign-in asks for a code only after the correct password and opens no session without it', async () => {
    const { email } = await withFactor();
    const asked = await signIn(email);
    expect(asked.json).toEqual({ session: null, secondFactorNeeded: true, invitation: null });
    expect(asked.headers['set-cookie']).toBeUndefined();
    const wrong = await signIn(email, { password: 'not this one at all' });
    expect([wrong.status, wrong.json.secondFactorNeeded]).toEqual([401, undefined]);
  });

  it('sign-in accepts a code only once', async () => {
    const { email, secret, enabledWith } = await withFactor();
    expect((await signIn(email, { code: enabledWith })).status).toBe(401);
    const code = authenticatorCode(secret, 1);
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    expect((await signIn(email, { code: spaced })).json.session).toMatchObject({ email, secondFactor: true });
    expect((await signIn(email, { code })).status).toBe(401);
  });

  it('sign-in accepts a code only once, even for concurrent attempts', async () => {
    const { email, secret } = await withFactor();
    const code = authenticatorCode(secret, 1);
    const answers = await Promise.all([1, 2, 3].map(() => signIn(email, { code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  it('sign-in accepts a backup code only once', async () => {
    const { browser, email, backupCodes } = await withFactor();
    const [code, next] = backupCodes as [string, string];
    expect((await signIn(email, { code })).status).toBe(200);
    expect((await signIn(email, { code })).status).toBe(401);
    expect((await signIn(email, { code: next })).status).toBe(200);
    expect((await browser.ok('account/show')).account.backupCodesLeft).toBe(8);
  });

  it('ten wrong codes block further codes for 15 minutes, except from known devices and open sessions', async () => {
    const { browser, email, secret, backupCodes } = await withFactor();
    const ticking = setInterval(() => clock.advance(500), 5);
    for (let i = 0; i < 10; i++) await signIn(email, { code: 'wrong' });
    const locked = await signIn(email, { code: authenticatorCode(secret, 1) });
    clearInterval(ticking);
    expect([locked.status, locked.json.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(600);
    expect(locked.json.error.message).toMatch(/Nothing was checked. Try again in \d+ minutes./);
    await browser.ok('session/confirm', { code: backupCodes[0] as string });
    await browser.ok('session/sign-out');
    await browser.ok('session/sign-in', { email, password: PASSWORD, code: backupCodes[1] as string });
    clock.advance(16 * MINUTE_MS);
    expect((await signIn(email, { code: authenticatorCode(secret, 1) })).status).toBe(200);
  });
});

describe('a second factor', () => {
  it('a second factor code confirms a session', async () => {
    const { browser, secret } = await withFactor();
    clock.advance(11 * MINUTE_MS);
    const code = authenticatorCode(secret, 1);
    const { session } = await browser.ok('session/confirm', { code });
    expect(session.confirmedUntil).toBe(new Date(clock.nowMs() + 10 * MINUTE_MS).toISOString());
    expect((await browser.call('session/confirm', { code })).status).toBe(403);
  });

  it('removing the second factor requires both the password and a code', async () => {
    const { browser, email, secret, backupCodes } = await withFactor();
    const disable = (password: string, code: string) =>
      browser.call('second-factor/disable', { password, code });
    expect((await disable('not this one at all', authenticatorCode(secret))).status).toBe(403);
    expect((await disable(PASSWORD, 'wrong')).status).toBe(403);
    expect((await disable(PASSWORD, backupCodes[0] as string)).json).toEqual({ secondFactor: false });
    expect((await signIn(email)).json.session).toMatchObject({ secondFactor: false });
    expect((await disable(PASSWORD, backupCodes[1] as string)).status).toBe(409);
  });

  it('all staff need a second factor if the operator requires one', async () => {
    const { browser: owner } = await withFactor();
    const bare = await signUp(server, {
      db: database.db,
      clock,
      email: 'bare@example.com',
      role: 'developer',
    });
    await owner.ok('operator/update', { requireSecondFactor: true });
    const refused = await bare.call('keys/list');
    expect([refused.status, refused.json.error.message]).toEqual([
      403,
      'A second factor is required. Set one up with second-factor/begin, then try again.',
    ]);
    await bare.ok('session/show');
    const { secret } = await bare.ok('second-factor/begin', { password: PASSWORD });
    await bare.ok('second-factor/enable', { code: authenticatorCode(secret) });
    expect((await bare.call('members/list')).status).toBe(200);
    expect((await server.call('members/list', server.bearer)).status).toBe(200);
    await owner.ok('operator/update', { requireSecondFactor: false });
  });

  it('making the second factor optional requires a step-up, requiring it does not', async () => {
    const { partnerId } = server;
    const { browser: owner } = await withFactor();
    for (const [operation, target] of [
      ['operator/update', {}],
      ['partners/update', { partnerId }],
      ['organisations/update', { organisationId: partnerId }],
    ] as const) {
      clock.advance(11 * MINUTE_MS);
      await owner.ok(operation, { ...target, requireSecondFactor: true });
      const refused = await owner.call(operation, { ...target, requireSecondFactor: false });
      expect([operation, refused.status, refused.json.error.code]).toEqual([operation, 403, 'FORBIDDEN']);
      await owner.ok('session/confirm', { password: PASSWORD });
      await owner.ok(operation, { ...target, requireSecondFactor: false });
      // It is optional already.
      clock.advance(11 * MINUTE_MS);
      await owner.ok(operation, { ...target, requireSecondFactor: false });
    }
  });

  it('if a partner requires a second factor, its users need one, but staff do not', async () => {
    const { partnerId } = server;
    const people = { db: database.db, clock, partnerId };
    const user = await signUp(server, { ...people, email: 'bare@partner.example' });
    const { browser: owner } = await withFactor();
    const staff = await signUp(server, { db: database.db, clock, email: 'no-factor@example.com' });
    await owner.ok('partners/update', { partnerId, requireSecondFactor: true });
    const refused = await user.call('members/list');
    expect([refused.status, refused.json.error.message]).toEqual([
      403,
      'A second factor is required. Set one up with second-factor/begin, then try again.',
    ]);
    expect((await staff.call('members/list', { partnerId })).status).toBe(200);
    await owner.ok('partners/update', { partnerId, requireSecondFactor: false });
  });
});
