import { expect, test } from 'vitest';
import { simulationUnderTest } from './simulation-under-test.ts';

const simulate = simulationUnderTest();

test('a simulation seed produces the same run every time, regardless of earlier runs', async () => {
  const seeds = [7, 8, 9, 10, 11, 12];
  const first: unknown[] = [];
  for (const seed of seeds) first.push(await simulate(seed));
  const second: unknown[] = [];
  for (const seed of seeds.toReversed()) second.unshift(await simulate(seed));
  expect(second).toEqual(first);
});

test('a different simulation seed produces a different run', async () => {
  const [one, other] = [await simulate(1), await simulate(2)];
  expect(one.trace).not.toEqual(other.trace);
});
