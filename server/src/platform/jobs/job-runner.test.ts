import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { type SimulatedTime, simulateTime } from '../../../test/simulated-time.ts';
import { inTransaction } from '../database/in-transaction.ts';
import { createLog } from '../log.ts';
import { runDeadJobsAgain } from './dead-job-store.ts';
import { DONE, type JobKinds, type JobResult, type RunningJob } from './job.ts';
import { listJobs } from './job-list-store.ts';
import { JobRunner } from './job-runner.ts';
import { enqueue, finishJob, type NewJob } from './job-store.ts';
import { takeDueJobs } from './take-jobs-store.ts';

const log = createLog('silent');
const EXPECTED_MS = 1_500;
const LEASE_MS = 2 * EXPECTED_MS;

let database: TestDatabase;
let time: SimulatedTime;
const runners: JobRunner[] = [];

beforeAll(async () => {
  database = await testDatabase();
  time = await simulateTime(database.ownerDb);
  await database.ownerDb`INSERT INTO organisation (id, name) VALUES ('org_a', 'A'), ('org_b', 'B')`;
});
afterAll(() => database?.drop());
beforeEach(() => database.ownerDb`DELETE FROM job`.then(() => undefined));
afterEach(async () => {
  await Promise.all(runners.splice(0).map(runner => runner.stop(0)));
});

function runner(kinds: JobKinds, concurrency = 4): JobRunner {
  const made = new JobRunner({ pool: database.pool, clock: time.clock, kinds, log, concurrency });
  runners.push(made);
  return made;
}

const kind = (run: (job: RunningJob) => Promise<JobResult>) => ({ expectedMs: EXPECTED_MS, run });
const job = (key: string, extras: Partial<NewJob> = {}) => ({
  kind: 'k',
  key,
  organisationId: 'org_a',
  delayMs: 0,
  ...extras,
});
const add = (...args: Parameters<typeof job>) => enqueue(database.db, job(...args));
const rows = () =>
  database.db<
    { key: string; failures: number; fence: number; lease_until: Date | null; last_error: string | null }[]
  >`
    SELECT key, failures, fence, lease_until, last_error FROM job ORDER BY key`;

const deadJobs = () =>
  listJobs(database.db, { owners: undefined, state: 'DEAD', kind: undefined, after: undefined, limit: 10 });

/** A run that ends when the test decides. */
function gate() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  return { opened, open, reached, reach };
}

describe('a job', () => {
  test('a job runs once when it is due and is deleted afterwards', async () => {
    const ran: unknown[] = [];
    const kinds = {
      k: kind(async ({ key, payload }) => {
        ran.push([key, payload]);
        return DONE;
      }),
    };
    const made = runner(kinds);
    made.start();
    await enqueue(database.db, { ...job('later', { payload: { n: 1 } }), delayMs: 10_000 });
    await made.idle();
    expect(ran).toEqual([]);
    await time.advance(10_000);
    await made.idle();
    expect(ran).toEqual([['later', { n: 1 }]]);
    expect(await rows()).toEqual([]);
  });

  test('a job that is enqueued twice runs once, with the earlier time and the newer payload', async () => {
    const ran: unknown[] = [];
    const made = runner({
      k: kind(async ({ payload }) => {
        ran.push(payload);
        return DONE;
      }),
    });
    await enqueue(database.db, { ...job('x', { payload: 1 }), delayMs: 60_000 });
    await enqueue(database.db, { ...job('x', { payload: 2 }), delayMs: 5_000 });
    await enqueue(database.db, { ...job('x', { payload: 3 }), delayMs: 90_000 });
    await time.advance(5_000);
    made.start();
    await made.idle();
    expect(ran).toEqual([3]);
  });

  test('a job that is enqueued while it runs is run again', async () => {
    let runs = 0;
    const made = runner({
      k: kind(async () => {
        runs += 1;
        if (runs === 1) await add('x');
        return DONE;
      }),
    });
    await add('x');
    made.start();
    await made.idle();
    expect(runs).toBe(2);
    expect(await rows()).toEqual([]);
  });

  test('a job that returns AGAIN runs again at the given time', async () => {
    let runs = 0;
    const made = runner({ k: kind(async () => (++runs < 3 ? { kind: 'AGAIN', delayMs: 7_000 } : DONE)) });
    await add('x');
    made.start();
    for (const expected of [1, 2, 3]) {
      await made.idle();
      expect(runs).toBe(expected);
      await time.advance(7_000);
    }
    expect(await rows()).toEqual([]);
  });

  test('a due job is found by polling, even without a wake-up', async () => {
    const { reached, reach } = gate();
    const made = runner({
      k: kind(async () => {
        reach();
        return DONE;
      }),
    });
    made.start();
    await made.idle();
    await add('x');
    await time.advance(1_000);
    await reached;
  });
});

describe('job leases', () => {
  test('two runners never run the same job, and every job runs once', async () => {
    const runs = new Map<string, number>();
    const now = new Set<string>();
    let overlaps = 0;
    const kinds = {
      k: {
        serviceReason: 'a test',
        ...kind(async ({ key }) => {
          if (now.has(key)) overlaps += 1;
          now.add(key);
          await new Promise(resolve => setImmediate(resolve));
          now.delete(key);
          runs.set(key, (runs.get(key) ?? 0) + 1);
          return DONE;
        }),
      },
    };
    for (let i = 0; i < 60; i++) await add(`x${i}`, { organisationId: i % 2 ? 'org_a' : null });
    const both = [runner(kinds, 8), runner(kinds, 8)];
    for (const each of both) each.start();
    await Promise.all(both.map(each => each.idle()));
    expect(overlaps).toBe(0);
    expect([...runs.values()]).toEqual(Array(60).fill(1));
  });

  test('a job runner that was paused beyond its lease changes nothing', async () => {
    const { opened, open, reached, reach } = gate();
    const guarded: unknown[] = [];
    const sleeper = runner({
      k: kind(async mine => {
        reach();
        await opened;
        await inTransaction(database.db, tx => mine.guard(tx)).catch(error => guarded.push(error.name));
        return { kind: 'AGAIN', delayMs: 0 };
      }),
    });
    await add('x');
    sleeper.start();
    await reached;
    await time.advanceDatabase(LEASE_MS + 1);
    const second = gate();
    const other = runner({
      k: kind(async () => {
        second.reach();
        await second.opened;
        return DONE;
      }),
    });
    other.start();
    await second.reached;
    open();
    await sleeper.stop();
    expect(guarded).toEqual(['LeaseLostError']);
    expect(await rows()).toMatchObject([{ fence: 2, failures: 1, lease_until: expect.any(Date) }]);
    second.open();
    await other.idle();
    expect(await rows()).toEqual([]);
  });

  test('the job of a killed runner is taken over only after its lease has expired', async () => {
    await add('x');
    const take = async () => {
      const options = { leaseMs: { k: LEASE_MS }, limit: 1, perOrganisation: 1, running: new Map() };
      return (await takeDueJobs(database.db, options)).jobs;
    };
    expect(await take()).toMatchObject([{ key: 'x', fence: 1 }]);
    await time.advance(LEASE_MS - 1);
    expect(await take()).toEqual([]);
    await time.advance(1);
    expect(await take()).toMatchObject([{ key: 'x', fence: 2, failures: 1 }]);
  });

  test('a running job keeps renewing its lease', async () => {
    const { opened, open, reached, reach } = gate();
    let runs = 0;
    const kinds = {
      k: kind(async () => {
        runs += 1;
        reach();
        await opened;
        return DONE;
      }),
    };
    await add('x');
    const made = runner(kinds);
    made.start();
    await reached;
    for (let i = 0; i < 9; i++) {
      await time.advance(LEASE_MS / 3);
      await expect
        .poll(async () => (await rows())[0]?.lease_until?.getTime())
        .toBe(time.databaseNowMs() + LEASE_MS);
    }
    const other = runner(kinds);
    other.start();
    await other.idle();
    expect(runs).toBe(1);
    open();
    await made.idle();
  });

  test('a stopping runner releases unfinished jobs immediately for another runner', async () => {
    const { reached, reach } = gate();
    const made = runner({
      k: kind(({ signal }) => {
        reach();
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      }),
    });
    await add('x');
    made.start();
    await reached;
    await made.stop();
    expect(await rows()).toMatchObject([{ failures: 0, lease_until: null }]);
  });

  test('a job that another transaction finished is not restored by its current run', async () => {
    const { opened, open, reached, reach } = gate();
    const made = runner({
      k: kind(async () => {
        reach();
        await opened;
        return { kind: 'AGAIN', delayMs: 0 };
      }),
    });
    await add('x');
    made.start();
    await reached;
    await finishJob(database.db, 'k', 'x');
    open();
    await made.idle();
    expect(await rows()).toEqual([]);
  });
});

describe('job failures', () => {
  test('a job is dead after ten failures, can be restarted, and does not stop other jobs', async () => {
    let poisoned = 0;
    let healthy = 0;
    let cured = false;
    const made = runner({
      k: kind(async ({ key }) => {
        if (key === 'poison' && !cured) {
          poisoned += 1;
          throw new Error('always');
        }
        healthy += 1;
        return DONE;
      }),
    });
    await add('poison');
    made.start();
    for (let i = 0; i < 12; i++) {
      await add(`good${i}`);
      await made.idle();
      await time.advance(40 * 60_000);
    }
    expect([poisoned, healthy]).toEqual([10, 12]);
    const [dead] = await deadJobs();
    expect(dead).toMatchObject({ key: 'poison', failures: 10, last_error: 'always' });
    cured = true;
    await inTransaction(database.db, tx =>
      runDeadJobsAgain(tx, { owners: undefined, jobId: dead?.id ?? '' }, 1),
    );
    await made.idle();
    expect(healthy).toBe(13);
    expect(await rows()).toEqual([]);
  });

  test('a job that kills its runner every time also becomes dead', async () => {
    await add('x');
    for (let i = 0; i < 10; i++) {
      await takeDueJobs(database.db, {
        leaseMs: { k: LEASE_MS },
        limit: 1,
        perOrganisation: 1,
        running: new Map(),
      });
      await time.advance(LEASE_MS);
    }
    let runs = 0;
    const made = runner({
      k: kind(async () => {
        runs += 1;
        return DONE;
      }),
    });
    made.start();
    await made.idle();
    expect(runs).toBe(0);
    expect(await deadJobs()).toMatchObject([{ key: 'x', last_error: 'its runner was lost' }]);
  });

  test('the delay before the next attempt of a job grows with each failure', async () => {
    let runs = 0;
    const made = runner({
      k: kind(async () => {
        runs += 1;
        throw new Error('no');
      }),
    });
    await add('x');
    made.start();
    await made.idle();
    await time.advance(4_000);
    await made.idle();
    expect(runs).toBe(1);
    await time.advance(2_000);
    await made.idle();
    expect(runs).toBe(2);
    await time.advance(6_000);
    await made.idle();
    expect(runs).toBe(2);
  });
});
