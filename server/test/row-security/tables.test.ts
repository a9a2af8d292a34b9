/**
 * Tests row security table by table. Every protected table contains rows of organisations A and B, and A tries to read
 * and write them.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/platform/database/connect.ts';
import type { PartnerScope } from '../../src/platform/database/scope.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { OPEN_TABLES, RANDOM_KEYS } from './open-tables.ts';
import { findUnprotected, listProtected, type ProtectedTable } from './row-security.ts';

const A: PartnerScope = { organisationId: 'org_a', environment: 'sandbox' };
const OWNERS = [
  ['org_a', 'sandbox'],
  ['org_a', 'production'],
  ['org_b', 'sandbox'],
  ['org_b', 'production'],
] as const;

let database: TestDatabase;
let tables: ProtectedTable[];

/** Drops constraints and triggers, so that a row only needs its key and its owner. */
async function loosen(owner: Database): Promise<void> {
  await owner.script(`
    DO $$
    DECLARE one record;
    BEGIN
      FOR one IN SELECT conrelid::regclass AS name, conname FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace AND contype IN ('c', 'f') AND conparentid = 0 AND coninhcount = 0 LOOP
        EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', one.name, one.conname);
      END LOOP;
      FOR one IN SELECT attrelid::regclass AS name, attname FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND attnotnull AND attnum > 0
          AND NOT attisdropped AND attidentity = '' AND NOT EXISTS (
            SELECT FROM pg_index WHERE indrelid = attrelid AND indisprimary AND attnum = ANY (indkey)) LOOP
        EXECUTE format('ALTER TABLE %s ALTER %I DROP NOT NULL', one.name, one.attname);
      END LOOP;
      FOR one IN SELECT tgrelid::regclass AS name, tgname FROM pg_trigger WHERE NOT tgisinternal LOOP
        EXECUTE format('DROP TRIGGER %I ON %s', one.tgname, one.name);
      END LOOP;
    END $$;
    DROP INDEX certification_running;
    CREATE TABLE request_log_any PARTITION OF request_log DEFAULT`);
}

/**
 * Returns the INSERT statement for a row of this owner. Text and bytea columns of the primary key contain the mark and
 * the owner.
 */
async function rowText(
  table: ProtectedTable,
  owner: readonly [string, string],
  mark: string,
): Promise<string> {
  const columns = await database.ownerDb<{ name: string; type: string }[]>`
    SELECT attname::text AS name, atttypid::regtype::text AS type FROM pg_index JOIN pg_attribute ON attrelid = indrelid
    WHERE indrelid = ${table.name}::regclass AND indisprimary AND attnum = ANY (indkey)`;
  const values = new Map(
    columns.map(({ name, type }) => [name, keyValue(type, `${mark} ${owner.join(' ')}`)]),
  );
  values.set(table.organisation, `'${owner[0]}${table.organisation === 'id' && mark !== 'row' ? mark : ''}'`);
  if (table.hasEnvironment) values.set('environment', `'${owner[1]}'`);
  return `INSERT INTO ${table.name} (${[...values.keys()].join(', ')}) VALUES (${[...values.values()].join(', ')})`;
}

function keyValue(type: string, mark: string): string {
  if (type === 'text') return `'${mark}'`;
  if (type === 'bytea') return `'${mark}'::bytea`;
  return type.startsWith('timestamp') ? "'2026-01-01T00:00:00Z'" : '1';
}

beforeAll(async () => {
  database = await testDatabase();
  const { ownerDb } = database;
  await loosen(ownerDb);
  tables = await listProtected(ownerDb);
  for (const table of tables) {
    for (const owner of OWNERS) {
      if (table.organisation === 'id' && owner[1] === 'production') continue;
      await ownerDb.script(await rowText(table, owner, 'row'));
    }
  }
});
afterAll(() => database?.drop());

/** Returns the number of rows that A should see in its database scope. */
function ownRows({ organisation, hasEnvironment }: ProtectedTable): number {
  return organisation === 'id' || hasEnvironment ? 1 : 2;
}

async function count(db: Database, { name }: ProtectedTable): Promise<number> {
  const [row] = await db<{ rows: number }[]>`SELECT count(*)::int AS rows FROM ${plain(db, name)}`;
  return row?.rows ?? -1;
}

const plain = (db: Database, name: string) =>
  db(Object.assign([name], { raw: [name] }) as TemplateStringsArray);

/** Runs the statement and always rolls back. Returns the number of changed rows, or the error. */
async function attempt(text: string, db: Database): Promise<number | string> {
  let changed: number | string = 'nothing';
  await db
    .transaction(async tx => {
      changed = (await plain(tx, text)).count;
      throw new Error('undone');
    })
    .catch((error: Error & { code?: string }) => {
      if (error.message !== 'undone') changed = error.message;
    });
  return changed;
}

test('every table is protected by row security or listed as open with a reason', async () => {
  expect(await findUnprotected(database.ownerDb, Object.keys(OPEN_TABLES))).toEqual([]);
  expect(tables.length).toBeGreaterThan(25);
});

test('a table without complete row security is reported', async () => {
  const other = await testDatabase();
  await other.ownerDb.script(`
    CREATE TABLE forgotten (organisation_id text);
    CREATE TABLE unlisted (number integer);
    CREATE TABLE halfway (organisation_id text, environment text);
    SELECT serai_protect('halfway');
    ALTER TABLE halfway NO FORCE ROW LEVEL SECURITY;
    ALTER POLICY scoped ON halfway USING (organisation_id = current_setting('serai.organisation', true));
    CREATE POLICY wide ON halfway TO PUBLIC USING (true)`);
  try {
    expect(await findUnprotected(other.ownerDb, [...Object.keys(OPEN_TABLES), 'gone', 'quote'])).toEqual([
      'gone is listed and does not exist',
      'forgotten has no row security',
      'halfway does not bind its owner',
      'halfway does not ask for the environment',
      'halfway has other policies',
      'quote is listed as open and is protected',
      'unlisted has no row security',
    ]);
  } finally {
    await other.drop();
  }
});

test('a bound role has no more rights than the service, and neither has rights on partitions of the request log', async () => {
  const rights = (role: string) => database.ownerDb`
    SELECT relname, privilege_type, NULL AS attname FROM pg_class, aclexplode(relacl) WHERE grantee = ${role}::regrole
    UNION ALL SELECT attrelid::regclass::text, privilege_type, attname FROM pg_attribute, aclexplode(attacl)
      WHERE grantee = ${role}::regrole
    UNION ALL SELECT oid::regprocedure::text, privilege_type, NULL FROM pg_proc, aclexplode(proacl) WHERE grantee = ${role}::regrole
    ORDER BY 1, 2, 3`;
  const service = await rights('serai_service');
  expect(service.length).toBeGreaterThan(100);
  expect(await rights('serai_app')).toEqual(service);
  expect(service).toEqual(expect.arrayContaining([...(await rights('serai_scoped'))]));
  expect(service.filter(({ relname }) => /^request_log_/.test(relname as string))).toEqual([]);
});

test('no unique key of a protected table reveals data of another organisation', async () => {
  const keys = await database.ownerDb<{ name: string; columns: string }[]>`
    SELECT indexrelid::regclass::text AS name, string_agg(attname, ',' ORDER BY place) AS columns
    FROM pg_index JOIN pg_class ON pg_class.oid = indrelid, unnest(indkey) WITH ORDINALITY AS part (number, place)
      JOIN pg_attribute ON attnum = number
    WHERE indisunique AND relrowsecurity AND attrelid = indrelid GROUP BY 1`;
  const telling = keys.filter(
    ({ columns }) => !/^organisation_id/.test(columns) && !RANDOM_KEYS.has(columns),
  );
  expect(telling).toEqual([]);
  expect(keys.length).toBeGreaterThan(tables.length);
});

test('an organisation sees only its own rows in the environments of its database scope', async () => {
  for (const table of tables) {
    const seen = (scope: PartnerScope) => count(database.pool.forPartner(scope), table);
    expect([table.name, await seen(A)]).toEqual([table.name, ownRows(table)]);
    expect([table.name, await seen({ ...A, environment: 'production' })]).toEqual([
      table.name,
      ownRows(table),
    ]);
    const both = table.organisation === 'id' ? 1 : 2;
    expect([table.name, await seen({ ...A, environment: null })]).toEqual([table.name, both]);
    expect([table.name, await seen({ organisationId: 'org_c', environment: null })]).toEqual([table.name, 0]);
    expect([table.name, await count(database.db, table)]).toEqual([table.name, 2 * both]);
  }
});

test('no row is visible without a database scope', async () => {
  for (const table of tables) {
    const rows = await database.ownerDb.transaction(async tx => {
      await tx.script('SET LOCAL ROLE serai_scoped');
      return count(tx, table);
    });
    expect([table.name, rows]).toEqual([table.name, 0]);
  }
});

test('an organisation can change and delete only its own rows and cannot transfer a row to another organisation', async () => {
  const refused = /row-level security|permission denied/;
  for (const table of tables) {
    const { name, organisation, hasEnvironment } = table;
    const asA = (text: string) => attempt(text, database.pool.forPartner(A));
    const own = [ownRows(table), `permission denied for table ${name}`];
    expect([name, own]).toEqual([
      name,
      expect.arrayContaining([await asA(`UPDATE ${name} SET ${organisation} = ${organisation}`)]),
    ]);
    expect([name, own]).toEqual([name, expect.arrayContaining([await asA(`DELETE FROM ${name}`)])]);
    expect([name, await asA(`UPDATE ${name} SET ${organisation} = 'org_b'`)]).toEqual([
      name,
      expect.stringMatching(refused),
    ]);
    if (hasEnvironment)
      expect([name, await asA(`UPDATE ${name} SET environment = 'production'`)]).toEqual([
        name,
        expect.stringMatching(refused),
      ]);
  }
});

test('an organisation cannot write a row for another organisation or environment', async () => {
  // Only a trigger writes balances.
  for (const table of tables.filter(({ name }) => name !== 'ledger_balance')) {
    const write = async (owner: readonly [string, string]) => {
      const text = await rowText(table, owner, 'new');
      return attempt(text, database.pool.forPartner(A));
    };
    expect([table.name, await write(['org_b', 'sandbox'])]).toEqual([
      table.name,
      expect.stringContaining('row-level security'),
    ]);
    if (table.hasEnvironment)
      expect([table.name, await write(['org_a', 'production'])]).toEqual([
        table.name,
        expect.stringContaining('row-level security'),
      ]);
    if (table.organisation !== 'id')
      expect([table.name, await write(['org_a', 'sandbox'])]).toEqual([table.name, 1]);
  }
});

test("a row that a previous version wrote without an organisation belongs to its parent's organisation", async () => {
  const { ownerDb, pool } = database;
  await ownerDb.script(`
    INSERT INTO booking (booking_id, organisation_id, environment) VALUES ('bkg_a', 'org_a', 'sandbox'),
      ('bkg_live', 'org_a', 'production'), ('bkg_b', 'org_b', 'sandbox');
    SET ROLE serai_app;
    INSERT INTO booking_history (booking_id, version) VALUES ('bkg_a', 7), ('bkg_live', 7), ('bkg_b', 7);
    RESET ROLE`);
  const seen = await pool.forPartner(A)`SELECT booking_id FROM booking_history WHERE version = 7`;
  expect(seen).toEqual([{ booking_id: 'bkg_a' }]);
  const write = (id: string) =>
    attempt(
      `INSERT INTO booking_history (booking_id, version, organisation_id) VALUES ('${id}', 8, NULL)`,
      pool.forPartner(A),
    );
  expect(await write('bkg_a')).toBe(1);
  expect(await write('bkg_live')).toContain('row-level security');
  expect(await write('bkg_b')).toContain('row-level security');
});

test('a statement bound to an organisation records that organisation in child rows, and a statement bound to none leaves it empty', async () => {
  const { ownerDb, pool, db } = database;
  await pool.forPartner(A)`INSERT INTO booking_attempt (booking_id, number) VALUES ('bkg_said', 1)`;
  const both = pool.forPartner({ ...A, environment: null });
  await both`INSERT INTO webhook_deleted (endpoint_id, deleted_at) VALUES ('end_said', now())`;
  await db`INSERT INTO booking_attempt (booking_id, number) VALUES ('bkg_said', 2)`;
  const rows = await ownerDb`
    SELECT organisation_id, environment FROM booking_attempt WHERE booking_id = 'bkg_said' ORDER BY number`;
  expect(rows).toEqual([
    { organisation_id: 'org_a', environment: 'sandbox' },
    { organisation_id: null, environment: null },
  ]);
  expect(await ownerDb`SELECT organisation_id FROM webhook_deleted WHERE endpoint_id = 'end_said'`).toEqual([
    { organisation_id: 'org_a' },
  ]);
});

test('every function that runs with the rights of its owner searches temporary tables last', async () => {
  const definers = await database.ownerDb<{ name: string; path: string | null }[]>`
    SELECT pg_proc.oid::regprocedure::text AS name,
      (SELECT setting FROM unnest(proconfig) AS setting WHERE setting LIKE 'search_path=%') AS path
    FROM pg_proc WHERE prosecdef AND pronamespace = 'public'::regnamespace`;
  expect(definers.filter(({ path }) => path !== 'search_path=pg_catalog, public, pg_temp')).toEqual([]);
  expect(definers.length).toBeGreaterThan(15);
});

test('the function that resets a sandbox does not affect other organisations', async () => {
  const { pool } = database;
  const reset = async (organisation: string, scope: PartnerScope) =>
    await pool.forPartner(scope)`SELECT * FROM reset_sandbox(${organisation})`;
  await expect(reset('org_b', A)).rejects.toThrow('not the sandbox');
  await expect(reset('org_a', { ...A, environment: 'production' })).rejects.toThrow('not the sandbox');
  await expect(pool.forPartner(A)`SELECT * FROM empty_sandbox('org_b')`).rejects.toThrow('permission denied');
});
