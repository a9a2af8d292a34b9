import { expect, test } from 'vitest';
import { SecondChanceCache } from './second-chance-cache.ts';

const entry = () => ({ used: false });

test('a second-chance cache never exceeds its size and always contains the newest entry', () => {
  const cache = new SecondChanceCache(100);
  for (let i = 0; i < 10_000; i++) {
    cache.set(`k${i}`, entry());
    expect(cache.size).toBeLessThanOrEqual(100);
    expect(cache.peek(`k${i}`)).toBeDefined();
  }
  expect(cache.size).toBe(100);
});

test('entries of a second-chance cache that are in use survive a flood of new entries', () => {
  const cache = new SecondChanceCache(100);
  const busy = Array.from({ length: 50 }, (_, i) => `busy${i}`);
  for (const id of busy) cache.set(id, entry());
  for (let i = 0; i < 10_000; i++) {
    cache.set(`flood${i}`, entry());
    if (i % 20 === 0) for (const id of busy) cache.get(id);
  }
  for (const id of busy) expect(cache.peek(id)).toBeDefined();
});

test('peeking at an entry of a second-chance cache does not protect it from eviction', () => {
  const cache = new SecondChanceCache(2);
  cache.set('a', entry());
  cache.set('b', entry());
  cache.set('c', entry());
  expect(cache.peek('a')).toBeUndefined();
  cache.peek('b');
  cache.set('d', entry());
  expect(cache.peek('b')).toBeUndefined();
});

test('delete removes one entry of a second-chance cache, and clear removes all entries', () => {
  const cache = new SecondChanceCache(2);
  cache.set('c', entry());
  cache.set('d', entry());
  cache.delete('c');
  cache.delete('c');
  expect([cache.get('c'), cache.size]).toEqual([undefined, 1]);
  cache.clear();
  expect(cache.size).toBe(0);
});
