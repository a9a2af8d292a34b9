import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/database.ts';
import { ManualClock } from '../../test/manual-clock.ts';
import { type OperatorServer, startOperatorServer } from '../../test/operator-server.ts';
import { hashToken } from './access/hash-token.ts';
import { insertMember, type Member } from './people/member-store.ts';
import { createInvitation, createSignInLink, signIn } from './sign-in.ts';
import { findLink } from './sign-in-link-store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const clock = new ManualClock();
let database: TestDatabase;
let server: OperatorServer;

beforeAll(async () => {
  database = await testDatabase();
  server = await startOperatorServer({
    pool: database.pool,
    clock,
    dashboardOrigins: ['https://dash.example'],
  });
});

afterAll(async () => {
  await server?.close();
  await database?.drop();
});

const makeLink = () => createSignInLink(database.db, server.operatorId, 'developer', clock);
const useLink = (token: string, origin = server.origin) =>
  server.call('session/sign-in', { origin }, { token });

async function signedIn(): Promise<Record<string, string>> {
  const answer = await useLink((await makeLink()).token);
  expect(answer.status).toBe(200);
  return server.browser(String(answer.headers['set-cookie']).split(';')[0] as string);
}

const showStatus = async (headers: Record<string, string>) =>
  (await server.call('session/show', headers)).status;

describe('a sign-in link', () => {
  it('a sign-in link opens a session with its role', async () => {
    const link = await makeLink();
    const { status, json } = await useLink(link.token);
    expect(status).toBe(200);
    expect(json.session).toEqual({
      actor: link.actor,
      role: 'developer',
      method: 'session',
      operatorName: 'My company',
      timeZone: 'UTC',
      partner: null,
      memberships: [],
      organisation: expect.objectContaining({ organisationId: server.operatorId }),
      expiresAt: new Date(clock.nowMs() + 12 * HOUR_MS).toISOString(),
      confirmedUntil: new Date(clock.nowMs() + 10 * MINUTE_MS).toISOString(),
      memberId: null,
      name: null,
      email: null,
      secondFactor: false,
      staff: true,
    });
  });

  it('a sign-in link works only once', async () => {
    const { token } = await makeLink();
    expect((await useLink(token)).status).toBe(200);
    const again = await useLink(token);
    expect(again.status).toBe(401);
    expect(again.json.error.message).toContain('npx serai sign-in');
    expect(again.headers['set-cookie']).toBeUndefined();
  });

  it('a sign-in link works only once, even for concurrent attempts', async () => {
    const { token } = await makeLink();
    clock.advance(2 * MINUTE_MS);
    const answers = Promise.all(Array.from({ length: 12 }, () => useLink(token)));
    const ticking = setInterval(() => clock.advance(500), 5);
    const statuses = (await answers).map(answer => answer.status).sort();
    clearInterval(ticking);
    expect(statuses).toEqual([200, ...new Array(11).fill(401)]);
    clock.advance(2 * MINUTE_MS);
  });

  it('a sign-in link works for 24 hours', async () => {
    const [early, late] = [await makeLink(), await makeLink()];
    clock.advance(24 * HOUR_MS - 1);
    expect((await useLink(early.token)).status).toBe(200);
    clock.advance(1);
    expect((await useLink(late.token)).status).toBe(401);
  });

  it('an unknown sign-in link is rejected with the same message as a used one', async () => {
    const { token } = await makeLink();
    await useLink(token);
    const [used, unknown] = [await useLink(token), await useLink('never-made')];
    expect(unknown.status).toBe(401);
    expect(unknown.text).toBe(used.text);
  });

  it('neither a sign-in link nor its session is stored in plain text', async () => {
    const { token } = await makeLink();
    const cookie = String((await useLink(token)).headers['set-cookie']);
    const session = /=([^;]+)/.exec(cookie)?.[1] as string;
    const rows = await database.ownerDb`
      SELECT to_jsonb(l)::text AS row FROM sign_in_link l
      UNION ALL SELECT to_jsonb(s)::text FROM operator_session s
      UNION ALL SELECT to_jsonb(a)::text FROM audit_entry a`;
    const text = JSON.stringify(rows);
    for (const secret of [token, session]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });

  it('the audit log records the creation and the use of a sign-in link under the same target', async () => {
    const made = await server.call('session/create-link', server.bearer, { role: 'admin' });
    const [, token] = made.json.url.split('#') as [string, string];
    const { json } = await useLink(token);
    expect(made.json.url).toMatch(/^http:\/\/dashboard\.test\/sign-in#[0-9A-Za-z]{43}$/);
    expect(json.session.role).toBe('admin');
    const target = json.session.actor;
    const audit = await server.call('audit/list', server.bearer, { target });
    expect(audit.json.entries).toMatchObject([
      { action: 'session/sign-in', actor: target, address: '127.0.0.1' },
      { action: 'session/create-link', actor: 'operator-token', after: { role: 'admin' } },
    ]);
  });

  it('only the operator token can create a sign-in link', async () => {
    const { token } = await createSignInLink(database.db, server.operatorId, 'owner', clock);
    const cookie = String((await useLink(token)).headers['set-cookie']).split(';')[0] as string;
    expect((await server.call('session/create-link', server.browser(cookie))).status).toBe(403);
  });
});

it('an invitation link opens no session and is not used up at sign-in', async () => {
  const { db } = database;
  const { operatorId: organisationId } = server;
  const member = { id: 'mbr_invited', organisationId, email: 'invited@example.com', role: 'owner' as const };
  await insertMember(db, { ...member, nowMs: clock.nowMs() });
  const { token } = await createInvitation(db, member as Member, clock);
  expect(await signIn(db, clock, { token, address: undefined, requestId: 'req_test' })).toBeUndefined();
  expect(await findLink(db, hashToken(token), clock.nowMs())).toMatchObject({ memberId: 'mbr_invited' });
});

describe('the cookie of a session', () => {
  it('the session cookie is not accessible to scripts or other sites', async () => {
    const { headers } = await useLink((await makeLink()).token);
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^serai_session=[0-9A-Za-z]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/,
      ),
    ]);
  });

  it('the session cookie is bound to https if the dashboard is reached over https', async () => {
    const { headers } = await useLink((await makeLink()).token, 'https://dash.example');
    const [cookie = ''] = headers['set-cookie'] ?? [];
    expect(cookie).toMatch(
      /^__Host-serai_session=\w+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax; Secure$/,
    );
    const name = cookie.split(';')[0] as string;
    expect(await showStatus({ cookie: name, origin: 'https://dash.example' })).toBe(200);
  });

  it('the session cookie is new at every sign-in', async () => {
    const first = await signedIn();
    const second = await signedIn();
    expect(first.cookie).not.toBe(second.cookie);
  });
});

describe('a session', () => {
  it('a session ends after 30 idle minutes', async () => {
    const headers = await signedIn();
    clock.advance(29 * MINUTE_MS);
    expect(await showStatus(headers)).toBe(200);
    clock.advance(29 * MINUTE_MS);
    expect(await showStatus(headers)).toBe(200);
    clock.advance(30 * MINUTE_MS);
    expect(await showStatus(headers)).toBe(401);
  });

  it('a session ends after 12 hours, even if it is in use', async () => {
    const headers = await signedIn();
    for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
      clock.advance(20 * MINUTE_MS);
      expect(await showStatus(headers)).toBe(200);
    }
    clock.advance(20 * MINUTE_MS - 1);
    expect(await showStatus(headers)).toBe(200);
    clock.advance(1);
    expect(await showStatus(headers)).toBe(401);
  });

  it('signing out ends the session and clears its cookie', async () => {
    const headers = await signedIn();
    const other = await signedIn();
    const answer = await server.call('session/sign-out', headers);
    expect(answer.json).toEqual({ signedOut: true });
    expect(answer.headers['set-cookie']).toEqual([expect.stringMatching(/^serai_session=; .*Max-Age=0;/)]);
    expect(await showStatus(headers)).toBe(401);
    expect(await showStatus(other)).toBe(200);
  });

  it('signing out with the operator token has no effect', async () => {
    const { json, headers } = await server.call('session/sign-out', server.bearer);
    expect(json).toEqual({ signedOut: false });
    expect(headers['set-cookie']).toBeUndefined();
  });
});
