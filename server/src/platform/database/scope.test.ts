/** A connection works for whoever leased it, whatever it did before: no role and no setting outlives its scope. */
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { type PgbouncerForTest, startPgbouncer } from '../../../test/pgbouncer.ts';
import { sleep, systemClock } from '../clock.ts';
import { APP_ROLE, type Database, type DatabaseOptions, type OpenDatabase, openDatabase } from './connect.ts';
import { quietLog } from './database-log.ts';
import { asOrganisation, asService, currentScope, type Scope } from './scope.ts';

let database: TestDatabase;
let pooler: PgbouncerForTest | undefined;
const opened: OpenDatabase[] = [];
beforeAll(async () => {
  database = await testDatabase({ empty: true });
  pooler = await startPgbouncer(database.address);
});
afterAll(async () => {
  await pooler?.stop();
  await database.drop();
});
afterEach(async () => {
  for (const db of opened.splice(0)) await db.close();
});

function open(options: Partial<DatabaseOptions> = {}): OpenDatabase {
  const db = openDatabase({ address: database.address, log: quietLog, role: APP_ROLE, ...options });
  opened.push(db);
  return db;
}

const within = <T>(scope: Scope, work: () => T): T =>
  scope === undefined ? asService(work) : asOrganisation(scope, work);

/** What row security sees of a statement. */
const bound = (db: Database) => db`
  SELECT current_user AS role, coalesce(current_setting('serai.organisation', true), '') AS organisation,
    coalesce(current_setting('serai.environment', true), '') AS environment`;

const expected = (scope: Scope) => [
  scope === undefined
    ? { role: 'serai_service', organisation: '', environment: '' }
    : {
        role: 'serai_scoped',
        organisation: scope.organisationId,
        environment: scope.environment ?? 'sandbox,production',
      },
];

const SCOPES: Scope[] = [
  undefined,
  { organisationId: 'org_a', environment: 'sandbox' },
  { organisationId: 'org_a', environment: 'production' },
  { organisationId: 'org_b', environment: 'sandbox' },
  { organisationId: 'org_b', environment: null },
  { organisationId: "org'; RESET ROLE; --", environment: null },
];

type Deed =
  | 'statement'
  | 'transaction'
  | 'failing statement'
  | 'failing transaction'
  | 'thrown'
  | 'lost'
  | 'alone';

async function act(db: OpenDatabase, scope: Scope, deed: Deed): Promise<void> {
  switch (deed) {
    case 'statement':
      expect(await bound(db)).toEqual(expected(scope));
      return;
    case 'alone':
      expect(await db.alone(async one => await bound(one))).toEqual(expected(scope));
      return;
    case 'transaction':
      await db.transaction(async tx => {
        expect(await bound(tx)).toEqual(expected(scope));
        // Where one is open, its scope is that of its begin.
        expect(
          await asOrganisation({ organisationId: 'org_c', environment: null }, async () => await bound(tx)),
        ).toEqual(expected(scope));
      });
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
  ['sessions of its own', (): Partial<DatabaseOptions> | undefined => ({})],
  ['sessions that a pooler may share', () => ({ prepare: false })],
  ['a transaction pooler (needs pgbouncer)', () => pooler && { address: pooler.address, prepare: false }],
])('over %s', (_, way) => {
  let options: Partial<DatabaseOptions>;
  beforeEach(({ skip }) => {
    const found = way();
    if (found === undefined) return skip('there is no pgbouncer here');
    options = found;
  });

  test('whatever happened on a connection before, a statement is bound to the scope it was written in', async () => {
    const db = open({ max: 2, ...options });
    await fc.assert(
      fc.asyncProperty(arbitraryDeeds, async deeds => {
        await Promise.all(
          deeds.map(({ scope, deed, turn }) =>
            within(scope, async () => {
              for (let i = 0; i < turn; i++) await new Promise(resolve => setImmediate(resolve));
              await act(db, scope, deed);
            }),
          ),
        );
      }),
      { numRuns: 12 },
    );
  }, 60_000);

  test('nothing is left on a connection that goes back', async () => {
    const db = open({ max: 1, ...options });
    await asOrganisation({ organisationId: 'org_a', environment: null }, async () => await bound(db));
    expect(await bound(db)).toEqual(expected(undefined));
  });

  test('scripts are bound too', async () => {
    const db = open({ max: 1, ...options });
    const said = asOrganisation({ organisationId: 'org_a', environment: null }, () =>
      db.script(
        "DO $$ BEGIN RAISE EXCEPTION '% %', current_user, current_setting('serai.organisation'); END $$",
      ),
    );
    await expect(said).rejects.toThrow('serai_scoped org_a');
  });
});

test('a statement that is awaited elsewhere keeps the scope it was written in', async () => {
  const db = open();
  const scope = { organisationId: 'org_a', environment: null };
  const statement = asOrganisation(scope, () => bound(db));
  expect(await statement).toEqual(expected(scope));
});

test('a connection that does not take its scope on is thrown away, and what was asked for is told to nobody', async () => {
  const db = open({ max: 1 });
  const pid = async () => (await db<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`)[0]?.pid;
  const before = await pid();
  // A name that the server refuses as a setting's value.
  const work = () => db`SELECT 'told' AS text`;
  await expect(
    asOrganisation({ organisationId: 'a\0b', environment: null }, async () => await work()),
  ).rejects.toThrow();
  await expect(
    asOrganisation({ organisationId: 'a\0b', environment: null }, () =>
      db.transaction(async tx => await tx`SELECT 1`),
    ),
  ).rejects.toThrow();
  expect(await pid()).not.toBe(before);
  expect(await bound(db)).toEqual(expected(undefined));
});

test('scopes are kept apart by connections while there are enough, so that little is told twice', async () => {
  const db = open({ max: 2 });
  const pid = async () => (await db<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`)[0]?.pid;
  const a = { organisationId: 'org_a', environment: null };
  const [first, second] = await Promise.all([asOrganisation(a, pid), pid()]);
  expect(first).not.toBe(second);
  for (let i = 0; i < 3; i++) {
    expect(await asOrganisation(a, pid)).toBe(first);
    expect(await pid()).toBe(second);
  }
});

test('a database for the service alone is bound to nobody', async () => {
  const db = open({ serviceOnly: true });
  const scope = { organisationId: 'org_a', environment: null };
  expect(await asOrganisation(scope, async () => await bound(db))).toEqual(expected(undefined));
});

test('a timer works for the service, whoever set it, and whoever waits for one stays who they are', async () => {
  const scope = { organisationId: 'org_a', environment: null };
  const { timer, waiting } = await asOrganisation(scope, async () => ({
    timer: await new Promise<Scope>(resolve => systemClock.after(1, () => resolve(currentScope()))),
    waiting: await sleep(systemClock, 1).then(currentScope),
  }));
  expect(timer).toBeUndefined();
  expect(waiting).toEqual(scope);
});
