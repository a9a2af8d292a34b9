import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { watchJobs } from './job-gauges.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());

test('dead and due jobs are counted by kind, and the gauges are NaN while the jobs cannot be counted', async () => {
  const clock = new ManualClock();
  const metrics = createMetrics();
  const die = (id: string) => database.ownerDb`
    INSERT INTO job (id, kind, key, run_at, dead_at) VALUES (${id}, 'a', ${id}, now(), now())`;
  await die('job_1');
  const parts = { db: database.db, metrics, clock, log: createLog('silent'), kinds: ['a', 'b'] };
  const watch = await watchJobs(parts);
  const shown = (kind: string, figure = 'dead') =>
    new RegExp(`^serai_jobs_${figure}\\{kind="${kind}"\\} (.+)$`, 'm').exec(metrics.render())?.[1];
  expect([shown('a'), shown('b')]).toEqual(['1', '0']);
  await die('job_2');
  await database.ownerDb`
    INSERT INTO job (id, kind, key, run_at) VALUES ('job_3', 'a', 'k', now() - interval '90 seconds')`;
  clock.advance(15_000);
  await expect.poll(() => shown('a')).toBe('2');
  expect([shown('a', 'due'), shown('b', 'due')]).toEqual(['1', '0']);
  expect(Number(shown('a', 'lag_seconds'))).toBeGreaterThan(89);
  await database.ownerDb`ALTER TABLE job RENAME TO job_gone`;
  // The next run is scheduled when the previous run has ended.
  const later = () => {
    clock.advance(15_000);
    return shown('b');
  };
  await expect.poll(later).toBe('NaN');
  await watch.stop();
});
