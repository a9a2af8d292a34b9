import { expect, test } from 'vitest';
import { keyRecord } from '../../../test/key-record.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { createLog } from '../../platform/log.ts';
import { KeyCache } from './key-cache.ts';
import { KeyEpoch } from './key-epoch.ts';
import type { KeyChange } from './key-read-store.ts';

const log = createLog('silent');

const settle = () => new Promise(resolve => setImmediate(resolve));

async function pass(clock: ManualClock, ms: number) {
  for (let passed = 0; passed < ms; passed += 50) {
    clock.advance(50);
    await settle();
  }
}

async function setUp() {
  const clock = new ManualClock();
  const cache = new KeyCache(clock, 100);
  const source = {
    epoch: 10,
    changes: [] as KeyChange[],
    fail: false,
    hang: false,
    hold: undefined as Promise<void> | undefined,
    reads: 0,
  };
  const epoch = new KeyEpoch({
    cache,
    clock,
    log,
    read: async since => {
      source.reads++;
      if (source.hang) await new Promise(() => {});
      await source.hold;
      if (source.fail) throw new Error('away');
      return { epoch: source.epoch, changes: source.changes.filter(change => change.epoch > since) };
    },
  });
  await epoch.start();
  const change = (keyId: string, generation: number) => {
    source.epoch++;
    source.changes.push({ epoch: source.epoch, keyId, generation });
  };
  return { clock, cache, epoch, source, change };
}

test('a key change is applied at the next poll, within 250 ms', async () => {
  const { clock, cache, change } = await setUp();
  cache.fill('a', keyRecord({ id: 'a', generation: 1 }), 0);
  cache.fill('b', keyRecord({ id: 'b', generation: 1 }), 0);
  change('a', 2);
  clock.advance(250);
  await settle();
  expect(cache.get('a')).toBeUndefined();
  expect(cache.get('b')).not.toBeUndefined();
});

test('a notification applies a key change immediately', async () => {
  const { cache, epoch, change } = await setUp();
  cache.fill('a', keyRecord({ id: 'a', generation: 1 }), 0);
  change('a', 2);
  epoch.wake();
  await settle();
  expect(cache.get('a')).toBeUndefined();
});

test('the key cache is cleared if key changes are missing or the epoch has decreased', async () => {
  for (const damage of [
    (source: { epoch: number; changes: KeyChange[] }) => {
      source.epoch = 14;
      source.changes = [
        { epoch: 13, keyId: 'x', generation: 1 },
        { epoch: 14, keyId: 'y', generation: 1 },
      ];
    },
    (source: { epoch: number }) => {
      source.epoch = 3;
    },
  ]) {
    const { clock, cache, source } = await setUp();
    cache.fill('a', keyRecord({ id: 'a' }), 0);
    damage(source);
    clock.advance(250);
    await settle();
    expect(cache.get('a')).toBeUndefined();
  }
});

test('the key cache counts as fresh until one second after the start of the last successful read', async () => {
  const { clock, epoch, source } = await setUp();
  source.fail = true;
  clock.advance(1_000);
  await settle();
  expect(epoch.isFresh()).toBe(true);
  clock.advance(1);
  expect(epoch.isFresh()).toBe(false);
});

test('an epoch read that hangs is abandoned after two seconds, and polling continues', async () => {
  const { clock, epoch, source } = await setUp();
  source.hang = true;
  await pass(clock, 2_000);
  source.hang = false;
  await pass(clock, 1_000);
  expect(epoch.isFresh()).toBe(true);
});

test('a late epoch result is applied, and no second read starts while it is pending', async () => {
  const { clock, cache, source, change } = await setUp();
  cache.fill('a', keyRecord({ id: 'a', generation: 1 }), 0);
  change('a', 2);
  let answer: () => void = () => {};
  source.hold = new Promise(resolve => {
    answer = resolve;
  });
  const readsBefore = source.reads;
  await pass(clock, 900);
  expect(source.reads).toBe(readsBefore + 1);
  expect(cache.get('a')).not.toBeUndefined();
  answer();
  await settle();
  expect(cache.get('a')).toBeUndefined();
});
