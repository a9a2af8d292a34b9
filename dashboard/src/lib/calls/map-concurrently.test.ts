import { expect, it } from 'vitest';
import { mapConcurrently } from './map-concurrently.ts';

it('maps at most the given number of items at a time, and returns the results in order', async () => {
  let running = 0;
  let most = 0;
  const results = await mapConcurrently([3, 1, 2, 0, 1], 2, async turns => {
    most = Math.max(most, ++running);
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    running--;
    return turns * 10;
  });
  expect(results).toEqual([30, 10, 20, 0, 10]);
  expect(most).toBe(2);
  expect(await mapConcurrently([], 2, async () => 1)).toEqual([]);
});

it('starts no further item after a failure', async () => {
  const started: number[] = [];
  const mapped = mapConcurrently([1, 2, 3, 4, 5], 2, async item => {
    started.push(item);
    if (item === 2) throw new Error('failed');
  });
  await expect(mapped).rejects.toThrow('failed');
  expect(started.length).toBeLessThan(5);
  expect(started).not.toContain(5);
});
