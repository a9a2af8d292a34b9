import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { type OperatorServer, startOperatorServer } from '../../../test/operator-server.ts';
import { type Browser, browserOf, PASSWORD, signUp } from '../../../test/people.ts';
import { createSignInLink } from '../sign-in.ts';

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
beforeEach(() => clock.advance(61_000));

const link = (role: 'owner' | 'developer' = 'owner') =>
  createSignInLink(database.db, server.operatorId, role, clock);
const person = (email: string) => ({ name: 'Ana Ruiz', email, password: PASSWORD });

describe('signing up with a one-time link', () => {
  it('sign-up creates an account, a membership with the role of the link, and a confirmed session', async () => {
    const { token } = await link();
    const { session } = await browserOf(server).ok('session/sign-up', {
      token,
      ...person('Ana@Example.com'),
    });
    expect(session).toMatchObject({
      actor: 'ana@example.com',
      name: 'Ana Ruiz',
      email: 'ana@example.com',
      role: 'owner',
      method: 'session',
      confirmedUntil: new Date(clock.nowMs() + 600_000).toISOString(),
      secondFactor: false,
    });
    const audit = await server.call('audit/list', server.bearer, { target: session.memberId });
    expect(audit.json.entries).toMatchObject([
      { action: 'session/sign-up', actor: 'ana@example.com', address: '127.0.0.1' },
    ]);
  });

  it('sign-up uses up the link, which then works for neither sign-up nor sign-in', async () => {
    const { token } = await link();
    await browserOf(server).ok('session/sign-up', { token, ...person('once@example.com') });
    const again = await browserOf(server).call('session/sign-up', { token, ...person('twice@example.com') });
    expect(again.status).toBe(401);
    expect((await browserOf(server).call('session/sign-in', { token })).status).toBe(401);
  });

  it('sign-up creates only one account if several requests use a link concurrently', async () => {
    const { token } = await link();
    const browsers = Array.from({ length: 5 }, () => browserOf(server));
    const answers = Promise.all(
      browsers.map((browser, index) =>
        browser.call('session/sign-up', { token, ...person(`race${index}@example.com`) }),
      ),
    );
    const ticking = setInterval(() => clock.advance(500), 5);
    const statuses = (await answers).map(({ status }) => status).sort();
    clearInterval(ticking);
    expect(statuses).toEqual([200, 401, 401, 401, 401]);
  });

  it('sign-up rejects an address that has an account and leaves the link unused', async () => {
    await signUp(server, { db: database.db, clock, email: 'taken@example.com' });
    const { token } = await link();
    const answer = await browserOf(server).call('session/sign-up', { token, ...person('taken@example.com') });
    expect(answer.json.error).toMatchObject({ code: 'INVALID_STATE' });
    expect((await browserOf(server).call('session/sign-in', { token })).status).toBe(200);
  });

  it.each([
    ['shorter than twelve characters', 'tea kettle!', '/password'],
    ['longer than 128 characters', 'ab3$'.repeat(33), '/password'],
    ['the email address', 'rules@example.com', '/password'],
    ['one of the most common passwords', 'Password1234', '/password'],
    ['little more than one repeated letter', 'aaaaaaaaaaaaab', '/password'],
  ])('sign-up rejects a password that is %s', async (_, password, path) => {
    const { token } = await link();
    const input = { token, ...person('rules@example.com'), password };
    const { status, json } = await browserOf(server).call('session/sign-up', input);
    expect(status).toBe(400);
    expect(json.error.details).toMatchObject([{ path }]);
    expect(JSON.stringify(json)).not.toContain(password);
  });

  it('sign-up returns 401 without a valid link, even for a person with an account', async () => {
    const ana = await signUp(server, { db: database.db, clock, email: 'has@example.com' });
    expect((await ana.call('session/sign-up', person('second@example.com'))).status).toBe(401);
    expect((await browserOf(server).call('session/sign-up', person('second@example.com'))).status).toBe(401);
    const wrong = { token: 'never-made', ...person('second@example.com') };
    expect((await browserOf(server).call('session/sign-up', wrong)).status).toBe(401);
  });

  it('sign-up stores only the argon2id hash of the password', async () => {
    const rows = await database.ownerDb`
      SELECT to_jsonb(c)::text AS row FROM person_credential c
      UNION ALL SELECT to_jsonb(p)::text FROM person p
      UNION ALL SELECT to_jsonb(a)::text FROM audit_entry a`;
    const text = JSON.stringify(rows);
    expect(text).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    expect(text).not.toContain(PASSWORD);
  });
});

describe('a session opened by a link', () => {
  async function withLink(): Promise<Browser> {
    const browser = browserOf(server);
    await browser.ok('session/sign-in', { token: (await link('developer')).token });
    return browser;
  }

  it("sign-up in a session opened by a link creates one account, with the link's role and a new cookie", async () => {
    const browser = await withLink();
    const before = browser.cookie();
    const { session } = await browser.ok('session/sign-up', person('later@example.com'));
    expect(session).toMatchObject({ role: 'developer', email: 'later@example.com' });
    expect(browser.cookie()).not.toBe(before);
    expect((await browserOf(server, before).call('session/show')).status).toBe(401);
    expect((await browser.call('session/sign-up', person('more@example.com'))).status).toBe(401);
  });

  it('a cross-site request cannot create an account for a session that was opened by a link', async () => {
    const browser = await withLink();
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      const answer = await browser.call('session/sign-up', person('evil@example.com'), headers as never);
      expect(answer.status).toBe(403);
    }
  });

  it('a session opened by a link has no account to show or change', async () => {
    const browser = await withLink();
    expect((await browser.ok('account/show')).account).toBeNull();
    expect((await browser.call('account/update', { name: 'X' })).status).toBe(403);
    expect((await browser.call('session/switch', { memberId: 'mbr_1' })).status).toBe(404);
  });
});
