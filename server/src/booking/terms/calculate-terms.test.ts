import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkIn, policyMaker, timeZone } from '../../../test/supplied-offers.ts';
import { instantOf } from '../../platform/time/zoned-time.ts';
import type { PenaltyStart, SuppliedPenalty, SuppliedPolicy } from '../port/supplied-offer.ts';
import { calculateTerms, type TermsBasis } from './calculate-terms.ts';
import { penaltyAt } from './terms.ts';

const HOUR_MS = 3_600_000;
const BASIS: TermsBasis = { netMinor: 44_400, timeZone: 'Europe/Madrid', checkIn: '2027-03-12' };
const utc = (text: string) => Date.parse(text);
const known = (penalties: SuppliedPenalty[], noShowMinor: number | null = null): SuppliedPolicy => ({
  kind: 'KNOWN',
  penalties,
  noShowMinor,
});
const local = (at: string): PenaltyStart => ({ kind: 'LOCAL', at });
const instant = (at: string): PenaltyStart => ({ kind: 'INSTANT', atMs: utc(at) });

test('calculateTerms converts local deadlines into windows and starts the no-show period after the arrival day', () => {
  const terms = calculateTerms(
    known(
      [
        { from: local('2027-03-12T00:00'), penaltyMinor: 44_400 },
        { from: local('2027-03-11T00:00'), penaltyMinor: 22_200 },
      ],
      44_400,
    ),
    BASIS,
  );
  expect(terms).toEqual({
    refundability: 'REFUNDABLE',
    freeUntilMs: utc('2027-03-10T23:00:00Z'),
    deadlineSource: 'PROPERTY_TIMEZONE',
    timeZone: 'Europe/Madrid',
    windows: [
      { fromMs: null, toMs: utc('2027-03-10T23:00:00Z'), penaltyMinor: 0 },
      { fromMs: utc('2027-03-10T23:00:00Z'), toMs: utc('2027-03-11T23:00:00Z'), penaltyMinor: 22_200 },
      { fromMs: utc('2027-03-11T23:00:00Z'), toMs: null, penaltyMinor: 44_400 },
    ],
    noShow: { penaltyMinor: 44_400, fromMs: utc('2027-03-12T23:00:00Z') },
  });
});

test('calculateTerms returns NON_REFUNDABLE if the full price or more is due from the start', () => {
  const terms = calculateTerms(known([{ from: { kind: 'ALWAYS' }, penaltyMinor: 50_000 }]), BASIS);
  expect(terms).toMatchObject({
    refundability: 'NON_REFUNDABLE',
    freeUntilMs: null,
    windows: [{ fromMs: null, toMs: null, penaltyMinor: 44_400 }],
    noShow: null,
  });
});

test('calculateTerms returns PARTIALLY_REFUNDABLE if part of the price is due from the start', () => {
  const terms = calculateTerms(known([{ from: { kind: 'ALWAYS' }, penaltyMinor: 1 }]), BASIS);
  expect(terms).toMatchObject({ refundability: 'PARTIALLY_REFUNDABLE', freeUntilMs: null });
});

test('a cancellation is free until the arrival day ends if the policy has no penalties', () => {
  const terms = calculateTerms(known([]), BASIS);
  expect(terms).toMatchObject({
    refundability: 'REFUNDABLE',
    freeUntilMs: utc('2027-03-12T23:00:00Z'),
    windows: [{ fromMs: null, toMs: null, penaltyMinor: 0 }],
  });
});

test('a cancellation costs at least the no-show penalty once the no-show period has started', () => {
  const terms = calculateTerms(known([], 10_000), BASIS);
  expect(terms.windows).toEqual([
    { fromMs: null, toMs: utc('2027-03-12T23:00:00Z'), penaltyMinor: 0 },
    { fromMs: utc('2027-03-12T23:00:00Z'), toMs: null, penaltyMinor: 10_000 },
  ]);
  expect(terms.freeUntilMs).toBe(utc('2027-03-12T23:00:00Z'));
});

test('a no-show costs at least the cancellation penalty at that time', () => {
  const terms = calculateTerms(known([{ from: { kind: 'ALWAYS' }, penaltyMinor: 9_000 }], 100), BASIS);
  expect(terms.noShow?.penaltyMinor).toBe(9_000);
});

test('calculateTerms applies the highest of overlapping penalties, regardless of their order', () => {
  const terms = calculateTerms(
    known([
      { from: local('2027-03-10T00:00'), penaltyMinor: 5_000 },
      { from: local('2027-03-01T00:00'), penaltyMinor: 30_000 },
      { from: local('2027-03-01T00:00'), penaltyMinor: 20_000 },
    ]),
    BASIS,
  );
  expect(terms.windows.map(({ penaltyMinor }) => penaltyMinor)).toEqual([0, 30_000]);
});

test('calculateTerms returns no windows for an unknown policy', () => {
  expect(calculateTerms({ kind: 'UNKNOWN' }, BASIS)).toMatchObject({
    refundability: 'UNKNOWN',
    freeUntilMs: null,
    windows: [],
    noShow: null,
  });
});

test('calculateTerms reports the source of the deadline', () => {
  const source = (from: PenaltyStart, zone: string | null) =>
    calculateTerms(known([{ from, penaltyMinor: 1 }]), { ...BASIS, timeZone: zone }).deadlineSource;
  expect(source(instant('2027-03-10T17:00:00Z'), 'Europe/Madrid')).toBe('PROVIDER');
  expect(source(instant('2027-03-10T17:00:00Z'), null)).toBe('PROVIDER');
  expect(source(local('2027-03-10T18:00'), 'Europe/Madrid')).toBe('PROPERTY_TIMEZONE');
  expect(source(local('2027-03-10T18:00'), null)).toBe('CONSERVATIVE');
});

test.each([
  ['Pacific/Kiritimati', '2027-03-10T04:00:00Z'],
  ['Pacific/Pago_Pago', '2027-03-11T05:00:00Z'],
  ['America/St_Johns', '2027-03-10T21:30:00Z'],
  [null, '2027-03-10T04:00:00Z'],
])('calculateTerms interprets a local deadline in the time zone %s as %s', (zone, expected) => {
  const policyOfTest = known([{ from: local('2027-03-10T18:00'), penaltyMinor: 1 }]);
  expect(calculateTerms(policyOfTest, { ...BASIS, timeZone: zone }).freeUntilMs).toBe(utc(expected));
});

test('the no-show period starts at local midnight even when the clocks change', () => {
  const noShow = (checkInDate: string) =>
    calculateTerms(known([], 1), { ...BASIS, checkIn: checkInDate }).noShow?.fromMs;
  expect(noShow('2027-03-28')).toBe(utc('2027-03-28T22:00:00Z'));
  expect(noShow('2027-10-31')).toBe(utc('2027-10-31T23:00:00Z'));
});

test('calculateTerms rounds deadlines down to whole seconds', () => {
  const from = { kind: 'INSTANT', atMs: utc('2027-03-10T17:00:00.999Z') } as const;
  expect(calculateTerms(known([{ from, penaltyMinor: 1 }]), BASIS).freeUntilMs).toBe(
    utc('2027-03-10T17:00:00Z'),
  );
});

const generated = fc
  .record({
    arrival: checkIn,
    netMinor: fc.oneof(fc.constantFrom(0, 1, 2), fc.integer({ min: 1, max: 1_000_000 })),
    zone: timeZone,
    makePolicy: policyMaker,
    afterArrivalMs: fc.integer({ min: -50 * 24 * HOUR_MS, max: 5 * 24 * HOUR_MS }),
  })
  .map(({ arrival, netMinor, zone, makePolicy, afterArrivalMs }) => ({
    policy: makePolicy(arrival, netMinor),
    basis: { netMinor, timeZone: zone, checkIn: arrival } satisfies TermsBasis,
    afterArrivalMs,
  }));

test('cancellation windows are contiguous, cover all time, and have rising penalties that never exceed the price', () => {
  fc.assert(
    fc.property(generated, ({ policy: given, basis }) => {
      const { windows, refundability, freeUntilMs, noShow } = calculateTerms(given, basis);
      if (given.kind === 'UNKNOWN') {
        expect([refundability, windows]).toEqual(['UNKNOWN', []]);
        return;
      }
      expect([windows.at(0)?.fromMs, windows.at(-1)?.toMs]).toEqual([null, null]);
      for (const [i, { fromMs, toMs, penaltyMinor }] of windows.entries()) {
        expect(penaltyMinor).toBeLessThanOrEqual(basis.netMinor);
        expect(penaltyMinor).toBeGreaterThan(windows[i - 1]?.penaltyMinor ?? -1);
        if (i > 0) expect(fromMs).toBe(windows[i - 1]?.toMs);
        if (fromMs !== null && toMs !== null) expect(toMs).toBeGreaterThan(fromMs);
      }
      const first = windows[0]?.penaltyMinor as number;
      const kind = first === 0 ? 'REFUNDABLE' : 'PARTIALLY_REFUNDABLE';
      expect(refundability).toBe(first > 0 && first === basis.netMinor ? 'NON_REFUNDABLE' : kind);
      expect(freeUntilMs !== null).toBe(first === 0);
      if (windows[0]?.toMs && first === 0) expect(freeUntilMs).toBe(windows[0].toMs);
      if (noShow) expect(noShow.penaltyMinor).toBe(penaltyAt(windows, noShow.fromMs).penaltyMinor);
    }),
    { numRuns: 500 },
  );
});

test('the penalty at any time is the highest one that has started, capped at the price', () => {
  fc.assert(
    fc.property(generated, ({ policy: given, basis, afterArrivalMs }) => {
      if (given.kind === 'UNKNOWN') return;
      const atMs = utc(basis.checkIn) + afterArrivalMs;
      const { windows, noShow } = calculateTerms(given, basis);
      const begun = given.penalties.filter(({ from }) => beginMs(from, basis.timeZone) <= atMs);
      const due = begun.map(({ penaltyMinor }) => penaltyMinor);
      if (noShow && noShow.fromMs <= atMs) due.push(given.noShowMinor ?? 0);
      expect(penaltyAt(windows, atMs).penaltyMinor).toBe(Math.min(Math.max(0, ...due), basis.netMinor));
    }),
    { numRuns: 500 },
  );
});

test('an unknown time zone never gives the guest better terms than any known time zone', () => {
  fc.assert(
    fc.property(generated, timeZone, ({ policy: given, basis, afterArrivalMs }, zone) => {
      if (given.kind === 'UNKNOWN') return;
      const atMs = utc(basis.checkIn) + afterArrivalMs;
      const inZone = calculateTerms(given, { ...basis, timeZone: zone });
      const unknown = calculateTerms(given, { ...basis, timeZone: null });
      expect(penaltyAt(unknown.windows, atMs).penaltyMinor).toBeGreaterThanOrEqual(
        penaltyAt(inZone.windows, atMs).penaltyMinor,
      );
    }),
    { numRuns: 500 },
  );
});

function beginMs(from: PenaltyStart, zone: string | null): number {
  if (from.kind === 'ALWAYS') return Number.NEGATIVE_INFINITY;
  if (from.kind === 'INSTANT') return Math.floor(from.atMs / 1000) * 1000;
  return zone === null ? utc(`${from.at}Z`) - 14 * HOUR_MS : instantOf(from.at, zone);
}
