/**
 * Tests how fairly the job runner treats organisations. The simulated clock does not advance, so the runner never
 * polls.
 */
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { type SimulatedTime, simulateTime } from '../../../test/simulated-time.ts';
import type { Database } from '../database/connect.ts';
import { createLog } from '../log.ts';
import { DONE, type JobKind, type RunningJob } from './job.ts';
import { JobRunner, type JobRunnerOptions } from './job-runner.ts';
import { enqueue } from './job-store.ts';

const ORGANISATIONS = ['org_a', 'org_b', 'org_c', 'org_d'];
let database: TestDatabase;
let time: SimulatedTime;
let started: JobRunner | undefined;

beforeAll(async () => {
  database = await testDatabase();
  time = await simulateTime(database.ownerDb);
  await database.ownerDb`INSERT INTO organisation (id, name) SELECT id, id FROM unnest(${ORGANISATIONS}::text[]) AS id`;
});
afterAll(() => database?.drop());
afterEach(async () => {
  await started?.stop(0);
  await database.ownerDb`DELETE FROM job`;
});

const add = (organisationId: string, key: string) =>
  enqueue(database.db, { kind: 'k', key, organisationId, delayMs: 0 });

function startRunner(
  run: JobKind['run'],
  concurrency: number,
  pool: JobRunnerOptions['pool'] = database.pool,
): JobRunner {
  const kinds = { k: { expectedMs: 1_500, run } };
  started = new JobRunner({ pool, clock: time.clock, kinds, log: createLog('silent'), concurrency });
  started.start();
  return started;
}

/** The test's pool, with a hook that runs after each claim and before its result is returned. */
function afterPicks(then: () => Promise<void>): JobRunnerOptions['pool'] {
  const { pool } = database;
  return {
    ...pool,
    asService(reason) {
      const db = pool.asService(reason);
      const query = (...[strings, ...values]: Parameters<Database>) => {
        const statement = db(strings, ...values);
        if (!strings[0]?.includes('WITH RECURSIVE kinds')) return statement;
        return statement.then(async taken => {
          await then();
          return taken;
        });
      };
      return Object.assign(query, db) as typeof db;
    },
  };
}

test('a free slot is used immediately, even if the last claim stopped in the middle of the backlog', async () => {
  const ran: string[] = [];
  const run = async ({ key }: RunningJob) => {
    ran.push(key);
    return DONE;
  };
  for (const organisationId of ORGANISATIONS) {
    for (const number of [1, 2, 3]) await add(organisationId, `${organisationId} ${number}`);
  }
  startRunner(run, 1);
  await expect.poll(() => ran.length).toBe(12);
});

test('a slot that becomes free during a claim is used immediately, wherever that claim stopped in the backlog', async () => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const begun: string[] = [];
  const run = async ({ key }: RunningJob) => {
    begun.push(key);
    await opened;
    return DONE;
  };
  for (const key of ['1', '2', '3']) await add('org_a', key);
  // The second claim finds no job, because the organisation already has a running job. That job ends before the claim
  // returns.
  let picks = 0;
  const pool = afterPicks(async () => {
    picks += 1;
    if (picks !== 2) return;
    open();
    await expect.poll(() => database.db`SELECT FROM job`).toHaveLength(2);
    await setTimeout(50);
  });
  const made = startRunner(run, 2, pool);
  await expect.poll(() => begun.length).toBe(1);
  made.wake();
  await expect.poll(() => begun.length).toBe(3);
});

test('one organisation can neither starve another nor take all slots', async () => {
  for (let i = 0; i < 200; i++) await add('org_a', `a${i}`);
  await time.advance(1_000);
  await add('org_b', 'b');
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const begun: (string | null)[] = [];
  const run = async ({ organisationId }: RunningJob) => {
    begun.push(organisationId);
    await opened;
    return DONE;
  };
  const made = startRunner(run, 4);
  await expect.poll(() => begun.length).toBe(3);
  expect(begun.toSorted()).toEqual(['org_a', 'org_a', 'org_b']);
  open();
  await made.idle();
  expect(begun).toHaveLength(201);
});
