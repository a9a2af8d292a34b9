import type { TrafficClass } from '@serai/contract/operation.ts';
import { expect, test } from 'vitest';
import type { ApiError } from '../api-error.ts';
import { Admission } from './admission.ts';

const CAPS = { search: 4, content: 4, list: 4, quote: 4, detail: 4, book: 4 };

function setUp(late: TrafficClass[] = []) {
  const told: string[] = [];
  const admission = new Admission({
    caps: CAPS,
    pressure: { isShed: name => late.includes(name) },
    onShed: (name, reason) => told.push(`${name} ${reason}`),
  });
  return { admission, told };
}

function enters(admission: Admission, name: TrafficClass, key: string): boolean {
  try {
    admission.enter(name, key);
    return true;
  } catch (error) {
    const { code, extras } = error as ApiError;
    expect(code).toBe('SERVICE_UNAVAILABLE');
    expect(extras.shed).toBeDefined();
    expect(extras.retryAfterSeconds).toBeGreaterThanOrEqual(1);
    expect(extras.retryAfterSeconds).toBeLessThanOrEqual(5);
    return false;
  }
}

test('a full class refuses, and leaves the others alone', () => {
  const { admission, told } = setUp();
  for (const key of ['a', 'b', 'c', 'd']) expect(enters(admission, 'search', key)).toBe(true);
  expect(enters(admission, 'search', 'e')).toBe(false);
  expect(told).toEqual(['search full']);
  expect(enters(admission, 'book', 'e')).toBe(true);
  admission.leave('search', 'a');
  expect(enters(admission, 'search', 'e')).toBe(true);
});

test('under contention one key holds at most half of a class', () => {
  const { admission, told } = setUp();
  expect([1, 2, 3].map(() => enters(admission, 'book', 'greedy'))).toEqual([true, true, false]);
  expect(enters(admission, 'book', 'other')).toBe(true);
  expect(enters(admission, 'book', 'greedy')).toBe(false);
  expect(told).toEqual(['book key', 'book key']);
});

test('a class that is shed refuses, however much room it has', () => {
  const { admission, told } = setUp(['search']);
  expect(enters(admission, 'search', 'a')).toBe(false);
  expect(enters(admission, 'content', 'a')).toBe(true);
  expect(told).toEqual(['search late']);
});

test('only a class that is shed is told as a whole: in a full one there is a place again any moment', () => {
  const toldOf = (admission: Admission) => {
    try {
      admission.enter('search', 'z');
    } catch (error) {
      return (error as ApiError).extras.shed;
    }
    return undefined;
  };
  const full = setUp().admission;
  for (const key of ['a', 'b', 'c', 'd']) full.enter('search', key);
  expect([toldOf(setUp(['search']).admission), toldOf(full)]).toEqual(['class', 'request']);
});

test('those refused together are told to come back at different times', () => {
  const { admission } = setUp(['search']);
  const waits = Array.from({ length: 5 }, () => {
    try {
      admission.enter('search', 'a');
    } catch (error) {
      return (error as ApiError).extras.retryAfterSeconds;
    }
    return 0;
  });
  expect(waits.toSorted()).toEqual([1, 2, 3, 4, 5]);
});
