import { JOB_EXAMPLE } from '@serai/contract/account/jobs.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { runSerai, standIn } from '../../../test/cli.ts';
import { ManualClock } from '../../../test/manual-clock.ts';

const clock = new ManualClock(Date.parse('2026-07-02T10:25:00Z'));
const LAST_PAGE = { nextCursor: null, hasMore: false };
const service = await standIn();
afterAll(() => service.stop());
beforeEach(() => {
  service.received.length = 0;
});

const jobs = (...argv: string[]) => runSerai(['jobs', ...argv], { env: service.env, clock });
const sent = () => service.received.map(({ path, input }) => [path, input]);

describe('jobs list', () => {
  it('serai jobs list shows permanently failed jobs unless another state is requested', async () => {
    await jobs('list');
    await jobs('list', '--state', 'waiting', '--kind', 'booking.tidy', '--limit', '5', '--cursor', 'c');
    expect(sent()).toEqual([
      ['/api/v1/jobs/list', { page: {} }],
      ['/api/v1/jobs/list', { state: 'WAITING', kind: 'booking.tidy', page: { limit: 5, cursor: 'c' } }],
    ]);
  });

  it('serai jobs list shows the number of jobs of each kind and the last error of each permanently failed job', async () => {
    const { out } = await jobs('list');
    expect(out).toMatch(/booking\.reconcile +3 +1 +1 +2 s\n/);
    expect(out).toMatch(/FAILED AT/);
    expect(out).toContain('2026-07-02 10:15 UTC (10 min ago)');
    expect(out).toContain(JOB_EXAMPLE.lastError);
  });

  it('serai jobs list marks jobs that belong to the installation and reports when no job has failed permanently', async () => {
    const job = { ...JOB_EXAMPLE, partnerId: null };
    service.answerNext(200, { jobs: [job], kinds: [], page: { nextCursor: 'abc', hasMore: true } });
    expect((await jobs('list')).out).toMatch(/\(installation\)[\s\S]*--cursor abc/);
    service.answerNext(200, { jobs: [], kinds: [], page: LAST_PAGE });
    expect((await jobs('list')).out).toBe('No matching jobs are in the state DEAD.\n');
  });

  it('serai jobs list rejects an unknown state without calling the service', async () => {
    expect((await jobs('list', '--state', 'lost')).code).toBe(2);
    expect(sent()).toEqual([]);
  });
});

describe('jobs retry', () => {
  it('serai jobs retry restarts one job by its ID, or all jobs of a kind', async () => {
    await jobs('retry', JOB_EXAMPLE.jobId);
    await jobs('retry', 'booking.reconcile');
    expect(sent()).toEqual([
      ['/api/v1/jobs/retry', { jobId: JOB_EXAMPLE.jobId }],
      ['/api/v1/jobs/retry', { kind: 'booking.reconcile' }],
    ]);
  });

  it('serai jobs retry reports how many jobs it restarted and how many are left', async () => {
    expect((await jobs('retry', JOB_EXAMPLE.jobId)).out).toBe('One job will run again.\n');
    service.answerNext(200, { retried: 1000, left: 7 });
    expect((await jobs('retry', 'booking.tidy')).out).toMatch(
      /^1000 jobs will run again\.\nNot retried yet: 7\./,
    );
    service.answerNext(200, { retried: 0, left: 0 });
    expect((await jobs('retry', 'booking.tidy')).out).toBe(
      'No job of the kind booking.tidy has failed permanently.\n',
    );
    expect((await jobs('retry', 'booking.tidy', '--json')).out).toBe('{"retried":1,"left":0}\n');
  });

  it('serai jobs retry points to the list of permanently failed jobs if the ID is unknown', async () => {
    service.answerNext(404, {
      error: { code: 'NOT_FOUND', message: 'There is no permanently failed job with this ID.' },
    });
    const { code, err } = await jobs('retry', 'job_NONE');
    expect(code).toBe(1);
    expect(err).toMatch(/There is no permanently failed job with this ID\.[\s\S]*serai jobs list/);
  });
});
