import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { type Database, type DatabaseOptions, type OpenDatabase, openOwnerDatabase } from './connect.ts';
import type { DatabaseAddress } from './database-address.ts';
import { quietLog } from './database-log.ts';
import { startEmbeddedPostgres } from './embedded/start-embedded-postgres.ts';
import { waitUntil } from './embedded/stop-left-over.ts';
import { inStatement, inTransaction } from './in-transaction.ts';
import { isUnavailable } from './is-unavailable.ts';

let database: TestDatabase;
const opened: OpenDatabase[] = [];
beforeAll(async () => {
  database = await testDatabase({ empty: true });
  await database.ownerDb.script(`
    CREATE TABLE written (number integer PRIMARY KEY);
    CREATE TABLE readable (number integer);
    GRANT SELECT, INSERT ON written TO serai_service;
    GRANT SELECT ON readable TO serai_service;`);
});
afterAll(() => database.drop());
afterEach(async () => {
  for (const db of opened.splice(0)) await db.close();
});

function open(options: Partial<DatabaseOptions> = {}): OpenDatabase {
  const db = openOwnerDatabase({ address: database.address, log: quietLog, ...options });
  opened.push(db);
  return db;
}

async function failureOf(promise: PromiseLike<unknown>): Promise<Error & { code?: string }> {
  try {
    await promise;
  } catch (error) {
    return error as Error;
  }
  throw new Error('It was expected to fail');
}

/** A proxy in front of the database. It returns "starting up" to the first connection and forwards all others. */
async function startRefusingOnce(target: DatabaseAddress): Promise<{ url: string; close(): void }> {
  const fields = ['SFATAL', 'VFATAL', 'C57P03', 'Mthe database system is starting up'].join('\0');
  const refusal = Buffer.from(`E\0\0\0\0${fields}\0\0`);
  refusal.writeInt32BE(refusal.length - 1, 1);
  let connections = 0;
  const server = createServer(client => {
    connections += 1;
    if (connections === 1) return void client.once('data', () => client.end(refusal));
    const { hostname, port } = 'url' in target ? new URL(target.url) : { hostname: '', port: '' };
    const upstream = 'url' in target ? connect(Number(port), hostname) : connect(target.socketPath);
    client.pipe(upstream).pipe(client);
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const login = 'url' in target ? target.url : `postgres://${target.user}@localhost/${target.database}`;
  const url = Object.assign(new URL(login), { host: `127.0.0.1:${port}` }).href;
  return { url, close: () => server.close() };
}

test('the application runs as serai_service with only the privileges it was granted', async () => {
  const [row] = await database.db`SELECT current_user AS name`;
  expect(row).toEqual({ name: 'serai_service' });
  expect(await database.db`SELECT number FROM readable`).toEqual([]);
  expect((await failureOf(database.db`UPDATE readable SET number = 1`)).code).toBe('42501');
  expect((await failureOf(database.db`CREATE TABLE mine ()`)).code).toBe('42501');
});

test('values are unchanged after a round trip to the database', async () => {
  const at = new Date('2026-02-03T04:05:06.789Z');
  const [row] = await database.db`
    SELECT ${5}::bigint AS big, ${at}::timestamptz AS at, ${'2026-01-31'}::date AS day, ${'12.50'}::numeric AS amount,
      ${database.db.json({ a: ['b'] })}::jsonb AS json, ${['x', "y'z"]}::text[] AS list, ${null}::text AS nothing,
      ${Buffer.from('ab')}::bytea AS bytes, ${true}::boolean AS yes`;
  expect(row).toEqual({
    big: 5,
    at,
    day: '2026-01-31',
    amount: '12.50',
    json: { a: ['b'] },
    list: ['x', "y'z"],
    nothing: null,
    bytes: Buffer.from('ab'),
    yes: true,
  });
});

test('array elements are unchanged after a round trip to the database', async () => {
  const at = new Date('2026-02-03T04:05:06.789Z');
  const { json } = database.db;
  const [row] = await database.db`
    SELECT ${[1, 2]}::bigint[] AS numbers, ${[at, null]}::timestamptz[] AS moments, ${[true, false]}::boolean[] AS answers,
      ${[Buffer.from('ab')]}::bytea[] AS bytes, ${['2026-01-31']}::date[] AS days, ${[]}::text[] AS nothing,
      ${json(['a', 1])}::jsonb AS json, ARRAY['{"a":1}'::jsonb] AS jsons`;
  expect(row).toEqual({
    numbers: [1, 2],
    moments: [at, null],
    answers: [true, false],
    bytes: [Buffer.from('ab')],
    days: ['2026-01-31'],
    nothing: [],
    json: ['a', 1],
    jsons: [{ a: 1 }],
  });
});

test('a bigint beyond the safe range throws instead of being rounded', async () => {
  expect(await database.db`SELECT ${'9007199254740991'}::bigint AS n`).toEqual([{ n: 9007199254740991 }]);
  await expect(database.db`SELECT ${'9007199254740993'}::bigint AS n`).rejects.toThrow(RangeError);
});

test('a statement with an undefined value is rejected', async () => {
  const missing: string[] = [];
  await expect(database.db`SELECT ${missing[0] as string}`).rejects.toThrow('undefined');
});

test('a nested statement becomes part of the outer statement, including its values', async () => {
  const { db } = database;
  const filter = db`WHERE n > ${2} AND n < ${5}`;
  const rows = await db<
    { n: number }[]
  >`SELECT n FROM generate_series(1, 9) AS n ${filter} ORDER BY n LIMIT ${10}`;
  expect(rows.map(row => row.n)).toEqual([3, 4]);
});

test('the stack of a failed statement names the source file that issued the statement', async () => {
  const error = await failureOf(database.db`SELECT nonsense`);
  expect(error.stack).toContain('connect.test.ts');
});

test('long statements and long waits for locks are cancelled', async () => {
  const db = open({ statementTimeoutMs: 50, lockTimeoutMs: 20 });
  expect((await failureOf(db`SELECT pg_sleep(5)`)).code).toBe('57014');
  await inTransaction(database.db, async tx => {
    await tx`INSERT INTO written VALUES (100)`;
    expect((await failureOf(db`INSERT INTO written VALUES (100)`)).code).toBe('55P03');
  });
});

test('behind a pooler, inTransaction and inStatement set their own limits and leave none on the connection', async () => {
  const db = open({ prepare: false, lockTimeoutMs: 20 });
  const write = async (tx: Database) => tx`INSERT INTO written VALUES (${101})`;
  await inTransaction(database.db, async tx => {
    await write(tx);
    expect((await failureOf(inTransaction(db, write))).code).toBe('55P03');
    expect((await failureOf(inStatement(db, write))).code).toBe('55P03');
  });
  expect(await db`SELECT current_setting('lock_timeout') AS lock`).toEqual([{ lock: '0' }]);
});

test('an idle connection that was closed is replaced', async () => {
  const db = open({ max: 1 });
  const [own] = await db<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
  await database.ownerDb`SELECT pg_terminate_backend(${own?.pid ?? 0})`;
  await waitUntil(() => db`SELECT 1`.then(() => true).catch(() => false), 5_000);
  const [next] = await db<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
  expect(next?.pid).not.toBe(own?.pid);
});

test('a statement on a silent server fails after the time limit', async () => {
  const silent = createServer();
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const { port } = silent.address() as AddressInfo;
  const clock = new ManualClock();
  const db = open({ address: { url: `postgres://nobody@127.0.0.1:${port}/nothing` }, clock });
  const failed = failureOf(db`SELECT 1`);
  await once(silent, 'connection');
  clock.advance(60_000);
  expect((await failed).code).toBe('STATEMENT_TIMEOUT');
  expect(isUnavailable(await failed)).toBe(true);
  silent.close();
});

test('statements wait while the pool is full and are rejected when the queue is full', async () => {
  const db = open({ max: 1 });
  const holding = db`SELECT pg_sleep(0.3)`.then(() => 'slept');
  const waiting = Array.from({ length: 1_000 }, () => db`SELECT 1 AS one`.then(rows => rows.count));
  const refused = await failureOf(db`SELECT 1`);
  expect(refused.code).toBe('POOL_BUSY');
  expect(isUnavailable(refused)).toBe(true);
  const settled = await Promise.allSettled(waiting);
  expect(await holding).toBe('slept');
  // On a busy machine, the last ones wait longer than a statement may.
  const first = settled.slice(0, 100).map(result => (result.status === 'fulfilled' ? result.value : result));
  expect(new Set(first)).toEqual(new Set([1]));
});

test('closing a database waits for running statements and rejects new statements', async () => {
  const db = open({ max: 2 });
  const sleeping = db`SELECT pg_sleep(0.2)`.then(() => 'slept');
  await db`SELECT 1`;
  await db.close();
  expect(await sleeping).toBe('slept');
  expect((await failureOf(db`SELECT 1`)).code).toBe('DATABASE_CLOSED');
});

test('a transaction that throws changes nothing, and its handle is unusable afterwards', async () => {
  let kept: Database = database.db;
  const work = inTransaction(database.db, async tx => {
    kept = tx;
    await tx`INSERT INTO written VALUES (1)`;
    throw new Error('changed my mind');
  });
  await expect(work).rejects.toThrow('changed my mind');
  expect(await database.db`SELECT FROM written WHERE number = 1`).toHaveLength(0);
  await expect(kept`SELECT 1`).rejects.toThrow('has ended');
});

test('a transaction does not report success if a failure inside it was swallowed', async () => {
  const work = inTransaction(database.db, async tx => {
    await tx`INSERT INTO written VALUES (2)`;
    await tx`SELECT 1 / 0`.catch(() => undefined);
  });
  await expect(work).rejects.toThrow('rolled back');
});

test('if a connection is lost inside a transaction, later statements do not run on another connection', async () => {
  const db = open({ max: 1 });
  const others: Promise<unknown>[] = [];
  const work = inTransaction(db, async tx => {
    const [own] = await tx<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    await tx`INSERT INTO written VALUES (10)`;
    await database.ownerDb`SELECT pg_terminate_backend(${own?.pid ?? 0})`;
    await waitUntil(() => tx`SELECT 1`.then(() => false).catch(() => true), 5_000);
    // By this time, the pool has reopened its only connection.
    others.push(db`SELECT 1`.then(rows => rows.count));
    await Promise.all(others);
    await tx`INSERT INTO written VALUES (11)`.catch(() => undefined);
    await tx`INSERT INTO written VALUES (12)`;
  });
  expect(isUnavailable(await failureOf(work))).toBe(true);
  expect(await Promise.all(others)).toEqual([1]);
  expect(await database.db`SELECT FROM written WHERE number >= 10 AND number < 20`).toHaveLength(0);
});

test('statements queued on a lost connection are not executed', async () => {
  const db = open({ max: 1 });
  for (const warm of [false, true]) {
    if (warm) await db`SELECT 1`;
    const work = inTransaction(db, async tx => {
      await Promise.allSettled([
        tx`SELECT pg_terminate_backend(pg_backend_pid()), ${1}::integer`,
        tx`INSERT INTO written VALUES (${20})`,
        tx`INSERT INTO written VALUES (${21})`,
      ]);
    });
    expect(isUnavailable(await failureOf(work))).toBe(true);
  }
  expect(await db`SELECT FROM written WHERE number >= 20 AND number < 30`).toHaveLength(0);
});

test('a transaction that could not begin runs no statements and reports the reason', async () => {
  const refusing = await startRefusingOnce(database.address);
  const db = open({ address: { url: refusing.url }, max: 1 });
  const work = inTransaction(db, async tx => {
    await Promise.allSettled([tx`INSERT INTO written VALUES (${30})`, tx`INSERT INTO written VALUES (31)`]);
  });
  expect((await failureOf(work)).code).toBe('57P03');
  await db.close();
  refusing.close();
  expect(await database.db`SELECT FROM written WHERE number >= 30 AND number < 40`).toHaveLength(0);
});

test('a commit without a response is reported as unknown', async () => {
  await database.ownerDb.script(`
    CREATE FUNCTION end_session() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
    CREATE TABLE doomed (number integer);
    CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON doomed DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION end_session();`);
  const db = open({ max: 1 });
  const error = await failureOf(inTransaction(db, async tx => tx`INSERT INTO doomed VALUES (1)`));
  expect(error.code).toBe('COMMIT_UNKNOWN');
  expect(isUnavailable(error)).toBe(true);
});

test('statements fail as unavailable while the database is stopped, and connections recover when it returns', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'serai-heal-'));
  const settings = { fsync: 'off' };
  const first = await startEmbeddedPostgres({ dataDir, log: quietLog, settings });
  const db = open({ address: first.address, max: 3 });
  const watcher = open({ address: first.address, max: 1 });
  await db`CREATE TABLE t (n integer)`;
  const underWay = [
    failureOf(inTransaction(db, async tx => tx`SELECT pg_sleep(60)`)),
    failureOf(inTransaction(db, async tx => tx`SELECT pg_sleep(60)`)),
    failureOf(inTransaction(db, async tx => tx`SELECT pg_sleep(60)`)),
    failureOf(db`SELECT 'queued'`),
  ];
  const asleep = async () => {
    const rows =
      await watcher`SELECT FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60)' AND state = 'active'`;
    return rows.length === 3;
  };
  expect(await waitUntil(asleep, 10_000)).toBe(true);
  await first.stop();
  for (const error of await Promise.all(underWay)) expect(isUnavailable(error)).toBe(true);
  expect(isUnavailable(await failureOf(db`SELECT 1`))).toBe(true);
  expect(isUnavailable(await failureOf(inTransaction(db, async tx => tx`SELECT 1`)))).toBe(true);

  const second = await startEmbeddedPostgres({ dataDir, log: quietLog, settings });
  expect(await db`SELECT n FROM t`).toEqual([]);
  await inTransaction(db, async tx => tx`INSERT INTO t VALUES (1)`);
  await Promise.all([db.close(), watcher.close()]);
  await second.stop();
  await rm(dataDir, { recursive: true });
});

test('connections that are kept ready are opened and prepared in advance, including replacements for lost connections', async () => {
  const db = open({ max: 3 });
  const prepared: number[] = [];
  const pidOf = async (tx: Database) =>
    (await tx<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`)[0]?.pid ?? 0;
  await pidOf(db);
  await db.keepReady(async connection => {
    prepared.push(await pidOf(connection));
  });
  expect(new Set(prepared).size).toBe(3);
  expect(prepared).toContain(await pidOf(db));

  const lost = prepared.splice(0);
  for (const pid of lost) await database.ownerDb`SELECT pg_terminate_backend(${pid})`;
  await expect.poll(() => prepared.length).toBe(3);
  expect(prepared.filter(pid => lost.includes(pid))).toEqual([]);
  expect(prepared).toContain(await pidOf(db));
});
