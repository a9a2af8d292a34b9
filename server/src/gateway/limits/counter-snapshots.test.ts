import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { createLog } from '../../platform/log.ts';
import { OPEN } from './conformance/limiter-under-test.ts';
import { saveCounterSnapshots } from './counter-snapshot-store.ts';
import { CounterSnapshots } from './counter-snapshots.ts';
import { MemoryLimiter } from './memory-limiter.ts';

let database: TestDatabase;
let warnings: string[];

beforeEach(async () => {
  database = await testDatabase();
  warnings = [];
});
afterEach(() => database.drop());

function processAt(clock: ManualClock): { limiter: MemoryLimiter; snapshots: CounterSnapshots } {
  const limiter = new MemoryLimiter(clock, { snapshots: true });
  const log = createLog('silent');
  log.warn = (_: unknown, message?: string) => void warnings.push(message ?? '');
  return { limiter, snapshots: new CounterSnapshots({ limiter, db: database.db, clock, log }) };
}

/** In steps, so that what falls due is begun before the next. */
async function pass(clock: ManualClock, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 500) {
    clock.advance(500);
    await new Promise(resolve => setImmediate(resolve));
  }
}

async function savedKeys(): Promise<string[]> {
  const rows = await database.db<
    { key_id: string }[]
  >`SELECT key_id FROM limiter_snapshot ORDER BY key_id LIMIT 5000`;
  return rows.map(({ key_id }) => key_id);
}

test('a stop and a start keep the counters of every key, less the time between', async () => {
  const clock = new ManualClock();
  const before = processAt(clock);
  await before.snapshots.start();
  const keyIds = Array.from({ length: 1203 }, (_, index) => `key${index}`);
  keyIds.forEach((keyId, index) => {
    for (let call = 0; call <= index % 3; call++) before.limiter.decide(keyId, OPEN);
  });
  await before.snapshots.stop();

  const after = processAt(new ManualClock(clock.nowMs() + 30_000));
  await after.snapshots.start();
  expect(after.limiter.size).toBe(1203);
  keyIds.forEach((keyId, index) => {
    const used = (index % 3) + 1;
    expect(after.limiter.peek(keyId, OPEN).remaining).toEqual([1e9 - used, 1e9 - used, 1e9 - used]);
  });
  await after.snapshots.stop();
});

test('a crash forgets at most 10 s', async () => {
  const clock = new ManualClock();
  const before = processAt(clock);
  await before.snapshots.start();
  before.limiter.decide('k', OPEN);
  await pass(clock, 10_000);
  await expect.poll(savedKeys).toEqual(['k']);
  before.limiter.decide('k', OPEN);

  const after = processAt(new ManualClock(clock.nowMs() + 1000));
  await after.snapshots.start();
  expect(after.limiter.peek('k', OPEN).remaining[2]).toBe(1e9 - 1);
  await after.snapshots.stop();
});

test('a key in constant use is saved within 10 s of its first change, though it changes again and again', async () => {
  const clock = new ManualClock();
  const running = processAt(clock);
  await running.snapshots.start();
  for (let second = 0; second < 9; second++) {
    running.limiter.decide('k', OPEN);
    await pass(clock, 1_000);
  }
  await pass(clock, 500);
  await expect.poll(savedKeys).toEqual(['k']);
  await running.snapshots.stop();
});

test('what is older than a day is not taken over and goes away', async () => {
  const clock = new ManualClock();
  await saveCounterSnapshots(database.db, clock.nowMs() - 86_400_001, [
    { keyId: 'old', state: Buffer.from([1]) },
  ]);
  const later = processAt(clock);
  await later.snapshots.start();
  expect(later.limiter.size).toBe(0);
  later.limiter.decide('new', OPEN);
  await later.snapshots.stop();
  expect(await savedKeys()).toEqual(['new']);
});

test('counters that could not be saved are saved with the next, and the failure is told once', async () => {
  const clock = new ManualClock();
  const running = processAt(clock);
  await running.snapshots.start();
  for (let index = 0; index < 450; index++) running.limiter.decide(`key${index}`, OPEN);
  await database.ownerDb`ALTER TABLE limiter_snapshot RENAME TO hidden`;
  await pass(clock, 10_000);
  await expect.poll(() => warnings.length).toBe(1);
  await pass(clock, 10_000);
  await database.ownerDb`ALTER TABLE hidden RENAME TO limiter_snapshot`;
  await running.snapshots.stop();
  expect(await savedKeys()).toHaveLength(450);
  expect(warnings).toEqual(['the counters of limits cannot be written; trying again']);
});
