/**
 * Starts the current version on a database from before partners were introduced. No data is lost, and no manual step is
 * needed.
 */
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { quietLog } from '../src/platform/database/database-log.ts';
import { migrate } from '../src/platform/database/schema/migrate.ts';
import { MIGRATIONS } from '../src/start-database.ts';
import { firstCompanies } from './browser-session.ts';
import { PASSWORD } from './people.ts';
import { type TestApp, testApp } from './test-app.ts';
import {
  emailOf,
  FIRST,
  FORMER_ROLES,
  LAST_MIGRATION,
  linkSessionToken,
  linkToken,
  OPERATOR_TOKEN,
  SECOND,
  sessionToken,
  type VersionBefore,
  versionBefore,
} from './version-before.ts';

let before: VersionBefore;
let app: TestApp;
let operatorId: string;

beforeAll(async () => {
  before = await versionBefore();
  const applied = await migrate(before.database.ownerDb, MIGRATIONS, { log: quietLog });
  expect(applied[0]?.number).toBe(LAST_MIGRATION + 1);
  app = await testApp({
    database: before.database,
    settings: { SERAI_OPERATOR_TOKEN: OPERATOR_TOKEN },
  });
  ({ operatorId } = await firstCompanies(app));
}, 180_000);
afterAll(async () => {
  await app?.close();
  await before?.database.drop();
});

async function operate(name: string, input: object = {}) {
  const { status, json, text } = await app.operate(name, input);
  expect([name, status], text).toEqual([name, 200]);
  return json;
}

async function ask(token: string, name: string, input: object = {}) {
  const origin = app.dashboardUrl as string;
  const response = await fetch(`${origin}/api/v1/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, cookie: `serai_session=${token}` },
    body: JSON.stringify(input),
  });
  return { status: response.status, json: JSON.parse(await response.text()) };
}

const STAFF_ROLE = { owner: 'owner', admin: 'admin', developer: 'developer', 'read-only': 'viewer' };
const PARTNER_ROLE = {
  owner: 'partner-admin',
  admin: 'partner-admin',
  developer: 'partner-developer',
  'read-only': 'partner-viewer',
};

describe('the first organisation', () => {
  it('an upgrade turns the first organisation into the partner "Direct" with the same id and defaults', async () => {
    const { partners } = await operate('partners/list');
    expect(partners).toMatchObject([
      { partnerId: FIRST, name: 'Direct', status: 'ACTIVE', currency: 'GBP', guestDays: 30, groups: [] },
      { partnerId: SECOND, name: 'Northern Travel', status: 'ACTIVE', currency: 'EUR' },
    ]);
    expect(partners[0].billing).toEqual({ model: 'NONE', currency: 'GBP', limit: null });
  });

  it('an upgrade gives the operator the name of the first organisation', async () => {
    expect((await operate('operator/show')).operator).toMatchObject({
      name: 'Serai Hotels',
      timeZone: 'UTC',
    });
    expect(operatorId).toMatch(/^opr_/);
  });

  it.each(FORMER_ROLES)(
    "after an upgrade, the open session of the first organisation's %s still works and belongs to the staff",
    async role => {
      const { status, json } = await ask(sessionToken(FIRST, role), 'session/show');
      expect([status, json.session.role]).toEqual([200, STAFF_ROLE[role]]);
      expect(json.session).toMatchObject({
        staff: true,
        partner: null,
        email: emailOf(FIRST, role),
        memberId: `mbr_${FIRST}_${role}`,
      });
      const { json: listed } = await ask(sessionToken(FIRST, role), 'bookings/list');
      expect(listed.bookings).toHaveLength(2);
    },
  );

  it('after an upgrade, people of the first organisation can sign in as staff with their passwords', async () => {
    const { status, json } = await ask('', 'session/sign-in', {
      email: emailOf(FIRST, 'owner'),
      password: PASSWORD,
    });
    expect([status, json.session?.role]).toEqual([200, 'owner']);
  });

  it('an upgrade turns the provider settings of the first organisation into those of the operator', async () => {
    const { providers } = await operate('providers/list', { environment: 'production' });
    expect(providers).toMatchObject([{ name: 'Rooms of ours', enabled: true, preference: 7 }]);
  });
});

describe('further organisations', () => {
  it.each(FORMER_ROLES)(
    "after an upgrade, an open session of the second organisation's %s still works and belongs to the partner that the organisation became",
    async role => {
      const { status, json } = await ask(sessionToken(SECOND, role), 'session/show');
      expect([status, json.session.role]).toEqual([200, PARTNER_ROLE[role]]);
      expect(json.session).toMatchObject({ staff: false, partner: { partnerId: SECOND } });
      const { json: listed } = await ask(sessionToken(SECOND, role), 'bookings/list');
      expect(listed.bookings.map((each: { bookingId: string }) => each.bookingId)).toEqual([
        before.bookingIds[SECOND],
      ]);
      const foreign = await ask(sessionToken(SECOND, role), 'bookings/show', {
        bookingId: before.bookingIds[FIRST],
      });
      expect(foreign.status).toBe(404);
    },
  );

  it('after an upgrade, the members of the second organisation keep their ids and get partner roles', async () => {
    const { members } = await operate('members/list', { partnerId: SECOND });
    expect(members.map((each: { memberId: string; role: string }) => [each.memberId, each.role])).toEqual(
      [...FORMER_ROLES].sort().map(role => [`mbr_${SECOND}_${role}`, PARTNER_ROLE[role]]),
    );
  });

  it('after an upgrade, the provider settings of the second organisation apply only to the partner that it became', async () => {
    const rows = await before.database.ownerDb`
      SELECT organisation_id, name FROM provider_connection WHERE environment = 'production' ORDER BY name`;
    expect([...rows]).toEqual([
      { organisation_id: SECOND, name: 'Not for us' },
      { organisation_id: operatorId, name: 'Rooms of ours' },
    ]);
  });
});

it.each([
  [FIRST, 'developer', 'admin'],
  [SECOND, 'partner-developer', 'partner-admin'],
] as const)(
  'one-time links of the organisation %s, and sessions opened by them, keep working after an upgrade',
  async (organisation, ofSession, ofLink) => {
    const { json } = await ask(linkSessionToken(organisation), 'session/show');
    expect(json.session).toMatchObject({ role: ofSession, staff: organisation === FIRST });
    const opened = await ask('', 'session/sign-in', { token: linkToken(organisation) });
    expect(opened.json.session).toMatchObject({ role: ofLink, staff: organisation === FIRST });
  },
);

describe.each([FIRST, SECOND] as const)('%s', partnerId => {
  it('an API key still works after an upgrade and can read its booking and quote a cancellation', async () => {
    const key = before.secrets[partnerId];
    const bookingId = before.bookingIds[partnerId];
    const shown = await app.post('/connect/hotels/v1/bookingdetail', { bookingId }, { key });
    expect([shown.status, shown.json.booking?.status], shown.text).toEqual([200, 'CONFIRMED']);
    const other = before.bookingIds[partnerId === FIRST ? SECOND : FIRST];
    expect((await app.post('/connect/hotels/v1/bookingdetail', { bookingId: other }, { key })).status).toBe(
      404,
    );
    const quoted = await app.post('/connect/hotels/v1/cancel', { bookingId, mode: 'QUOTE' }, { key });
    expect(quoted.status, quoted.text).toBe(200);
  });

  it("after an upgrade, staff find the bookings, events and keys of a partner with the partner's id", async () => {
    const { bookings } = await operate('bookings/list', { partnerId });
    expect(bookings).toMatchObject([{ bookingId: before.bookingIds[partnerId], partnerId }]);
    expect((await operate('bookings/show', { bookingId: before.bookingIds[partnerId] })).partnerId).toBe(
      partnerId,
    );
    expect((await operate('keys/list', { partnerId })).keys).toMatchObject([{ partnerId, name: 'Website' }]);
    expect((await operate('events/list', { partnerId })).events[0]).toMatchObject({ partnerId });
  });
});

it('the operator token sees all partners after an upgrade, even if it had selected the first organisation', async () => {
  expect((await operate('bookings/list')).bookings).toHaveLength(2);
  expect((await operate('session/show')).session).toMatchObject({
    staff: true,
    role: 'owner',
    partner: null,
  });
});

describe('nodes running the previous version', () => {
  test.each([
    [SECOND, PARTNER_ROLE],
    ['operator', STAFF_ROLE],
  ] as const)('roles that nodes of the previous version write for %s are converted', async (to, roles) => {
    const { ownerDb: db } = before.database;
    const organisation = to === SECOND ? SECOND : operatorId;
    for (const [former, role] of Object.entries(roles)) {
      const id = `mbr_late_${to}_${former}`;
      await db`
        INSERT INTO member (id, organisation_id, email, role, created_at)
        VALUES (${id}, ${organisation}, ${`late-${former}@example.com`}, ${former}, now())`;
      await db`INSERT INTO sign_in_link (token_hash, organisation_id, role, expires_at)
        VALUES (${Buffer.from(id)}, ${organisation}, ${former}, now())`;
      const [row] = await db`
        SELECT m.role, l.role AS link FROM member m, sign_in_link l
        WHERE m.id = ${id} AND l.token_hash = ${Buffer.from(id)}`;
      expect(row).toEqual({ role, link: role });
      await db`UPDATE member SET role = 'read-only' WHERE id = ${id}`;
      const [changed] = await db`SELECT role FROM member WHERE id = ${id}`;
      expect(changed).toEqual({ role: roles['read-only'] });
    }
  });

  test('the database rejects a staff role for a partner, a partner role for staff, and an unknown role', async () => {
    const { ownerDb: db } = before.database;
    for (const [organisation, role] of [
      [SECOND, 'finance'],
      [operatorId, 'partner-admin'],
      [operatorId, 'king'],
    ] as const) {
      const insert = db`
        INSERT INTO member (id, organisation_id, email, role, created_at)
        VALUES ('mbr_wrong', ${organisation}, 'wrong@example.com', ${role}, now())`;
      await expect(insert).rejects.toThrow('does not exist');
    }
  });

  test('an organisation created by a node of the previous version is a partner', async () => {
    const { ownerDb: db } = before.database;
    await db`INSERT INTO organisation (id, name) VALUES ('org_late', 'Late')`;
    expect((await operate('partners/show', { partnerId: 'org_late' })).partner.name).toBe('Late');
  });
});
