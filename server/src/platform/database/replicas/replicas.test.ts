/** The choice between replica and primary. Here, the primary is its own replica. server/test/replicas.test.ts uses real ones. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/database.ts';
import { ApiError } from '../../api-error.ts';
import { systemClock } from '../../clock.ts';
import { createMetrics } from '../../metrics.ts';
import { type Database, openDatabase } from '../connect.ts';
import { quietLog } from '../database-log.ts';
import { DatabaseError } from '../is-unavailable.ts';
import { readBeat, writeBeat } from './replica-beat-store.ts';
import { Replicas } from './replicas.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

async function settle(db: Database): Promise<number> {
  const [row] = await db<{ at: Date }[]>`SELECT clock_timestamp() AS at`;
  return (row as { at: Date }).at.getTime();
}

function open() {
  const { address } = database;
  const metrics = createMetrics();
  const pool = openDatabase({ address, log: quietLog, max: 1 });
  const replicas = new Replicas({
    primary: database.db,
    replicas: [{ name: 'one', pool, probePool: openDatabase({ address, log: quietLog, max: 1 }) }],
    settle,
    maxLagMs: 60_000,
    clock: systemClock,
    log: quietLog,
    metrics,
    // The probe at the start is the only one.
    pauseMs: 600_000,
  });
  const countOf = (server: string) =>
    Number(
      new RegExp(`^serai_replica_reads_total\\{served_by="${server}"\\} (\\d+)`, 'm').exec(
        metrics.render(),
      )?.[1],
    );
  const state = () => replicas.status()[0]?.state;
  return { pool, replicas, countOf, state };
}

const fail = (error: Error) => () => {
  throw error;
};

test('a replica that is only busy stays in use', async () => {
  const { replicas, state } = open();
  await replicas.start();
  const busy = [
    new DatabaseError('POOL_BUSY', 'busy'),
    new DatabaseError('STATEMENT_TIMEOUT', 'slow'),
    Object.assign(new Error('cancelled'), { code: '57014' }),
    Object.assign(new Error('locked'), { code: '55P03' }),
  ];
  for (const error of busy) {
    expect(await replicas.read(fail(error), () => 'primary')).toBe('primary');
    expect(state()).toBe('UP');
  }
  await replicas.read(fail(new DatabaseError('CONNECTION_LOST', 'lost')), () => 'primary');
  expect(state()).toBe('DOWN');
  await replicas.stop();
});

test('a probe does not wait for reads that use all connections', async () => {
  const { pool, replicas, state } = open();
  const gate = Promise.withResolvers<void>();
  const reading = pool.asService('a test').transaction(() => gate.promise);
  await replicas.start();
  expect(state()).toBe('UP');
  gate.resolve();
  await reading;
  await replicas.stop();
});

test('a request that the primary refuses too does not count as a failure of the replica', async () => {
  const { replicas, countOf } = open();
  await replicas.start();
  const refuse = fail(new ApiError('HOTEL_NOT_FOUND', 'None of the hotel IDs is known.'));
  await expect(replicas.read(refuse, refuse)).rejects.toMatchObject({ code: 'HOTEL_NOT_FOUND' });
  expect(countOf('primary_after_replica')).toBe(0);
  await replicas.read(refuse, () => 'the primary has it');
  expect(countOf('primary_after_replica')).toBe(1);
  await replicas.read(fail(new Error('the replica failed')), () => 'primary');
  expect(countOf('primary_after_replica')).toBe(2);
  await replicas.stop();
});

test('a node that finds a recent beat does not wait for the row, and an old beat is replaced', async () => {
  const { db } = database;
  // Later than the beats of the other tests.
  const atMs = (await settle(db)) + 60_000;
  const installation = await writeBeat(db, atMs);
  await database.ownerDb.transaction(async tx => {
    await tx`SELECT FROM replica_beat FOR UPDATE`;
    expect(await writeBeat(db, atMs + 100)).toBe(installation);
  });
  expect(await readBeat(db)).toEqual({ installation, at: new Date(atMs) });
  expect(await writeBeat(db, atMs + 500)).toBe(installation);
  expect((await readBeat(db))?.at).toEqual(new Date(atMs + 500));
});
