import { expect, test } from 'vitest';
import { CostLimit } from './cost-limit.ts';

const CAP = 1_000;

function setUp() {
  const pressure = { isLate: false, turnWaitMs: 0 };
  const told: string[] = [];
  const crowd = { taken: 0 };
  const limit = new CostLimit({
    cap: CAP,
    places: { taken: () => crowd.taken, most: 20 },
    pressure,
    onShed: reason => told.push(reason),
  });
  function enters(cost: number, key = 'a'): boolean {
    try {
      limit.enter(key, cost);
      return true;
    } catch {
      return false;
    }
  }
  return { limit, pressure, crowd, told, enters };
}

test('what is in work together stays within the cap, and what ends makes room', () => {
  const { limit, enters } = setUp();
  const leave = limit.enter('a', 250);
  for (let key = 0; enters(1, `key ${key % 50}`); key++);
  expect(limit.inWork).toBe(CAP - 1);
  leave();
  expect(limit.inWork).toBe(CAP - 251);
  expect(enters(100, 'b')).toBe(true);
});

test('the largest search there is can be served by a process at rest', () => {
  const { limit, enters } = setUp();
  expect(enters(1e9)).toBe(true);
  expect(limit.inWork).toBe(CAP / 4);
});

test('under contention one key holds at most half', () => {
  const { enters, told } = setUp();
  expect([enters(250, 'greedy'), enters(250, 'greedy')]).toEqual([true, true]);
  expect(enters(1, 'greedy')).toBe(false);
  expect(enters(1, 'other')).toBe(true);
  expect(told).toEqual(['key']);
});

test('nearly full, it takes the cheap and refuses the dear', () => {
  const { enters, told } = setUp();
  for (const key of ['a', 'b', 'c']) enters(250, key);
  expect(enters(200, 'd')).toBe(false);
  expect(enters(100, 'd')).toBe(true);
  expect(told).toEqual(['cost']);
});

test('when the class is nearly full, its last places are for those that cost no more than their share', () => {
  const { crowd, enters, told } = setUp();
  crowd.taken = 14;
  expect(enters(51)).toBe(true);
  crowd.taken = 15;
  expect([enters(51), enters(50)]).toEqual([false, true]);
  expect(told).toEqual(['cost']);
});

test('the longer a turn is waited for, the cheaper a search must be, until none goes', () => {
  const { pressure, enters, told } = setUp();
  const costs = [250, 100, 40, 10, 1];
  const largest = [250, 400, 600, 999, 1_000].map(waitMs => {
    pressure.turnWaitMs = waitMs;
    return costs.find(cost => enters(cost, `key ${waitMs}`)) ?? 0;
  });
  expect(largest).toEqual([250, 100, 40, 10, 0]);
  expect(new Set(told)).toEqual(new Set(['cost']));
});

test('while the loop is late only small searches go', () => {
  const { pressure, enters, told } = setUp();
  pressure.isLate = true;
  expect([enters(51), enters(50)]).toEqual([false, true]);
  expect(told).toEqual(['late']);
});
