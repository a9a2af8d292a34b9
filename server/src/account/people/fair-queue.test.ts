import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

function filled(limits: { maxWaiting: number; maxPerLane: number }, lanes: string) {
  const queue = new FairQueue(limits);
  const started: string[] = [];
  const dropped: string[] = [];
  const add = (lane: string) =>
    queue.add(lane, { start: () => started.push(lane), drop: () => dropped.push(lane) });
  const added = [...lanes].map(add);
  return { queue, started, dropped, added, add };
}

it('a fair queue serves lanes in turn, regardless of how many requests wait in one of them', () => {
  const { queue, started } = filled({ maxWaiting: 10, maxPerLane: 10 }, 'aaaabc');
  while (queue.startNext());
  expect(started.join('')).toBe('abcaaa');
});

it('a fair queue rejects requests that exceed the limit per lane', () => {
  const { added, queue } = filled({ maxWaiting: 10, maxPerLane: 2 }, 'aaab');
  expect(added).toEqual([true, true, false, true]);
  expect(queue.size).toBe(3);
});

it('a full fair queue drops the newest request from its longest lane to admit a new lane', () => {
  const { add, dropped, queue } = filled({ maxWaiting: 4, maxPerLane: 4 }, 'aaab');
  expect([add('c'), dropped, queue.size]).toEqual([true, ['a'], 4]);
  expect([add('d'), add('e'), dropped]).toEqual([true, false, ['a', 'a']]);
});

it('a full fair queue rejects another request from a lane that is already waiting', () => {
  const { add, dropped } = filled({ maxWaiting: 4, maxPerLane: 4 }, 'aaab');
  expect([add('b'), dropped]).toEqual([false, []]);
});
