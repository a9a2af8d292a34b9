import { expect, test, vi } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { Memo } from './memo.ts';
import { ReadThroughCache } from './read-through-cache.ts';
import { TtlCache } from './ttl-cache.ts';

const clock = new ManualClock();

test('a TTL cache returns a value until it expires', () => {
  const cache = new TtlCache<number>({ clock, ttlMs: 100, maxEntries: 10 });
  cache.set('a', 1);
  clock.advance(99);
  expect(cache.get('a')).toBe(1);
  clock.advance(1);
  expect(cache.get('a')).toBeUndefined();
});

test('deleteValue keeps a value that has replaced the given value', () => {
  const cache = new TtlCache<number>({ clock, ttlMs: 100, maxEntries: 10 });
  cache.set('a', 2);
  cache.deleteValue('a', 1);
  expect(cache.get('a')).toBe(2);
  cache.deleteValue('a', 2);
  expect(cache.get('a')).toBeUndefined();
});

test('a read-through cache shares concurrent reads and reads again after the TTL has passed or the value was dropped', async () => {
  const read = vi.fn(async (id: string) => `${id} ${read.mock.calls.length}`);
  const cache = new ReadThroughCache<string>({ clock, ttlMs: 100, maxEntries: 10, read });
  expect(await Promise.all([cache.find('a'), cache.find('a')])).toEqual(['a 1', 'a 1']);
  cache.drop('a');
  expect(await cache.find('a')).toBe('a 2');
  clock.advance(100);
  expect(await cache.find('a')).toBe('a 3');
});

test('a read-through cache does not cache failures', async () => {
  const read = vi.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValue('here');
  const cache = new ReadThroughCache<string>({ clock, ttlMs: 100, maxEntries: 10, read });
  await expect(cache.find('a')).rejects.toThrow('away');
  expect(await cache.find('a')).toBe('here');
});

test('a memo computes each value once and is cleared when it is full', () => {
  const compute = vi.fn((key: string) => ({ key }));
  const memo = new Memo<string, { key: string }>(2);
  const first = memo.get('a', compute);
  expect(memo.get('a', compute)).toBe(first);
  memo.get('b', compute);
  memo.get('c', compute);
  expect(memo.get('a', compute)).not.toBe(first);
  expect(compute).toHaveBeenCalledTimes(4);
});
