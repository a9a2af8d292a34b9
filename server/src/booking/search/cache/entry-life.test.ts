import { expect, test } from 'vitest';
import { soldAnswer } from '../../../../test/cache-under-test.ts';
import type { SearchResult } from '../../port/supplier.ts';
import { entryLife } from './entry-life.ts';

const NOW_MS = Date.parse('2026-01-01T23:30:00Z');
const MINUTE_MS = 60_000;
const SOLD = soldAnswer(['htl_1']);
const SOLD_OUT: SearchResult = { hotels: [], unavailable: [{ hotelId: 'htl_1', reason: 'SOLD_OUT' }] };

const minutes = (answer: SearchResult, checkIn: string, shrink?: number) => {
  const life = entryLife(answer, checkIn, NOW_MS, shrink);
  return life && [life.softMs / MINUTE_MS, life.hardMs / MINUTE_MS];
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
])('for an arrival on %s an answer is fresh for %d minutes and gone after %d', (checkIn, soft, hard) => {
  expect(minutes(SOLD, checkIn)).toEqual([soft, hard]);
});

test('that there is nothing is believed for a quarter of the time, and ten minutes at most', () => {
  expect(minutes(SOLD_OUT, '2026-01-01')).toEqual([0.5, 0.5]);
  expect(minutes(SOLD_OUT, '2026-01-10')).toEqual([3.75, 3.75]);
  expect(minutes({ hotels: [], unavailable: [] }, '2026-12-01')).toEqual([10, 10]);
  expect(minutes({ hotels: [{ hotelId: 'htl_1', offers: [] }], unavailable: [] }, '2026-12-01')).toEqual([
    10, 10,
  ]);
});

test('where quotes often differ, lives are shorter', () => {
  expect(minutes(SOLD, '2026-12-01', 0.25)).toEqual([30, 180]);
  expect(minutes(SOLD_OUT, '2026-01-10', 0.5)).toEqual([1.875, 1.875]);
});

test('an answer is gone five minutes before the first of its rate keys ends', () => {
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
