import { expect, test } from 'vitest';
import { soldResult } from '../../../../test/cache-under-test.ts';
import type { SearchResult } from '../../port/supplier.ts';
import { entryLifetime, QuoteDrift } from './entry-lifetime.ts';

const NOW_MS = Date.parse('2026-01-01T23:30:00Z');
const MINUTE_MS = 60_000;
const SOLD = soldResult(['htl_1']);
const SOLD_OUT: SearchResult = { hotels: [], unavailable: [{ hotelId: 'htl_1', reason: 'SOLD_OUT' }] };

const minutes = (result: SearchResult, checkIn: string, factor?: number) => {
  const lifetime = entryLifetime(result, checkIn, NOW_MS, factor);
  return lifetime && [lifetime.softMs / MINUTE_MS, lifetime.hardMs / MINUTE_MS];
};

test.each([
  ['2026-01-01', 2, 5],
  ['2026-01-02', 2, 5],
  ['2026-01-03', 5, 15],
  ['2026-01-07', 5, 15],
  ['2026-01-08', 15, 60],
  ['2026-01-30', 15, 60],
  ['2026-01-31', 60, 240],
  ['2026-03-31', 60, 240],
  ['2026-04-01', 120, 720],
  ['2027-01-01', 120, 720],
])(
  'for check-in on %s, a cache entry is fresh for %d minutes and expires after %d minutes',
  (checkIn, soft, hard) => {
    expect(minutes(SOLD, checkIn)).toEqual([soft, hard]);
  },
);

test('a "no rooms" result is cached for a quarter of the time for which offers stay fresh, and at most ten minutes', () => {
  expect(minutes(SOLD_OUT, '2026-01-01')).toEqual([0.5, 0.5]);
  expect(minutes(SOLD_OUT, '2026-01-10')).toEqual([3.75, 3.75]);
  expect(minutes({ hotels: [], unavailable: [] }, '2026-12-01')).toEqual([10, 10]);
  expect(minutes({ hotels: [{ hotelId: 'htl_1', offers: [] }], unavailable: [] }, '2026-12-01')).toEqual([
    10, 10,
  ]);
});

test('cache entries have shorter lifetimes if quotes often differ from the search', () => {
  expect(minutes(SOLD, '2026-12-01', 0.25)).toEqual([30, 180]);
  expect(minutes(SOLD_OUT, '2026-01-10', 0.5)).toEqual([1.875, 1.875]);
});

test('a cache entry expires at least five minutes before its earliest rate key does', () => {
  const ending = (ms: number): SearchResult => ({
    ...SOLD,
    hotels: SOLD.hotels.map(hotel => ({
      ...hotel,
      offers: hotel.offers.flatMap(offer => [offer, { ...offer, endsAtMs: NOW_MS + ms }]),
    })),
  });
  expect(minutes(ending(25 * MINUTE_MS), '2026-12-01')).toEqual([20, 20]);
  expect(minutes(ending(200 * MINUTE_MS), '2026-12-01')).toEqual([120, 195]);
  expect(minutes(ending(5 * MINUTE_MS), '2026-12-01')).toBeUndefined();
});

test('the expiry of tokens does not shorten the lifetime of a cache entry', () => {
  const withTokens: SearchResult = {
    ...SOLD,
    hotels: SOLD.hotels.map(hotel => ({
      ...hotel,
      offers: hotel.offers.map(offer => ({ ...offer, tokens: 't', tokensEndAtMs: NOW_MS + MINUTE_MS })),
    })),
  };
  expect(minutes(withTokens, '2026-12-01')).toEqual(minutes(SOLD, '2026-12-01'));
});

test('cache lifetimes shrink with the share of quotes that differ, down to a tenth of the normal time', () => {
  const drift = new QuoteDrift();
  for (let i = 0; i < 19; i++) drift.add('a', true);
  expect(drift.lifetimeFactor('a')).toBe(1);
  for (let i = 0; i < 1_000; i++) drift.add('a', i % 20 === 0);
  expect(drift.lifetimeFactor('a')).toBeGreaterThan(0.3);
  expect(drift.lifetimeFactor('a')).toBeLessThan(0.5);
  for (let i = 0; i < 500; i++) drift.add('a', true);
  expect(drift.lifetimeFactor('a')).toBe(0.1);
  for (let i = 0; i < 2_000; i++) drift.add('a', false);
  expect([drift.lifetimeFactor('a'), drift.lifetimeFactor('b')]).toEqual([1, 1]);
});
