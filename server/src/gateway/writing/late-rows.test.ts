import { expect, test } from 'vitest';
import { TimedQueue } from './late-rows.ts';

test('a timed queue returns each item that was added by the given time once, oldest first', () => {
  const queue = new TimedQueue<string>();
  queue.add('a', 1);
  queue.add('b', 2);
  queue.add('c', 2);
  queue.add('d', 3);
  expect(queue.take(0, 10)).toEqual([]);
  expect(queue.take(2, 2)).toEqual(['a', 'b']);
  expect(queue.take(2, 10)).toEqual(['c']);
  expect(queue.take(2, 10)).toEqual([]);
  expect(queue.size).toBe(1);
});

test('a timed queue never loses, duplicates or reorders items, regardless of how they are removed', () => {
  const queue = new TimedQueue<number>();
  const taken: number[] = [];
  for (let i = 0; i < 20_000; i++) {
    queue.add(i, i);
    if (i % 7 === 0) taken.push(...queue.take(i - 3_000, 9));
  }
  while (queue.size > 0) taken.push(...queue.take(20_000, 500));
  expect(taken).toEqual(Array.from({ length: 20_000 }, (_, i) => i));
});
