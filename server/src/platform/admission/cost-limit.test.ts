import type { Environment } from '@serai/contract/shared/answer.ts';
import { expect, test } from 'vitest';
import { CostLimit } from './cost-limit.ts';

const CAP = 1_000;

function setUp({ alwaysAdmitted = -1 } = {}) {
  const pressure = { isLate: false, turnWaitMs: 0 };
  const told: string[] = [];
  const crowd = { taken: 0, takenBy: 0 };
  const limit = new CostLimit({
    cap: CAP,
    slots: { taken: () => crowd.taken, takenBy: () => crowd.takenBy, most: 20 },
    alwaysAdmitted,
    pressure,
    onShed: reason => told.push(reason),
  });
  function enters(cost: number, organisationId = 'a', environment: Environment = 'sandbox'): boolean {
    try {
      limit.enter({ organisationId, environment }, cost);
      return true;
    } catch {
      return false;
    }
  }
  return { limit, pressure, crowd, told, enters };
}

test('the total cost of running searches never exceeds the cap, and a finished search frees its cost', () => {
  const { limit, enters } = setUp();
  const leave = limit.enter({ organisationId: 'a', environment: 'sandbox' }, 250);
  for (let i = 0; i < 2_000; i++) enters(1, `org ${i % 50}`);
  expect(limit.inWork('sandbox')).toBeGreaterThan(CAP * 0.9);
  expect(limit.inWork('sandbox')).toBeLessThanOrEqual(CAP);
  expect(enters(250, 'b')).toBe(false);
  leave();
  expect(enters(100, 'b')).toBe(true);
});

test('sandbox searches do not use the cost budget of production', () => {
  const { limit, enters } = setUp();
  for (let i = 0; i < 2_000; i++) enters(50, `org ${i}`);
  expect(limit.inWork('sandbox')).toBeGreaterThan(CAP * 0.9);
  expect(limit.inWork('production')).toBe(0);
  expect(enters(250, 'a', 'production')).toBe(true);
});

test('a few searches are admitted however late the process is, but never above the cap', () => {
  const { enters, pressure, crowd, told } = setUp({ alwaysAdmitted: 3 });
  pressure.isLate = true;
  pressure.turnWaitMs = 5_000;
  crowd.taken = 3;
  crowd.takenBy = 1;
  expect(enters(200)).toBe(true);
  crowd.takenBy = 2;
  expect(enters(200)).toBe(false);
  crowd.takenBy = 1;
  crowd.taken = 4;
  expect(enters(200, 'b')).toBe(false);
  expect(told).toEqual(['late', 'late']);
  crowd.taken = 3;
  for (const id of ['b', 'c', 'd', 'e']) enters(250, id);
  expect(enters(250, 'f')).toBe(false);
});

test('an idle process accepts the most expensive search possible', () => {
  const { limit, enters } = setUp();
  expect(enters(1e9)).toBe(true);
  expect(limit.inWork('sandbox')).toBe(CAP / 4);
});

test('one partner gets at most half of the search cost budget', () => {
  const { enters, told } = setUp();
  expect([enters(250, 'greedy'), enters(250, 'greedy')]).toEqual([true, true]);
  expect(enters(1, 'greedy')).toBe(false);
  expect(enters(1, 'other')).toBe(true);
  expect(told).toEqual(['share']);
});

test('a nearly exhausted cost budget accepts cheap searches and rejects expensive searches', () => {
  const { enters, told } = setUp();
  for (const key of ['a', 'b', 'c']) enters(250, key);
  expect(enters(200, 'd')).toBe(false);
  expect(enters(100, 'd')).toBe(true);
  expect(told).toEqual(['cost']);
});

test('a nearly full traffic class accepts only searches that cost at most the cost budget divided by the slots', () => {
  const { crowd, enters, told } = setUp();
  crowd.taken = 14;
  expect(enters(51)).toBe(true);
  crowd.taken = 15;
  expect([enters(51), enters(50)]).toEqual([false, true]);
  expect(told).toEqual(['cost']);
});

test('the maximum cost of a search decreases as the wait for a turn grows, until no search is accepted', () => {
  const { pressure, enters, told } = setUp();
  const costs = [250, 100, 40, 10, 1];
  const largest = [250, 400, 600, 999, 1_000].map(waitMs => {
    pressure.turnWaitMs = waitMs;
    return costs.find(cost => enters(cost, `key ${waitMs}`)) ?? 0;
  });
  expect(largest).toEqual([250, 100, 40, 10, 0]);
  expect(new Set(told)).toEqual(new Set(['cost']));
});

test('only small searches are accepted while the event loop is delayed', () => {
  const { pressure, enters, told } = setUp();
  pressure.isLate = true;
  expect([enters(51), enters(50)]).toEqual([false, true]);
  expect(told).toEqual(['late']);
});
