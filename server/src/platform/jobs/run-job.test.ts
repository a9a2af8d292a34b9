import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { type SimulatedTime, simulateTime } from '../../../test/simulated-time.ts';
import type { Database } from '../database/connect.ts';
import { createLog } from '../log.ts';
import { DONE, type JobKinds, type JobResult, type RunningJob } from './job.ts';
import { JobRunner } from './job-runner.ts';
import { enqueue, type NewJob } from './job-store.ts';

let database: TestDatabase;
let time: SimulatedTime;
let started: JobRunner | undefined;

beforeAll(async () => {
  database = await testDatabase();
  time = await simulateTime(database.ownerDb);
  await database.ownerDb`INSERT INTO organisation (id, name) VALUES ('org_a', 'A'), ('org_b', 'B')`;
});
afterAll(() => database?.drop());
afterEach(async () => {
  await started?.stop(0);
  await database.ownerDb`DELETE FROM job`;
});

function runner(kinds: JobKinds): JobRunner {
  started = new JobRunner({ pool: database.pool, clock: time.clock, kinds, log: createLog('silent') });
  return started;
}
const kind = (run: (job: RunningJob) => Promise<JobResult>) => ({ expectedMs: 1_500, run });
const add = (key: string, job: Pick<NewJob, 'organisationId'> & Partial<NewJob>) =>
  enqueue(database.db, { kind: 'k', key, delayMs: 0, ...job });
const rows = () =>
  database.db<{ key: string; failures: number; last_error: string | null; dead_at: Date | null }[]>`
    SELECT key, failures, last_error, dead_at FROM job ORDER BY key`;

describe('the database of a job', () => {
  const bound = async ({ db }: RunningJob) => {
    const [row] = await db`
      SELECT current_user AS role, coalesce(current_setting('serai.organisation', true), '') AS organisation,
        coalesce(current_setting('serai.environment', true), '') AS environment`;
    return row;
  };
  const organisation = (db: Database) => db`SELECT id FROM organisation ORDER BY id`;

  test('the database handle of a job is restricted to its organisation, in both environments', async () => {
    const seen: unknown[] = [];
    const made = runner({
      k: kind(async running => {
        seen.push(await bound(running), await organisation(running.db));
        return DONE;
      }),
    });
    await add('x', { organisationId: 'org_b' });
    made.start();
    await made.idle();
    expect(seen).toEqual([
      { role: 'serai_scoped', organisation: 'org_b', environment: 'sandbox,production' },
      [{ id: 'org_b' }],
    ]);
  });

  test('a job sees all organisations only if it belongs to no organisation and its kind states a reason', async () => {
    const seen: unknown[] = [];
    const run = async (running: RunningJob) => {
      seen.push(await bound(running));
      return DONE;
    };
    const made = runner({ k: { ...kind(run), serviceReason: 'a test' }, j: kind(run) });
    await add('x', { organisationId: null });
    await add('y', { organisationId: null, kind: 'j' });
    made.start();
    await made.idle();
    expect(seen).toEqual([{ role: 'serai_service', organisation: '', environment: '' }]);
    expect(await rows()).toMatchObject([
      { key: 'y', failures: 1, last_error: 'a job of kind j needs a partner' },
    ]);
  });

  test("onGivenUp gets a database handle that is bound to the job's partner", async () => {
    const seen: unknown[] = [];
    const onGivenUp = async (tx: Database) => void seen.push(await organisation(tx));
    const made = runner({ k: { ...kind(async () => Promise.reject(new Error('no'))), onGivenUp } });
    await add('x', { organisationId: 'org_b' });
    made.start();
    for (let i = 0; i < 12; i++) {
      await made.idle();
      await time.advance(35 * 60_000);
    }
    expect(seen).toEqual([[{ id: 'org_b' }]]);
    expect(await rows()).toMatchObject([{ key: 'x', dead_at: expect.any(Date) }]);
  });
});
