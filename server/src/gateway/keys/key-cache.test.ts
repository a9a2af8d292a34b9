import { expect, test } from 'vitest';
import { keyRecord } from '../../../test/key-record.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { KeyCache } from './key-cache.ts';

function setUp() {
  const clock = new ManualClock();
  return { clock, cache: new KeyCache(clock, 100) };
}

test('the key cache does not accept an old record from a read that began before a revocation', () => {
  const { clock, cache } = setUp();
  const readAtMs = clock.monotonicMs();
  clock.advance(5);
  cache.invalidate('k', 8);
  expect(cache.fill('k', keyRecord({ id: 'k', generation: 7 }), readAtMs)).toBe(false);
  expect(cache.get('k')).toBeUndefined();
  expect(cache.fill('k', keyRecord({ id: 'k', generation: 8 }), clock.monotonicMs())).toBe(true);
  expect(cache.get('k')?.record.generation).toBe(8);
});

test('the key cache does not treat a key as unknown because of a read that began before it was created', () => {
  const { clock, cache } = setUp();
  const readAtMs = clock.monotonicMs();
  cache.invalidate('k', 1);
  expect(cache.fill('k', undefined, readAtMs)).toBe(false);
  expect(cache.get('k')).toBeUndefined();
});

test('the key cache keeps the newer tombstone when two changes arrive out of order', () => {
  const { cache } = setUp();
  cache.invalidate('k', 9);
  cache.invalidate('k', 8);
  expect(cache.fill('k', keyRecord({ id: 'k', generation: 8 }), 0)).toBe(false);
});

test('the key cache never replaces a newer record with an older one', () => {
  const { cache } = setUp();
  cache.fill('k', keyRecord({ id: 'k', generation: 3 }), 0);
  cache.fill('k', keyRecord({ id: 'k', generation: 2 }), 0);
  expect(cache.get('k')?.record.generation).toBe(3);
});

test('the key cache rejects a read that began before the cache was cleared', () => {
  const { clock, cache } = setUp();
  const readAtMs = clock.monotonicMs();
  clock.advance(1);
  cache.clear();
  expect(cache.fill('k', keyRecord({ id: 'k' }), readAtMs)).toBe(false);
});

test('the key cache remembers an unknown ID for 30 seconds or until the key is created', () => {
  const { clock, cache } = setUp();
  cache.fill('a', undefined, 0);
  cache.fill('b', undefined, 0);
  expect(cache.get('a')).toBeNull();
  cache.invalidate('a', 1);
  expect(cache.get('a')).toBeUndefined();
  clock.advance(30_000);
  expect(cache.get('b')).toBeUndefined();
});

test('the key cache treats a deleted key as unknown only after a read that began after the deletion', () => {
  const { clock, cache } = setUp();
  cache.invalidate('k', 3);
  expect(cache.fill('k', undefined, clock.monotonicMs())).toBe(false);
  clock.advance(1);
  expect(cache.fill('k', undefined, clock.monotonicMs())).toBe(true);
  expect(cache.get('k')).toBeNull();
});

test('the key cache keeps the same object for an unchanged record and updates its read time', () => {
  const { cache } = setUp();
  const record = keyRecord({ id: 'k', generation: 3 });
  cache.fill('k', record, 5);
  cache.fill('k', keyRecord({ id: 'k', generation: 3 }), 9);
  expect(cache.get('k')).toMatchObject({ record, readAtMs: 9 });
  expect(cache.get('k')?.record).toBe(record);
});

test('the key cache removes tombstones after ten seconds', () => {
  const { clock, cache } = setUp();
  cache.invalidate('k', 5);
  clock.advance(10_000);
  expect(cache.fill('k', keyRecord({ id: 'k', generation: 4 }), clock.monotonicMs())).toBe(true);
});
