import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { createLog } from '../../platform/log.ts';
import { OPEN } from './conformance/limiter-under-test.ts';
import { saveCounterSnapshots } from './counter-snapshot-store.ts';
import { PersistentLimiter } from './persistent-limiter.ts';

let database: TestDatabase;
let warnings: string[];

beforeEach(async () => {
  database = await testDatabase();
  warnings = [];
});
afterEach(() => database.drop());

function processAt(clock: ManualClock): PersistentLimiter {
  const log = createLog('silent');
  log.warn = (_: unknown, message?: string) => void warnings.push(message ?? '');
  return new PersistentLimiter({ db: database.db, clock, log });
}

/** Advances the clock in steps, so that due work starts before the next step. */
async function pass(clock: ManualClock, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 500) {
    clock.advance(500);
    await new Promise(resolve => setImmediate(resolve));
  }
}

async function savedRows(): Promise<{ keyId: string; takenAt: Date }[]> {
  return database.db<{ keyId: string; takenAt: Date }[]>`
    SELECT key_id AS "keyId", taken_at AS "takenAt" FROM limiter_snapshot ORDER BY key_id LIMIT 5000`;
}

async function savedKeys(): Promise<string[]> {
  return (await savedRows()).map(({ keyId }) => keyId);
}

/** Waits for the rows, and then until the run that wrote them has ended. */
async function expectSaved(keyIds: string[]): Promise<void> {
  await expect.poll(savedKeys).toEqual(keyIds);
  await new Promise(resolve => setTimeout(resolve, 50));
}

test('the persistent limiter keeps the counters of every key across a restart', async () => {
  const clock = new ManualClock();
  const before = processAt(clock);
  await before.start();
  const keyIds = Array.from({ length: 1203 }, (_, index) => `key${index}`);
  keyIds.forEach((keyId, index) => {
    for (let call = 0; call <= index % 3; call++) before.decide(keyId, OPEN);
  });
  await before.close();

  const after = processAt(new ManualClock(clock.nowMs() + 30_000));
  await after.start();
  expect(after.size).toBe(1203);
  keyIds.forEach((keyId, index) => {
    const used = (index % 3) + 1;
    expect(after.peek(keyId, OPEN).remaining).toEqual([1e9 - used, 1e9 - used, 1e9 - used]);
  });
  await after.close();
});

test('the persistent limiter loses at most 10 s of counts in a crash', async () => {
  const clock = new ManualClock();
  const before = processAt(clock);
  await before.start();
  before.decide('k', OPEN);
  await pass(clock, 10_000);
  await expectSaved(['k']);
  before.decide('k', OPEN);

  const after = processAt(new ManualClock(clock.nowMs() + 1000));
  await after.start();
  expect(after.peek('k', OPEN).remaining[2]).toBe(1e9 - 1);
  await after.close();
});

test('the persistent limiter saves a key in constant use within 10 s of its first change', async () => {
  const clock = new ManualClock();
  const running = processAt(clock);
  await running.start();
  for (let second = 0; second < 9; second++) {
    running.decide('k', OPEN);
    await pass(clock, 1_000);
  }
  await pass(clock, 500);
  await expectSaved(['k']);
  await running.close();
});

test('the persistent limiter saves only the keys that changed since they were last saved', async () => {
  const clock = new ManualClock();
  const running = processAt(clock);
  await running.start();
  running.decide('a', OPEN);
  running.decide('b', OPEN);
  await pass(clock, 10_000);
  await expectSaved(['a', 'b']);
  const [a, b] = await savedRows();
  running.decide('b', OPEN);
  running.decide('b', OPEN);
  expect(running.decide('a', { ...OPEN, perMinute: 1 }).admitted).toBe(false);
  await pass(clock, 10_000);
  await running.close();
  const [sameA, laterB] = await savedRows();
  expect(sameA?.takenAt).toEqual(a?.takenAt);
  expect(laterB?.takenAt.getTime()).toBeGreaterThanOrEqual((b?.takenAt.getTime() ?? 0) + 10_000);
});

test('the persistent limiter saves a key 9 s after its own first change, not together with later changes', async () => {
  const clock = new ManualClock();
  const running = processAt(clock);
  await running.start();
  for (const keyId of ['a', 'b', 'c', 'd']) {
    running.decide(keyId, OPEN);
    running.decide('a', OPEN);
    await pass(clock, 1_000);
  }
  await pass(clock, 5_000);
  await expectSaved(['a']);
  await pass(clock, 1_000);
  await expectSaved(['a', 'b']);
  await pass(clock, 1_000);
  await expectSaved(['a', 'b', 'c']);
  await running.close();
  expect(await savedKeys()).toEqual(['a', 'b', 'c', 'd']);
});

test('the persistent limiter ignores and deletes snapshots that are older than a day', async () => {
  const clock = new ManualClock();
  await saveCounterSnapshots(database.db, clock.nowMs() - 86_400_001, [
    { keyId: 'old', state: Buffer.from([1]) },
  ]);
  const later = processAt(clock);
  await later.start();
  expect(later.size).toBe(0);
  later.decide('new', OPEN);
  await later.close();
  expect(await savedKeys()).toEqual(['new']);
});

test('the persistent limiter starts the counters of a key from zero if its snapshot cannot be read', async () => {
  const clock = new ManualClock();
  await saveCounterSnapshots(database.db, clock.nowMs(), [{ keyId: 'k', state: Buffer.from([9, 1, 2]) }]);
  const later = processAt(clock);
  await later.start();
  expect(later.size).toBe(0);
  await later.close();
});

test('the persistent limiter saves counters again after a failure and logs the failure once', async () => {
  const clock = new ManualClock();
  const running = processAt(clock);
  await running.start();
  for (let index = 0; index < 450; index++) running.decide(`key${index}`, OPEN);
  await database.ownerDb`ALTER TABLE limiter_snapshot RENAME TO hidden`;
  await pass(clock, 10_000);
  await expect.poll(() => warnings.length).toBe(1);
  await pass(clock, 10_000);
  await database.ownerDb`ALTER TABLE hidden RENAME TO limiter_snapshot`;
  await running.close();
  expect(await savedKeys()).toHaveLength(450);
  expect(warnings).toEqual(['rate limit counters cannot be written; trying again']);
});
