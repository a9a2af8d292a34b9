import { TRAFFIC_CLASSES, type TrafficClass } from '@serai/contract/operation.ts';
import { expect, test } from 'vitest';
import { ManualClock } from '../../test/manual-clock.ts';
import type { ApiError } from '../platform/api-error.ts';
import { Admission } from './admission.ts';

const CAPS = { search: 4, content: 4, list: 4, quote: 4, detail: 4, book: 4 };

function setUp() {
  const clock = new ManualClock();
  const loop = { delayMs: 0 };
  return { clock, loop, admission: new Admission(CAPS, clock, () => loop.delayMs) };
}

function enters(admission: Admission, name: TrafficClass, key: string): boolean {
  try {
    admission.enter(name, key);
    return true;
  } catch (error) {
    expect((error as ApiError).code).toBe('SERVICE_UNAVAILABLE');
    expect((error as ApiError).extras.retryAfterSeconds).toBeGreaterThanOrEqual(1);
    expect((error as ApiError).extras.retryAfterSeconds).toBeLessThanOrEqual(5);
    return false;
  }
}

test('a full class refuses, and leaves the others alone', () => {
  const { admission } = setUp();
  for (const key of ['a', 'b', 'c', 'd']) expect(enters(admission, 'search', key)).toBe(true);
  expect(enters(admission, 'search', 'e')).toBe(false);
  expect(enters(admission, 'book', 'e')).toBe(true);
  admission.leave('search', 'a');
  expect(enters(admission, 'search', 'e')).toBe(true);
});

test('under contention one key holds at most half of a class', () => {
  const { admission } = setUp();
  expect([1, 2, 3].map(() => enters(admission, 'book', 'greedy'))).toEqual([true, true, false]);
  expect(enters(admission, 'book', 'other')).toBe(true);
  expect(enters(admission, 'book', 'greedy')).toBe(false);
});

test('one late second is a hiccup', () => {
  const { admission, clock, loop } = setUp();
  for (const delayMs of [500, 0, 500, 0]) {
    loop.delayMs = delayMs;
    clock.advance(1_000);
    expect(admission.shedding()).toEqual([]);
  }
});

test('while the loop is late, classes go one after another in their order, booking never', () => {
  const { admission, clock, loop } = setUp();
  loop.delayMs = 500;
  const seen: string[][] = [];
  for (let second = 0; second < 8; second++) {
    clock.advance(1_000);
    seen.push([...admission.shedding()]);
  }
  expect(seen.slice(0, 3)).toEqual([[], ['search'], ['search', 'content']]);
  expect(seen.at(-1)).toEqual(TRAFFIC_CLASSES.filter(name => name !== 'book'));
  expect(enters(admission, 'search', 'a')).toBe(false);
  expect(enters(admission, 'book', 'a')).toBe(true);

  loop.delayMs = 0;
  clock.advance(1_000);
  expect(admission.shedding()).not.toContain('detail');
  clock.advance(10_000);
  expect(admission.shedding()).toEqual([]);
});
