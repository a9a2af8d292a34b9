import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { type OperatorServer, startOperatorServer } from '../../../test/operator-server.ts';
import { type SimulatedTime, simulateTime } from '../../../test/simulated-time.ts';
import { createSignInLink, signIn } from '../sign-in.ts';

const MINUTE_MS = 60_000;
let database: TestDatabase;
let time: SimulatedTime;
let server: OperatorServer;
let admin: Record<string, string>;
let developer: Record<string, string>;

beforeAll(async () => {
  database = await testDatabase();
  const { pool, ownerDb } = database;
  // Sessions expire by the real clock of the database.
  time = await simulateTime(ownerDb, Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS);
  server = await startOperatorServer({ pool, clock: time.clock });
  await ownerDb`INSERT INTO organisation (id, name) VALUES ('org_other', 'Other')`;
  admin = await browserOf('admin');
  developer = await browserOf('developer');
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});
beforeEach(() => database.ownerDb`DELETE FROM job`.then(() => undefined));

async function browserOf(role: 'admin' | 'developer'): Promise<Record<string, string>> {
  const { token } = await createSignInLink(database.db, server.operatorId, role, time.clock);
  const session = await signIn(database.db, time.clock, { token, address: undefined, requestId: 'req_test' });
  return server.browser(`serai_session=${session?.token}`);
}

type Members = {
  organisation?: string | null;
  kind?: string;
  key?: string;
  dead?: string;
  run?: string;
  lease?: string;
};

/** `dead`, `run` and `lease` are PostgreSQL intervals from now, and may be negative. */
async function addJob(id: string, members: Members = {}): Promise<void> {
  const { organisation = server.operatorId, kind = 'k', key = id, dead, run = '0', lease } = members;
  await database.ownerDb`
    INSERT INTO job (id, kind, key, organisation_id, payload, run_at, failures, last_error, fence, lease_until, dead_at)
    VALUES (${id}, ${kind}, ${key}, ${organisation}, '{"n":1}',
      CASE WHEN ${lease !== undefined} THEN 'infinity' ELSE serai_now() + ${run}::text::interval END,
      ${dead === undefined ? 0 : 10}, ${dead === undefined ? null : 'always'}, 10,
      serai_now() + ${lease ?? null}::text::interval, serai_now() + ${dead ?? null}::text::interval)`;
}

const list = async (input: object = {}, headers: Record<string, string> = server.bearer) =>
  (await server.call('jobs/list', headers, input)).json;
const retry = (input: object, headers: Record<string, string> = server.bearer) =>
  server.call('jobs/retry', headers, input);
const ids = ({ jobs }: { jobs: { jobId: string }[] }) => jobs.map(({ jobId }) => jobId);
const rowOf = async (id: string) => {
  const [row] = await database.ownerDb<Record<string, unknown>[]>`SELECT * FROM job WHERE id = ${id}`;
  return row;
};
const audit = async () =>
  (await server.call('audit/list', server.bearer, { action: 'jobs/retry' })).json.entries;

describe('jobs/list', () => {
  test('jobs/list returns permanently failed jobs, newest first, in complete pages without duplicates', async () => {
    await addJob('job_1', { dead: '-3 h' });
    await addJob('job_2', { dead: '-1 h' });
    await addJob('job_3', { dead: '-2 h' });
    await addJob('job_open');
    const all = await list();
    expect(ids(all)).toEqual(['job_2', 'job_3', 'job_1']);
    expect(all.jobs[0]).toMatchObject({ state: 'DEAD', failures: 10, lastError: 'always', dueAt: null });
    const first = await list({ page: { limit: 2 } });
    const second = await list({ page: { limit: 2, cursor: first.page.nextCursor } });
    expect([...ids(first), ...ids(second)]).toEqual(ids(all));
    expect(second.page).toEqual({ nextCursor: null, hasMore: false });
    const cursor = first.page.nextCursor;
    expect((await list({ kind: 'k', page: { cursor } })).error.code).toBe('INVALID_CURSOR');
  });

  test('jobs/list returns waiting and running jobs and counts a job with an expired lease as waiting', async () => {
    await addJob('job_later', { run: '1 h' });
    await addJob('job_due', { run: '-5 min' });
    await addJob('job_runs', { lease: '1 min' });
    await addJob('job_lost', { lease: '-2 min' });
    await addJob('job_dead', { dead: '-1 min' });
    await addJob('job_tidy', { kind: 'tidy', organisation: null, run: '1 min' });
    expect(ids(await list({ state: 'WAITING', kind: 'k' }))).toEqual(['job_due', 'job_lost', 'job_later']);
    expect(ids(await list({ state: 'RUNNING' }))).toEqual(['job_runs']);
    const { kinds } = await list();
    const oldestDueAt = new Date(time.databaseNowMs() - 5 * MINUTE_MS).toISOString();
    expect(kinds).toEqual([
      { kind: 'k', waiting: 3, running: 1, dead: 1, oldestDueAt, lagSeconds: 300 },
      { kind: 'tidy', waiting: 1, running: 0, dead: 0, oldestDueAt: null, lagSeconds: 0 },
    ]);
    const waiting = await list({ state: 'WAITING', page: { limit: 2 } });
    const { cursor } = { cursor: waiting.page.nextCursor };
    expect(ids(await list({ state: 'WAITING', page: { limit: 2, cursor } }))).toEqual([
      'job_tidy',
      'job_later',
    ]);
  });

  test('jobs/list returns the jobs of the operator, of all partners and of the installation to all staff', async () => {
    await addJob('job_own', { dead: '-1 h' });
    await addJob('job_service', { dead: '-2 h', organisation: null });
    await addJob('job_other', { dead: '-3 h', organisation: 'org_other' });
    for (const caller of [developer, admin, undefined]) {
      const answer = await list({}, caller);
      expect(ids(answer)).toEqual(['job_own', 'job_service', 'job_other']);
      expect(answer.kinds[0].dead).toBe(3);
    }
    const owners = (await list()).jobs.map(({ partnerId }: { partnerId: string | null }) => partnerId);
    expect(owners).toEqual([null, null, 'org_other']);
  });
});

describe('jobs/retry', () => {
  test('jobs/retry makes a permanently failed job due immediately, resets its failures, and keeps its ID and fencing token', async () => {
    await addJob('job_1', { dead: '-1 h', key: 'bkg_1' });
    expect(await retry({ jobId: 'job_1' })).toMatchObject({ status: 200, json: { retried: 1, left: 0 } });
    expect(await rowOf('job_1')).toMatchObject({
      kind: 'k',
      key: 'bkg_1',
      organisation_id: server.operatorId,
      payload: { n: 1 },
      failures: 0,
      last_error: null,
      fence: 10,
      dead_at: null,
      run_at: new Date(time.databaseNowMs()),
    });
    expect((await audit())[0]).toMatchObject({
      target: 'job_1',
      actor: 'operator-token',
      before: { kind: 'k', key: 'bkg_1', failures: 10, lastError: 'always' },
      after: { failures: 0 },
    });
  });

  test('jobs/retry makes an existing open job of the same kind and key due instead of creating a second job', async () => {
    await addJob('job_dead', { dead: '-1 h', key: 'same' });
    await addJob('job_open', { run: '1 h', key: 'same' });
    expect((await retry({ jobId: 'job_dead' })).json.retried).toBe(1);
    expect(await rowOf('job_dead')).toBeUndefined();
    expect(await rowOf('job_open')).toMatchObject({ run_at: new Date(time.databaseNowMs()) });
  });

  test('jobs/retry restarts all permanently failed jobs of a kind, but only the last of several with the same key', async () => {
    await addJob('job_1', { dead: '-3 h', key: 'same' });
    await addJob('job_2', { dead: '-2 h', key: 'same' });
    await addJob('job_3', { dead: '-1 h' });
    await addJob('job_other', { dead: '-1 h', kind: 'other' });
    expect((await retry({ kind: 'k' })).json).toEqual({ retried: 3, left: 0 });
    expect(ids(await list({ state: 'WAITING' })).sort()).toEqual(['job_2', 'job_3']);
    expect(ids(await list())).toEqual(['job_other']);
    expect((await audit())[0]).toMatchObject({ target: 'k', before: { dead: 3 } });
    expect((await retry({ kind: 'k' })).json).toEqual({ retried: 0, left: 0 });
  });

  test('jobs/retry restarts a thousand jobs at a time and returns how many are left', async () => {
    await database.ownerDb`
      INSERT INTO job (id, kind, key, run_at, failures, dead_at)
      SELECT 'job_' || n, 'k', n::text, serai_now(), 10, serai_now() FROM generate_series(1, 1003) AS n`;
    expect((await retry({ kind: 'k' })).json).toEqual({ retried: 1000, left: 3 });
    expect((await retry({ kind: 'k' })).json).toEqual({ retried: 3, left: 0 });
  });

  test('jobs/retry lets a staff admin retry the jobs of all partners, but rejects a staff developer', async () => {
    await addJob('job_other', { dead: '-1 h', organisation: 'org_other' });
    await addJob('job_service', { dead: '-1 h', organisation: null });
    await addJob('job_open');
    expect((await retry({ jobId: 'job_open' }, developer)).status).toBe(403);
    for (const jobId of ['job_none', 'job_open']) {
      expect((await retry({ jobId }, admin)).json.error.code).toBe('NOT_FOUND');
    }
    expect((await retry({ jobId: 'job_other' }, admin)).json.retried).toBe(1);
    // The retry is recorded in the audit log of the partner that the job belongs to.
    const [entry] = await audit();
    expect(entry).toMatchObject({ target: 'job_other', partnerId: 'org_other' });
    expect(entry.before).not.toHaveProperty('lastError');
    expect((await retry({ kind: 'k' }, admin)).json.retried).toBe(1);
    expect(ids(await list())).toEqual([]);
  });

  test('jobs/retry requires either a job or a kind', async () => {
    for (const input of [{}, { jobId: 'job_1', kind: 'k' }]) {
      expect((await retry(input)).json.error.code).toBe('VALIDATION_ERROR');
    }
  });
});
