import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { atDatabase } from '../../../../test/at-database.ts';
import { type TestDatabase, testDatabase } from '../../../../test/database.ts';
import { StartError } from '../../start-error.ts';
import { openOwnerDatabase } from '../connect.ts';
import { quietLog } from '../database-log.ts';
import { migrate, pendingMigrations } from './migrate.ts';

const log = quietLog;
let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await testDatabase({ empty: true });
  folder = await mkdtemp(join(tmpdir(), 'serai-migrations-'));
  await write('0001_first.sql', 'CREATE TABLE one (n integer); GRANT SELECT ON one TO serai_service;');
  await write('0002_second.sql', 'INSERT INTO one VALUES (2); ALTER TABLE one ADD COLUMN extra text;');
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

function write(name: string, sql: string): Promise<void> {
  return writeFile(join(folder, name), sql);
}

async function refusal(promise: Promise<unknown>): Promise<StartError> {
  const error = await promise.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartError);
  return error as StartError;
}

test('migrate applies missing migrations in order, each only once', async () => {
  const { ownerDb, db } = database;
  expect((await migrate(ownerDb, folder, { log })).map(({ name }) => name)).toEqual(['first', 'second']);
  expect(await migrate(ownerDb, folder, { log })).toEqual([]);
  await write('0003_third.sql', 'CREATE TABLE three ()');
  expect((await pendingMigrations(db, folder)).map(({ number }) => number)).toEqual([3]);
  expect((await migrate(ownerDb, folder, { log })).map(({ name }) => name)).toEqual(['third']);
  expect(await pendingMigrations(db, folder)).toEqual([]);
  expect(await db`SELECT n FROM one`).toEqual([{ n: 2 }]);
});

test('all migrations are pending for an empty database', async () => {
  expect(await pendingMigrations(database.ownerDb, folder)).toHaveLength(2);
});

test('migrate applies each migration once when eight processes start concurrently', async () => {
  await write('0002_second.sql', 'INSERT INTO one VALUES (2); SELECT pg_sleep(0.05)');
  const starts = Array.from({ length: 8 }, async () => {
    const owner = openOwnerDatabase({ address: database.address, log, max: 1, statementTimeoutMs: 0 });
    try {
      return await migrate(owner, folder, { log });
    } finally {
      await owner.close();
    }
  });
  const applied = (await Promise.all(starts)).flat();
  expect(applied.map(({ number }) => number).sort()).toEqual([1, 2]);
  expect(await database.db`SELECT n FROM one`).toEqual([{ n: 2 }]);
});

test('migrate retries a migration that PostgreSQL aborted because of a deadlock', async () => {
  const { ownerDb } = database;
  await migrate(ownerDb, folder, { log });
  await ownerDb.script('CREATE TABLE two (); CREATE TABLE three ()');
  await write('0003_third.sql', 'LOCK TABLE two; SELECT pg_sleep(0.3); LOCK TABLE three');
  const { promise: hasThree, resolve } = Promise.withResolvers<void>();
  // Locks what the migration needs next and waits for what it has locked, so PostgreSQL aborts one of the two.
  const other = ownerDb
    .transaction(async tx => {
      await tx.script("SET LOCAL deadlock_timeout = '10s'; LOCK TABLE three");
      resolve();
      await tx.script('SELECT pg_sleep(0.15); LOCK TABLE two');
    })
    .then(() => 'done');
  await hasThree;
  const owner = openOwnerDatabase({ address: database.address, log, max: 1, statementTimeoutMs: 0 });
  try {
    expect(await migrate(owner, folder, { log })).toHaveLength(1);
  } finally {
    await owner.close();
  }
  expect(await other).toBe('done');
});

test('migrate rolls back a failing migration and keeps the earlier migrations', async () => {
  await write('0002_second.sql', 'CREATE TABLE two (); INSERT INTO one VALUES (1); SELECT 1 / 0');
  const error = await refusal(migrate(database.ownerDb, folder, { log }));
  expect(error.message).toContain('second');
  expect(error.message).toContain('division by zero');
  expect(await database.ownerDb`SELECT to_regclass('two') AS two, to_regclass('one')::text AS one`).toEqual([
    { two: null, one: 'one' },
  ]);
  expect(await database.db`SELECT number FROM serai_migration`).toEqual([{ number: 1 }]);
});

test('migrate rejects a migration file that was changed after it was applied', async () => {
  await migrate(database.ownerDb, folder, { log });
  await write('0001_first.sql', 'CREATE TABLE one (n bigint);');
  expect((await refusal(migrate(database.ownerDb, folder, { log }))).message).toContain('changed');
  expect((await refusal(pendingMigrations(database.db, folder))).message).toContain('changed');
});

test('migrate accepts the schema of a newer version that only added to it', async () => {
  await migrate(database.ownerDb, folder, { log });
  await rm(join(folder, '0002_second.sql'));
  expect(await migrate(database.ownerDb, folder, { log })).toEqual([]);
  expect(await pendingMigrations(database.db, folder)).toEqual([]);
});

test('migrate rejects the schema of a newer version that removed something this version needs', async () => {
  await write('0003_third.sql', '-- needs 0002\nALTER TABLE one DROP COLUMN extra');
  await migrate(database.ownerDb, folder, { log });
  await rm(join(folder, '0003_third.sql'));
  expect(await migrate(database.ownerDb, folder, { log })).toEqual([]);
  await rm(join(folder, '0002_second.sql'));
  expect((await refusal(migrate(database.ownerDb, folder, { log }))).message).toContain(
    'newer version of Serai',
  );
  expect((await refusal(pendingMigrations(database.db, folder))).message).toContain('newer version of Serai');
});

test('migrate upgrades a database that was created before migrations declared their requirements', async () => {
  await migrate(database.ownerDb, folder, { log });
  await database.ownerDb.script('ALTER TABLE serai_migration DROP COLUMN needs');
  await write('0003_third.sql', '-- needs 0001\nCREATE TABLE three ()');
  expect(await pendingMigrations(database.db, folder)).toHaveLength(1);
  expect(await migrate(database.ownerDb, folder, { log })).toHaveLength(1);
  expect(await database.db`SELECT needs FROM serai_migration ORDER BY number`).toEqual([
    { needs: 0 },
    { needs: 0 },
    { needs: 1 },
  ]);
});

test.each(['0004_gap.sql', '0002_double.sql', '3_short.sql', '0003_Upper.sql'])(
  'migrate rejects the migration file %s as out of order',
  async name => {
    await write(name, 'SELECT 1');
    expect((await refusal(migrate(database.ownerDb, folder, { log }))).message).toContain('out of order');
  },
);

test('migrate shows a user without permission to create roles what an administrator must run', async () => {
  const user = `serai_test_${randomBytes(4).toString('hex')}`;
  const { ownerDb } = database;
  await ownerDb.script(`CREATE ROLE ${user} LOGIN PASSWORD '${user}'`);
  try {
    const error = await refusal(migrateAs(user));
    expect(error.hint).toContain(`GRANT serai_app, serai_service, serai_scoped TO ${user};`);

    await ownerDb.script(`GRANT serai_app, serai_service, serai_scoped TO ${user}`);
    expect((await refusal(migrateAs(user))).hint).toContain('OWNER TO');

    const [{ name } = { name: '' }] = await ownerDb<{ name: string }[]>`SELECT current_database() AS name`;
    await ownerDb.script(`ALTER DATABASE ${name} OWNER TO ${user}`);
    expect(await migrateAs(user)).toHaveLength(2);
  } finally {
    await ownerDb.script(
      `REASSIGN OWNED BY ${user} TO CURRENT_USER; DROP OWNED BY ${user}; DROP ROLE ${user}`,
    );
  }
});

test('a user who may create roles can migrate without an administrator', async () => {
  const user = `serai_test_${randomBytes(4).toString('hex')}`;
  const { ownerDb } = database;
  const [{ name } = { name: '' }] = await ownerDb<{ name: string }[]>`SELECT current_database() AS name`;
  await ownerDb.script(`CREATE ROLE ${user} LOGIN CREATEROLE PASSWORD '${user}'; ALTER DATABASE ${name} OWNER TO ${user};
    GRANT serai_app, serai_service, serai_scoped TO ${user} WITH ADMIN OPTION`);
  try {
    expect(await migrateAs(user)).toHaveLength(2);
  } finally {
    await ownerDb.script(
      `REASSIGN OWNED BY ${user} TO CURRENT_USER; DROP OWNED BY ${user}; DROP ROLE ${user}`,
    );
  }
});

async function migrateAs(user: string) {
  const server = inject('testServer');
  const address =
    'url' in server
      ? { url: Object.assign(new URL(server.url), { username: user, password: user }).href }
      : { ...server, user };
  const [row] = await database.ownerDb<{ name: string }[]>`SELECT current_database() AS name`;
  const owner = openOwnerDatabase({ address: atDatabase(address, row?.name ?? ''), log, max: 1 });
  try {
    return await migrate(owner, folder, { log });
  } finally {
    await owner.close();
  }
}
