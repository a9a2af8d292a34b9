/** Tests that a connection is bound to the database scope of the handle that uses it, regardless of its history. */
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { type PgbouncerForTest, startPgbouncer } from '../../../test/pgbouncer.ts';
import { systemClock } from '../clock.ts';
import { type Database, type DatabaseOptions, type DatabasePool, openDatabase } from './connect.ts';
import { quietLog } from './database-log.ts';
import { inTransaction } from './in-transaction.ts';
import type { PartnerScope, Scope } from './scope.ts';

let database: TestDatabase;
let pooler: PgbouncerForTest | undefined;
const opened: DatabasePool[] = [];
beforeAll(async () => {
  database = await testDatabase({ empty: true });
  pooler = await startPgbouncer(database.address);
});
afterAll(async () => {
  await pooler?.stop();
  await database.drop();
});
afterEach(async () => {
  for (const pool of opened.splice(0)) await pool.close();
});

function open(options: Partial<DatabaseOptions> = {}): DatabasePool {
  const pool = openDatabase({ address: database.address, log: quietLog, ...options });
  opened.push(pool);
  return pool;
}

const handleOf = (pool: DatabasePool, scope: Scope): Database =>
  scope === 'service' ? pool.asService('a test') : pool.forPartner(scope);

/** Returns the scope that row security applies to a statement. */
const bound = (db: Database) => db`
  SELECT current_user AS role, coalesce(current_setting('serai.organisation', true), '') AS organisation,
    coalesce(current_setting('serai.environment', true), '') AS environment`;

const expected = (scope: Scope) => [
  scope === 'service'
    ? { role: 'serai_service', organisation: '', environment: '' }
    : {
        role: 'serai_scoped',
        organisation: scope.organisationId,
        environment: scope.environment ?? 'sandbox,production',
      },
];

const SCOPES: Scope[] = [
  'service',
  { organisationId: 'org_a', environment: 'sandbox' },
  { organisationId: 'org_a', environment: 'production' },
  { organisationId: 'org_b', environment: 'sandbox' },
  { organisationId: 'org_b', environment: null },
  { organisationId: "org'; RESET ROLE; --", environment: null },
];

const A = { organisationId: 'org_a', environment: null };

type Deed =
  | 'statement'
  | 'transaction'
  | 'failing statement'
  | 'failing transaction'
  | 'thrown'
  | 'lost'
  | 'alone';

async function act(pool: DatabasePool, scope: Scope, deed: Deed): Promise<void> {
  const db = handleOf(pool, scope);
  switch (deed) {
    case 'statement':
      expect(await bound(db)).toEqual(expected(scope));
      return;
    case 'alone':
      expect(await db.alone(async one => await bound(one))).toEqual(expected(scope));
      return;
    case 'transaction':
      await (
        await db.transaction(async tx => {
          expect(await bound(tx)).toEqual(expected(scope));
          // Other handles are used during the transaction, which keeps the scope it began with.
          const other = bound(pool.forPartner({ organisationId: 'org_c', environment: null }));
          const others = other.then(rows => expect(rows).not.toEqual(expected(scope)));
          expect(await bound(tx)).toEqual(expected(scope));
          return { others };
        })
      ).others;
      return;
    case 'failing statement':
      await expect(db`SELECT 1 / 0`).rejects.toThrow('division by zero');
      return;
    case 'failing transaction':
      await expect(
        db.transaction(async tx => {
          expect(await bound(tx)).toEqual(expected(scope));
          await tx`SELECT 1 / 0`;
        }),
      ).rejects.toThrow('division by zero');
      return;
    case 'thrown':
      await expect(
        db.transaction(async tx => {
          await tx.script("SET LOCAL serai.organisation = 'org_z'");
          throw new Error('changed my mind');
        }),
      ).rejects.toThrow('changed my mind');
      return;
    case 'lost':
      await expect(
        db.transaction(tx => tx.script('SELECT pg_terminate_backend(pg_backend_pid())')),
      ).rejects.toThrow();
  }
}

const DEEDS: Deed[] = [
  'statement',
  'transaction',
  'failing statement',
  'failing transaction',
  'thrown',
  'lost',
  'alone',
];

const arbitraryDeeds = fc.array(
  fc.record({ scope: fc.constantFrom(...SCOPES), deed: fc.constantFrom(...DEEDS), turn: fc.nat(2) }),
  { minLength: 4, maxLength: 16 },
);

describe.each([
  ['dedicated sessions', (): Partial<DatabaseOptions> | undefined => ({})],
  ['sessions that a pooler may share', () => ({ prepare: false })],
  ['a transaction pooler (needs pgbouncer)', () => pooler && { address: pooler.address, prepare: false }],
])('connections with %s', (_, way) => {
  let options: Partial<DatabaseOptions>;
  beforeEach(({ skip }) => {
    const found = way();
    if (found === undefined) return skip('there is no pgbouncer here');
    options = found;
  });

  test('a statement is bound to the database scope of its handle, regardless of the history of its connection', async () => {
    const pool = open({ max: 2, ...options });
    await fc.assert(
      fc.asyncProperty(arbitraryDeeds, async deeds => {
        await Promise.all(
          deeds.map(({ scope, deed, turn }) =>
            (async () => {
              for (let i = 0; i < turn; i++) await new Promise(resolve => setImmediate(resolve));
              await act(pool, scope, deed);
            })(),
          ),
        );
      }),
      { numRuns: 12 },
    );
  });

  test('a reused connection is bound to the database scope of its new handle', async () => {
    const pool = open({ max: 1, ...options });
    await bound(pool.forPartner(A));
    expect(await bound(pool.asService('a test'))).toEqual(expected('service'));
  });

  test('SQL scripts are bound to the database scope of their handle', async () => {
    const pool = open({ max: 1, ...options });
    const said = pool
      .forPartner(A)
      .script(
        "DO $$ BEGIN RAISE EXCEPTION '% %', current_user, current_setting('serai.organisation'); END $$",
      );
    await expect(said).rejects.toThrow('serai_scoped org_a');
  });
});

test('SQL cannot run on a pool without a database scope', () => {
  const unbound = open() as unknown as Database;
  expect(() => unbound`SELECT 1`).toThrow(TypeError);
  for (const name of ['script', 'copyIn', 'copyOut', 'transaction', 'alone'] as const) {
    expect(unbound[name]).toBeUndefined();
  }
});

test('an incomplete database scope and a service handle without a reason are rejected', () => {
  const pool = open();
  for (const scope of [
    { organisationId: '', environment: null },
    { environment: null },
    { organisationId: undefined, environment: 'sandbox' },
    { organisationId: 'org_a' },
    {},
  ]) {
    expect(() => pool.forPartner(scope as PartnerScope), JSON.stringify(scope)).toThrow('forPartner needs');
  }
  expect(() => pool.asService('')).toThrow('asService needs a reason');
});

test('a database handle keeps its scope if the original scope object changes', async () => {
  const scope = { ...A };
  const db = open().forPartner(scope);
  scope.organisationId = 'org_b';
  expect(await bound(db)).toEqual(expected(A));
});

test('a new connection has a role that sees no rows until it is bound', async () => {
  // RESET restores the settings with which the driver connected.
  const unbound = await open({ max: 1 })
    .forPartner(A)
    .transaction(async tx => {
      await tx.script('RESET ROLE; RESET serai.organisation; RESET serai.environment');
      return await bound(tx);
    });
  expect(unbound).toEqual([{ role: 'serai_scoped', organisation: '', environment: '' }]);
});

test('a statement keeps the database scope of its handle wherever it is awaited', async () => {
  const pool = open();
  const statement = bound(pool.forPartner(A));
  await bound(pool.asService('a test'));
  expect(await statement).toEqual(expected(A));
});

test('a connection that fails to set its database scope is discarded, and its rows are not returned', async () => {
  const pool = open({ max: 1 });
  const service = pool.asService('a test');
  const pid = async () => (await service<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`)[0]?.pid;
  const before = await pid();
  // A name that the server rejects as a setting value.
  const refused = pool.forPartner({ organisationId: 'a\0b', environment: null });
  await expect(refused`SELECT 'told' AS text`).rejects.toThrow();
  await expect(inTransaction(refused, async tx => await tx`SELECT 1`)).rejects.toThrow();
  expect(await pid()).not.toBe(before);
  expect(await bound(service)).toEqual(expected('service'));
});

test('database scopes use separate connections as long as there are enough connections', async () => {
  const pool = open({ max: 2 });
  const pid = async (db: Database) => (await db<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`)[0]?.pid;
  const [a, service] = [pool.forPartner(A), pool.asService('a test')];
  const [first, second] = await Promise.all([pid(a), pid(service)]);
  expect(first).not.toBe(second);
  for (let i = 0; i < 3; i++) {
    // A new handle with the same scope gets the same connection.
    expect(await pid(pool.forPartner(A))).toBe(first);
    expect(await pid(service)).toBe(second);
  }
});

test('database connections that are kept ready are prepared with the service role', async () => {
  const pool = open({ max: 2 });
  const seen: unknown[] = [];
  await pool.asService('a test').keepReady(async db => seen.push(await bound(db)));
  expect(seen).toEqual([expected('service'), expected('service')]);
});

test('a timer uses the database handle it was given, even if a transaction of another handle started it', async () => {
  const pool = open();
  const service = pool.asService('a test');
  const later = await pool.forPartner(A).transaction(
    async () =>
      await new Promise<unknown>(resolve => {
        systemClock.after(1, () => resolve(bound(service)));
      }),
  );
  expect(later).toEqual(expected('service'));
});
