/**
 * Upgrades databases that do not record yet whether staff or a partner user made a change. Partner users must not see
 * the names of staff afterwards, even while nodes of the earlier version still run.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../src/platform/database/connect.ts';
import { quietLog } from '../src/platform/database/database-log.ts';
import { applyMigrations, migrate } from '../src/platform/database/schema/migrate.ts';
import { readMigrations } from '../src/platform/database/schema/migration-files.ts';
import { MIGRATIONS } from '../src/start-database.ts';
import { type TestDatabase, testDatabase } from './database.ts';

const STAFF = 'ana@operator.example';
const FORMER_STAFF = 'left@operator.example';
const PARTNER_USER = 'sara@partner.example';
const OPERATOR_TOKEN = 'operator-token';
const LINK_OF_STAFF = 'link-0a1b2c3d';
const SERVICE = 'service';

const VERSIONS = [
  {
    title: 'a database from before partners',
    lastMigration: 35,
    companies: `INSERT INTO organisation (id, name, created_at)
      VALUES ('company', 'Hotels', '2026-01-01'), ('partner', 'Travel', '2026-02-01')`,
    roles: ['owner', 'owner'],
    // There was no audit log of the operator yet, so people who had left cannot be recognised as staff.
    staff: [STAFF, OPERATOR_TOKEN],
  },
  {
    title: 'a database from before staff were marked',
    lastMigration: 47,
    companies: `INSERT INTO organisation (id, name, kind) VALUES ('company', 'Hotels', 'OPERATOR'), ('partner', 'Travel', 'PARTNER')`,
    roles: ['owner', 'partner-admin'],
    staff: [STAFF, OPERATOR_TOKEN, FORMER_STAFF],
  },
] as const;

describe.each(VERSIONS)('$title', ({ lastMigration, companies, roles, staff }) => {
  let database: TestDatabase;
  let db: Database;
  const others = [PARTNER_USER, SERVICE];
  beforeAll(async () => {
    database = await testDatabase({ empty: true });
    db = database.ownerDb;
    const earlier = (await readMigrations(MIGRATIONS)).filter(({ number }) => number <= lastMigration);
    await db.transaction(async tx => {
      await applyMigrations(tx, earlier);
      await tx.script(companies);
      await tx`
        INSERT INTO member (id, organisation_id, email, role, created_at)
        VALUES ('mbr_1', 'company', ${STAFF}, ${roles[0]}, now()), ('mbr_2', 'partner', ${PARTNER_USER}, ${roles[1]}, now())`;
      await tx`
        INSERT INTO operator_session (id, token_hash, organisation_id, actor, role, expires_at)
        VALUES ('ses_1', ${Buffer.from('token')}, 'company', ${LINK_OF_STAFF}, ${roles[0]}, now() + interval '1 hour')`;
      await tx`
        INSERT INTO audit_entry (id, organisation_id, actor, action, target)
        VALUES ('aud_left', 'company', ${FORMER_STAFF}, 'session/sign-in', 'mbr_0')`;
      for (const actor of [...staff, ...others]) await insertAs(tx, actor, 'before');
    });
    await migrate(db, MIGRATIONS, { log: quietLog });
  });
  afterAll(() => database?.drop());

  it('an upgrade marks the changes of staff and the operator token, and no others', async () => {
    for (const actor of staff) expect([actor, await marks(db, actor, 'before')]).toEqual([actor, ALL_STAFF]);
    for (const actor of others) expect([actor, await marks(db, actor, 'before')]).toEqual([actor, NO_STAFF]);
  });

  it('an upgrade removes the names of staff from the reasons of paused endpoints, and no other names', async () => {
    const reasonOf = async (actor: string) => {
      const [row] =
        await db`SELECT status_reason FROM webhook_endpoint WHERE endpoint_id = ${`before ${actor}`}`;
      return row?.status_reason;
    };
    for (const actor of staff) expect(await reasonOf(actor)).toBe('Paused by the operator.');
    for (const actor of others) expect(await reasonOf(actor)).toBe(`Paused by ${actor}.`);
  });

  it('after an upgrade, changes that nodes of the earlier version write are marked as staff changes if their actor is staff', async () => {
    const staffNow = [STAFF, OPERATOR_TOKEN, LINK_OF_STAFF];
    await db.transaction(async tx => {
      // Row security hides the members and sessions of the operator from this role.
      await tx.script("SET LOCAL ROLE serai_scoped; SET LOCAL serai.organisation = 'partner'");
      await tx.script("SET LOCAL serai.environment = 'sandbox'");
      for (const actor of [...staffNow, ...others]) await insertAs(tx, actor, 'late');
    });
    for (const actor of staffNow) expect([actor, await marks(db, actor, 'late')]).toEqual([actor, ALL_STAFF]);
    for (const actor of others) expect([actor, await marks(db, actor, 'late')]).toEqual([actor, NO_STAFF]);
  });

  it('after an upgrade, an endpoint that a node of the earlier version pauses does not show the name of staff', async () => {
    const pausedBy = async (actor: string) => {
      await db`
        UPDATE webhook_endpoint SET status = 'PAUSED', status_reason = ${`Paused by ${actor}.`}
        WHERE endpoint_id = ${`before ${PARTNER_USER}`}`;
      const [row] =
        await db`SELECT status_reason FROM webhook_endpoint WHERE endpoint_id = ${`before ${PARTNER_USER}`}`;
      return row?.status_reason;
    };
    for (const actor of [STAFF, OPERATOR_TOKEN, LINK_OF_STAFF]) {
      expect(await pausedBy(actor)).toBe('Paused by the operator.');
    }
    for (const actor of others) expect(await pausedBy(actor)).toBe(`Paused by ${actor}.`);
  });

  it('after an upgrade, the database keeps the staff mark that a node of this version writes', async () => {
    await db`
      INSERT INTO audit_entry (id, organisation_id, actor, by_staff, action, target)
      VALUES ('aud_both', 'partner', ${STAFF}, false, 'keys/create', 'key')`;
    expect([...(await db`SELECT by_staff FROM audit_entry WHERE id = 'aud_both'`)]).toEqual([
      { by_staff: false },
    ]);
  });
});

const ALL_STAFF = { audit: true, key: true, endpoint: true, certification: true };
const NO_STAFF = { audit: false, key: false, endpoint: false, certification: false };

/** Inserts one row of each kind for the partner, as an earlier version writes it. */
async function insertAs(tx: Database, actor: string, prefix: string): Promise<void> {
  const id = `${prefix} ${actor}`;
  await tx`
    INSERT INTO audit_entry (id, organisation_id, actor, action, target) VALUES (${id}, 'partner', ${actor}, 'keys/create', 'key')`;
  await tx`
    INSERT INTO api_key (id, organisation_id, environment, name, scopes, limit_minute, limit_hour, limit_day, created_by)
    VALUES (${id}, 'partner', 'sandbox', 'Website', '{hotels:search}', 1, 1, 1, ${actor})`;
  await tx`
    INSERT INTO webhook_endpoint (endpoint_id, organisation_id, environment, url, event_types, status, status_reason,
      status_since, created_at, created_by, updated_at, clock_from)
    VALUES (${id}, 'partner', 'sandbox', 'https://partner.example', '{booking.confirmed}', 'PAUSED', ${`Paused by ${actor}.`},
      now(), now(), ${actor}, now(), now())`;
  await tx`
    INSERT INTO certification (certification_id, organisation_id, started_by, started_at, seen_at, ended_at, names)
    VALUES (${id}, 'partner', ${actor}, now(), now(), now(), '{search}')`;
}

async function marks(db: Database, actor: string, prefix: string): Promise<unknown> {
  const id = `${prefix} ${actor}`;
  const [row] = await db`
    SELECT audit_entry.by_staff AS audit, api_key.created_by_staff AS key, endpoint.created_by_staff AS endpoint,
      started_by_staff AS certification
    FROM audit_entry, api_key, webhook_endpoint AS endpoint, certification
    WHERE audit_entry.id = ${id} AND api_key.id = ${id} AND endpoint_id = ${id} AND certification_id = ${id}`;
  return { ...row };
}
