import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { rowsRead } from '../../../test/rows-read.ts';
import { readJobQueues } from './job-queue-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await database.ownerDb`INSERT INTO organisation (id, name) VALUES ('org_1', 'One'), ('org_2', 'Two')`;
});
afterAll(() => database?.drop());
beforeEach(() => database.ownerDb`DELETE FROM job`.then(() => undefined));

/** Times are intervals relative to now. */
async function addJobs(
  kind: string,
  count: number,
  run: string,
  members: { dead?: boolean; organisation?: string } = {},
) {
  const { dead = false, organisation = null } = members;
  await database.ownerDb`
    INSERT INTO job (id, kind, key, organisation_id, run_at, dead_at)
    SELECT ${kind} || n || ${run} || ${dead}::text, ${kind}, n || ${run} || coalesce(${organisation}, '') || ${dead}::text,
      ${organisation}, serai_now() + ${run}::text::interval, CASE WHEN ${dead} THEN serai_now() END
    FROM generate_series(1, ${count}::int) AS n`;
}

describe('reading the job queues', () => {
  it('the job queue statistics count due and permanently failed jobs and include kinds whose jobs are all in the future', async () => {
    await addJobs('booking.a', 3, '-5 min', { organisation: 'org_1' });
    await addJobs('booking.a', 2, '-10 min', { organisation: 'org_2' });
    await addJobs('booking.a', 4, '1 h');
    await addJobs('booking.b', 1, '1 h');
    await addJobs('booking.c', 2, '-1 h', { dead: true });
    const queues = await readJobQueues(database.db, 100);
    expect(queues).toMatchObject([
      { kind: 'booking.a', queued: 5, dead: 0 },
      { kind: 'booking.b', queued: 0, dead: 0, lag_seconds: 0 },
      { kind: 'booking.c', queued: 0, dead: 2, lag_seconds: 0 },
    ]);
    expect(queues[0]?.lag_seconds).toBeGreaterThanOrEqual(600);
    expect(await readJobQueues(database.db, 3)).toMatchObject([{ queued: 3 }, {}, {}]);
  });

  it('the job queue statistics are empty if there are no jobs', async () => {
    expect(await readJobQueues(database.db, 100)).toEqual([]);
  });

  it('the job queue statistics do not read the thousands of jobs that are not due', async () => {
    await addJobs('booking.stay-end', 20_000, '30 days', { organisation: 'org_1' });
    await addJobs('booking.reconcile', 5, '-1 min', { organisation: 'org_1' });
    await database.ownerDb`ANALYZE job`;
    const read = await database.db.transaction(async tx => {
      const before = await rowsRead(tx, 'job');
      await readJobQueues(tx, 100);
      return (await rowsRead(tx, 'job')) - before;
    });
    expect(read).toBeLessThan(200);
  });
});
