import { expect, test } from 'vitest';
import { SecondChanceCache } from './second-chance-cache.ts';

const entry = () => ({ used: false });

test('it never holds more than it may, and the newest is always there', () => {
  const cache = new SecondChanceCache(100);
  for (let i = 0; i < 10_000; i++) {
    cache.set(`k${i}`, entry());
    expect(cache.size).toBeLessThanOrEqual(100);
    expect(cache.peek(`k${i}`)).toBeDefined();
  }
  expect(cache.size).toBe(100);
});

test('what is in use stays while a flood of others passes', () => {
  const cache = new SecondChanceCache(100);
  const busy = Array.from({ length: 50 }, (_, i) => `busy${i}`);
  for (const id of busy) cache.set(id, entry());
  for (let i = 0; i < 10_000; i++) {
    cache.set(`flood${i}`, entry());
    if (i % 20 === 0) for (const id of busy) cache.get(id);
  }
  for (const id of busy) expect(cache.peek(id)).toBeDefined();
});

test('what was removed is gone, and a peek is no use', () => {
  const cache = new SecondChanceCache(2);
  cache.set('a', entry());
  cache.set('b', entry());
  cache.set('c', entry());
  expect(cache.peek('a')).toBeUndefined();
  cache.peek('b');
  cache.set('d', entry());
  expect(cache.peek('b')).toBeUndefined();
  cache.delete('c');
  cache.delete('c');
  expect([cache.get('c'), cache.size]).toEqual([undefined, 1]);
  cache.clear();
  expect(cache.size).toBe(0);
});
