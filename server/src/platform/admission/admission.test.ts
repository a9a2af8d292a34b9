import type { TrafficClass } from '@serai/contract/operation.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ApiError } from '../api-error.ts';
import { Admission, type RequestOwner } from './admission.ts';

const CAPS = { search: 4, content: 4, list: 4, quote: 4, detail: 4, agent: 4, book: 4 };

function setUp(late: TrafficClass[] = [], alwaysAdmitted = 0) {
  const told: string[] = [];
  const admission = new Admission({
    caps: CAPS,
    alwaysAdmitted,
    pressure: { isShed: name => late.includes(name) },
    onShed: (name, reason) => told.push(`${name} ${reason}`),
  });
  return { admission, told };
}

function owner(organisationId: string, environment: RequestOwner['environment'] = 'production') {
  return { organisationId, environment };
}

function enters(admission: Admission, name: TrafficClass, organisation: string | RequestOwner): boolean {
  try {
    admission.enter(name, typeof organisation === 'string' ? owner(organisation) : organisation);
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

test('a full traffic class rejects requests and does not affect other classes', () => {
  const { admission, told } = setUp();
  for (const id of ['a', 'b', 'c', 'd']) expect(enters(admission, 'search', id)).toBe(true);
  expect(enters(admission, 'search', 'e')).toBe(false);
  expect(told).toEqual(['search full']);
  expect(enters(admission, 'book', 'e')).toBe(true);
  admission.leave('search', owner('a'));
  expect(enters(admission, 'search', 'e')).toBe(true);
});

test('a partner gets at most half of the slots of a traffic class', () => {
  const { admission, told } = setUp();
  expect([1, 2, 3].map(() => enters(admission, 'book', 'greedy'))).toEqual([true, true, false]);
  expect(enters(admission, 'book', 'other')).toBe(true);
  expect(enters(admission, 'book', 'greedy')).toBe(false);
  expect(told).toEqual(['book share', 'book share']);
});

test('a few requests are admitted in each environment even if their traffic class is being shed', () => {
  const { admission, told } = setUp(['search'], 2);
  expect(['a', 'b', 'c'].map(id => enters(admission, 'search', id))).toEqual([true, true, false]);
  expect(enters(admission, 'search', owner('a', 'sandbox'))).toBe(true);
  expect(told).toEqual(['search late']);
  admission.leave('search', owner('a'));
  expect(enters(admission, 'search', 'c')).toBe(true);
});

test('while a traffic class is being shed, at most half of the requests that are still admitted belong to one partner', () => {
  const { admission } = setUp(['search'], 4);
  expect(['a', 'a', 'a'].map(id => enters(admission, 'search', id))).toEqual([true, true, false]);
  expect(['b', 'c', 'd'].map(id => enters(admission, 'search', id))).toEqual([true, true, false]);
});

test('a traffic class that is being shed rejects requests even if it has free slots', () => {
  const { admission, told } = setUp(['search']);
  expect(enters(admission, 'search', 'a')).toBe(false);
  expect(enters(admission, 'content', 'a')).toBe(true);
  expect(told).toEqual(['search late']);
});

test('a rejection applies to the whole traffic class only if the class is being shed, not if it is full', () => {
  const toldOf = (admission: Admission) => {
    try {
      admission.enter('search', owner('z'));
    } catch (error) {
      return (error as ApiError).extras.shed;
    }
    return undefined;
  };
  const full = setUp().admission;
  for (const id of ['a', 'b', 'c', 'd']) full.enter('search', owner(id));
  expect([toldOf(setUp(['search']).admission), toldOf(full)]).toEqual(['class', 'request']);
});

test('requests rejected together get different retry delays', () => {
  const { admission } = setUp(['search']);
  const waits = Array.from({ length: 5 }, () => {
    try {
      admission.enter('search', owner('a'));
    } catch (error) {
      return (error as ApiError).extras.retryAfterSeconds;
    }
    return 0;
  });
  expect(waits.toSorted()).toEqual([1, 2, 3, 4, 5]);
});

test('checking for admission takes no slot and makes the same decision as entering', () => {
  const { admission } = setUp();
  for (let i = 0; i < 10; i++) admission.check('book', owner('a'));
  expect(admission.inFlight('book', 'production')).toBe(0);
  for (const id of ['a', 'b', 'c', 'd']) admission.enter('book', owner(id));
  expect(() => admission.check('book', owner('e'))).toThrow('overloaded');
});

test('sandbox requests never take production slots, and vice versa', () => {
  const organisations = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 200 });
  fc.assert(
    fc.property(organisations, fc.boolean(), (arrivals, isSandbox) => {
      const { admission } = setUp();
      const [busy, quiet] = isSandbox
        ? (['sandbox', 'production'] as const)
        : (['production', 'sandbox'] as const);
      for (const n of arrivals) enters(admission, 'book', owner(`attacker ${n}`, busy));
      expect(admission.inFlight('book', quiet)).toBe(0);
      expect(enters(admission, 'book', owner('quiet', quiet))).toBe(true);
    }),
  );
});
