import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { createLog } from '../log.ts';
import { Heartbeat } from './heartbeat.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());

test('the common format is the previous one until all live nodes are known to have the new version', async () => {
  const clock = new ManualClock();
  const parts = { db: database.db, role: 'all', version: '2', clock, log: createLog('silent') };
  const heartbeat = new Heartbeat(parts);
  expect(heartbeat.commonFormat()).toBe(1);
  await heartbeat.start();
  try {
    expect(heartbeat.commonFormat()).toBe(3);
    await database.ownerDb`INSERT INTO node (id, role, version) VALUES ('node_previous', 'all', '1')`;
    clock.advance(5_000);
    await expect.poll(() => heartbeat.commonFormat()).toBe(1);
    await database.ownerDb`UPDATE node SET seen_at = now() - interval '16 seconds' WHERE id = 'node_previous'`;
    clock.advance(5_000);
    await expect.poll(() => heartbeat.commonFormat()).toBe(3);
  } finally {
    await heartbeat.stop();
  }
});
