import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { rowsRead } from '../../../test/rows-read.ts';
import type { Database } from '../database/connect.ts';
import { readJobQueues } from './job-queue-store.ts';
import { moveToBacklog, type TakeOptions, takeDueJobs } from './take-jobs-store.ts';

const ORGANISATIONS = 10_000;
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  await database.ownerDb`
    INSERT INTO organisation (id, name) SELECT 'org_' || n, 'Org' FROM generate_series(1, ${ORGANISATIONS}::int) AS n`;
  // Every organisation has jobs that are due in the future, as bookings have jobs for the end of the stay.
  await database.ownerDb`
    INSERT INTO job (id, kind, key, organisation_id, run_at)
    SELECT 'wait_' || n, 'k', 'wait_' || n, 'org_' || (n % ${ORGANISATIONS}::int + 1), serai_now() + interval '30 days'
    FROM generate_series(1, ${2 * ORGANISATIONS}::int) AS n`;
  // Otherwise, statistics gathered in the middle of a test would change the query plans of the next one.
  await database.ownerDb`ALTER TABLE job SET (autovacuum_enabled = false)`;
  await database.ownerDb`ANALYZE job`;
});
afterAll(() => database?.drop());
beforeEach(async () => {
  await database.ownerDb`DELETE FROM job WHERE id NOT LIKE 'wait%'`;
});

async function addDue(organisation: string | null, count: number, ago = '1 min', kind = 'k'): Promise<void> {
  await database.ownerDb`
    INSERT INTO job (id, kind, key, organisation_id, run_at)
    SELECT ${kind} || ${organisation ?? ''} || '_' || n, ${kind}, ${organisation ?? ''} || '_' || n, ${organisation},
      serai_now() - ${ago}::text::interval
    FROM generate_series(1, ${count}::int) AS n`;
}

const KINDS = ['k'];
const OPTIONS: TakeOptions = { leaseMs: { k: 60_000 }, limit: 16, perOrganisation: 8, running: new Map() };
const take = (options: Partial<TakeOptions> = {}) => takeDueJobs(database.db, { ...OPTIONS, ...options });
const owners = ({ jobs }: Awaited<ReturnType<typeof take>>) =>
  jobs.map(({ organisation_id: id }) => id ?? 'none').toSorted();
const backlog = async () =>
  (await database.ownerDb`SELECT count(*)::int AS jobs FROM job WHERE is_backlog`)[0]?.jobs as number;

/** Returns the result of `work` and the number of job rows that it read. */
async function reading<T>(work: (tx: Database) => Promise<T>): Promise<[T, number]> {
  return database.db.transaction(async tx => {
    const before = await rowsRead(tx, 'job');
    const result = await work(tx);
    return [result, (await rowsRead(tx, 'job')) - before];
  });
}

describe('among 10,000 organisations', () => {
  test('claiming due jobs reads a bounded number of rows if three of 10,000 organisations have due jobs', async () => {
    for (const organisation of ['org_17', 'org_4711', 'org_9999']) await addDue(organisation, 2);
    const [taken, read] = await reading(tx => takeDueJobs(tx, OPTIONS));
    expect(taken.jobs).toHaveLength(6);
    expect(read).toBeLessThan(200);
  });

  test('claiming due jobs reads almost nothing if none of 10,000 organisations has a due job', async () => {
    const [taken, read] = await reading(tx => takeDueJobs(tx, OPTIONS));
    expect(taken).toEqual({ jobs: [], after: undefined, hasMore: false });
    expect(read).toBeLessThan(20);
  });

  test('claiming due jobs reads a bounded number of rows even if one of 10,000 organisations has a long backlog', async () => {
    await addDue('org_17', 20_000);
    for (let i = 0; i < 5; i++) await moveToBacklog(database.db, KINDS, 5_000);
    await addDue('org_4711', 2, '1 second');
    const [taken, read] = await reading(tx => takeDueJobs(tx, OPTIONS));
    expect(owners(taken)).toEqual([...Array(8).fill('org_17'), 'org_4711', 'org_4711']);
    expect(read).toBeLessThan(400);
  });

  test('moving jobs to the backlog reads only due jobs', async () => {
    await addDue('org_17', 600);
    const [, read] = await reading(tx => moveToBacklog(tx, KINDS, 500));
    expect(await backlog()).toBe(500);
    expect(read).toBeLessThan(2_000);
  });

  test('the queue metrics do not read jobs of organisations without due jobs', async () => {
    for (const organisation of ['org_17', 'org_4711']) await addDue(organisation, 3);
    await take({ limit: 1 });
    const [queues, read] = await reading(tx => readJobQueues(tx, 100));
    expect(queues).toMatchObject([{ kind: 'k', queued: 5 }]);
    expect(read).toBeLessThan(200);
  });
});

describe('taking jobs fairly', () => {
  test('a due job that gets no slot moves to the backlog and is claimed from there later', async () => {
    await addDue('org_1', 3);
    expect(owners(await take({ limit: 1 }))).toEqual(['org_1']);
    expect(await backlog()).toBe(2);
    expect(owners(await take())).toEqual(['org_1', 'org_1']);
    expect([await backlog(), owners(await take())]).toEqual([0, []]);
  });

  test('a claim takes the first job of each organisation in the backlog before the second job of any of them', async () => {
    await addDue('org_1', 600, '1 hour');
    for (const organisation of ['org_2', 'org_3', null]) await addDue(organisation, 2, '1 second');
    const first = await take({ limit: 4 });
    expect(first.hasMore).toBe(true);
    // More jobs were due than one claim reads. The next claim reads the rest.
    const second = await take({ limit: 4 });
    expect(owners(second)).toEqual(['none', 'org_1', 'org_2', 'org_3']);
  });

  test('no organisation exceeds its share, which includes the jobs it is already running', async () => {
    await addDue('org_1', 20);
    await addDue(null, 3);
    const taken = await take({ running: new Map([['org_1', 6]]) });
    expect(owners(taken)).toEqual(['none', 'none', 'none', 'org_1', 'org_1']);
    expect(owners(await take({ running: new Map([['org_1', 8]]) }))).toEqual([]);
  });

  test('if more organisations are waiting than one round can serve, each gets a turn before any gets a second', async () => {
    await database.ownerDb`
      INSERT INTO job (id, kind, key, organisation_id, run_at, is_backlog)
      SELECT 'many_' || n, 'k', 'many_' || n, 'org_' || n, serai_now() - interval '1 min', true
      FROM generate_series(1, 40) AS n`;
    // The jobs of this organisation are older than all others, so one of them is always the oldest.
    await addDue('org_1', 30, '1 hour');
    await moveToBacklog(database.db, KINDS, 30);
    const seen: (string | null)[] = [];
    let after: string | undefined;
    do {
      const taken = await take({ limit: 2, after });
      seen.push(...taken.jobs.map(({ organisation_id: id }) => id));
      after = taken.after;
    } while (after !== undefined);
    expect([seen.length, new Set(seen).size]).toEqual([40, 40]);
  });

  test('concurrent runners claim no job twice', async () => {
    await addDue('org_1', 30);
    await addDue('org_2', 30);
    const both = await Promise.all([take(), take(), take(), take()]);
    const ids = both.flatMap(({ jobs }) => jobs.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(16);
  });

  test('jobs of unknown kinds are not claimed', async () => {
    await addDue('org_1', 3, '1 hour', 'unknown');
    await addDue('org_1', 1);
    expect((await take()).jobs).toMatchObject([{ kind: 'k' }]);
    await moveToBacklog(database.db, KINDS, 10);
    expect(await backlog()).toBe(0);
    expect((await take({ leaseMs: { unknown: 1_000 } })).jobs).toHaveLength(3);
  });

  test('a job that an older version of the service claims or reschedules leaves the backlog', async () => {
    await addDue('org_1', 2);
    await moveToBacklog(database.db, KINDS, 10);
    // An older version does not have the column `is_backlog`, so its statements do not set it.
    await database.ownerDb`UPDATE job SET lease_until = serai_now() + interval '1 min' WHERE id = 'korg_1_1'`;
    await database.ownerDb`UPDATE job SET run_at = serai_now() + interval '1 hour' WHERE id = 'korg_1_2'`;
    expect(owners(await take())).toEqual([]);
    expect(await backlog()).toBe(0);
    await database.ownerDb`UPDATE job SET lease_until = serai_now() - interval '1 min' WHERE id = 'korg_1_1'`;
    expect((await take()).jobs).toMatchObject([{ id: 'korg_1_1', failures: 1 }]);
  });
});
