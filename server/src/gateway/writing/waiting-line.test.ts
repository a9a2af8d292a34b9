import { expect, test } from 'vitest';
import { WaitingLine } from './waiting-line.ts';

test('returns each item that was added by the given time once, oldest first', () => {
  const line = new WaitingLine<string>();
  line.add('a', 1);
  line.add('b', 2);
  line.add('c', 2);
  line.add('d', 3);
  expect(line.take(0, 10)).toEqual([]);
  expect(line.take(2, 2)).toEqual(['a', 'b']);
  expect(line.take(2, 10)).toEqual(['c']);
  expect(line.take(2, 10)).toEqual([]);
  expect(line.size).toBe(1);
});

test('loses, duplicates or reorders nothing, however items are taken', () => {
  const line = new WaitingLine<number>();
  const taken: number[] = [];
  for (let i = 0; i < 20_000; i++) {
    line.add(i, i);
    if (i % 7 === 0) taken.push(...line.take(i - 3_000, 9));
  }
  while (line.size > 0) taken.push(...line.take(20_000, 500));
  expect(taken).toEqual(Array.from({ length: 20_000 }, (_, i) => i));
});
