/**
 * Tests a database whose owner is not a superuser. Forced row security also binds the owner, and everything the owner
 * must do still works.
 */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  type DatabasePool,
  type OpenDatabase,
  openDatabase,
  openOwnerDatabase,
} from '../../src/platform/database/connect.ts';
import type { DatabaseAddress } from '../../src/platform/database/database-address.ts';
import { quietLog } from '../../src/platform/database/database-log.ts';
import { migrate } from '../../src/platform/database/schema/migrate.ts';
import { MIGRATIONS } from '../../src/start-database.ts';
import { atDatabase } from '../at-database.ts';
import { type TestDatabase, testDatabase } from '../database.ts';

const user = `serai_test_${randomBytes(4).toString('hex')}`;
const A = { organisationId: 'org_a', environment: 'sandbox' } as const;
let database: TestDatabase;
let owner: OpenDatabase;
let pool: DatabasePool;

beforeAll(async () => {
  database = await testDatabase({ empty: true });
  const { ownerDb } = database;
  const [{ name } = { name: '' }] = await ownerDb<{ name: string }[]>`SELECT current_database() AS name`;
  await ownerDb.script(`CREATE ROLE ${user} LOGIN PASSWORD '${user}'; ALTER DATABASE ${name} OWNER TO ${user};
    GRANT serai_app, serai_service, serai_scoped TO ${user}`);
  const address = atDatabase(asUser(inject('testServer')), name);
  owner = openOwnerDatabase({ address, log: quietLog, max: 1, statementTimeoutMs: 60_000 });
  pool = openDatabase({ address, log: quietLog });
  await migrate(owner, MIGRATIONS, { log: quietLog });
});
afterAll(async () => {
  await Promise.all([owner?.close(), pool?.close()]);
  const { ownerDb } = database;
  await ownerDb.script(
    `REASSIGN OWNED BY ${user} TO CURRENT_USER; DROP OWNED BY ${user}; ALTER ROLE ${user} NOLOGIN`,
  );
  await database.drop();
  const admin = openOwnerDatabase({ address: inject('testServer'), log: quietLog, max: 1 });
  await admin.script(`DROP ROLE ${user}`);
  await admin.close();
});

function asUser(server: DatabaseAddress): DatabaseAddress {
  if (!('url' in server)) return { ...server, user };
  return { url: Object.assign(new URL(server.url), { username: user, password: user }).href };
}

test('a database owner who is not a superuser can run all migrations, and row security applies to the roles as usual', async () => {
  await pool.asService('a test')`INSERT INTO organisation (id, name) VALUES ('org_a', 'A'), ('org_b', 'B')`;
  const seen = await pool.forPartner(A)`SELECT id FROM organisation`;
  expect(seen).toEqual([{ id: 'org_a' }]);
});

test("a migration sees every row, and the owner's functions reach the rows they need", async () => {
  expect(await owner`SELECT id FROM organisation ORDER BY id`).toEqual([{ id: 'org_a' }, { id: 'org_b' }]);
  for (const organisationId of ['org_a', 'org_b'])
    await pool.forPartner({ ...A, organisationId })`
      INSERT INTO idempotency_key (organisation_id, environment, key, operation, fingerprint, booking_id, created_at)
      VALUES (${organisationId}, 'sandbox', 'k', 'booking', '\\x00', 'b', now())`;
  // Deleted with its statement, by the foreign key.
  await pool.forPartner(A)`
    WITH closed AS (
      INSERT INTO statement (statement_id, organisation_id, environment, month, time_zone, from_at, to_at, currency, opening_minor,
        closing_minor, totals, closed_at, closed_by)
      VALUES ('stm_1', 'org_a', 'sandbox', '2026-01', 'UTC', now(), now(), 'EUR', 0, 0, '{}', now(), 'x') RETURNING *
    )
    INSERT INTO statement_mail (statement_id, number, organisation_id, environment, kind, address, asked_at, asked_by)
    SELECT statement_id, 1, organisation_id, environment, 'STATEMENT', 'a@example.com', now(), 'x' FROM closed`;
  await pool.forPartner(A)`SELECT * FROM reset_sandbox('org_a')`;
  expect(await pool.asService('a test')`SELECT organisation_id FROM idempotency_key`).toEqual([
    { organisation_id: 'org_b' },
  ]);
  expect(await pool.asService('a test')`SELECT number FROM statement_mail`).toEqual([]);
});

test('a migration by a user who cannot see the rows to migrate is rejected', async () => {
  await database.ownerDb.script(
    `ALTER ROLE ${user} NOINHERIT; REVOKE serai_service FROM ${user}; GRANT serai_service TO ${user}`,
  );
  await expect(migrate(owner, MIGRATIONS, { log: quietLog })).rejects.toThrow(
    'does not inherit the role serai_service',
  );
  await database.ownerDb.script(
    `ALTER ROLE ${user} INHERIT; REVOKE serai_service FROM ${user}; GRANT serai_service TO ${user}`,
  );
  await migrate(owner, MIGRATIONS, { log: quietLog });
});
