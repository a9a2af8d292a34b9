import { expect, it } from 'vitest';
import { averageText, impactTexts, largeText, unknownText } from './impact-words.ts';

it.each([
  [{ nights: 19, lowest: -0.274, highest: -0.237 }, 19, 'All 19 nights: up to −27.4%'],
  [{ nights: 14, lowest: 0.21, highest: 0.318 }, 27, '14 of 27 nights: up to +31.8%'],
  [{ nights: 3, lowest: -0.333, highest: 0.3 }, 3, 'All 3 nights: −33.3% to +30%'],
  [{ nights: 2, lowest: 0.25, highest: 0.25 }, 4, '2 of 4 nights: +25%'],
  [{ nights: 1, lowest: -0.5, highest: -0.5 }, 1, '−50%'],
])('large changes are described with their nights and their range (%#)', (large, all, text) => {
  expect(largeText(large, all)).toBe(text);
});

it('the average names its nights, unless the large changes do', () => {
  const large = { nights: 1, lowest: 0.3, highest: 0.3 };
  expect(averageText({ nights: 5, share: 0.056, large: undefined })).toBe('5 nights, +5.6% on average');
  expect(averageText({ nights: 5, share: -0.1, large })).toBe('−10% on average');
  expect(averageText({ nights: 1, share: 0.1, large: undefined })).toBe('1 night, +10%');
  expect(averageText({ nights: 1, share: 0.3, large })).toBe('1 night');
});

it('nights that are not part of the averages are named while they are read, and if reading fails', () => {
  expect(unknownText(1, true)).toBe('Loading 1 night in other months or room types…');
  expect(unknownText(3, false)).toBe(
    'Prices exclude 3 nights in other months or room types that could not be loaded',
  );
});

const counts = { changed: 0, derived: 0, first: 0, removed: 0, nights: 0 };
const quiet = { nights: 0, prices: counts, closed: [], opened: [] };
const texts = (prices: Partial<typeof counts>) => impactTexts({ ...quiet, prices: { ...counts, ...prices } });

it('the numbers of edited, derived, first and removed prices add up to the prices that change', () => {
  expect(texts({ changed: 37, derived: 8, nights: 16 })).toEqual([
    '37 prices change on 16 nights: 29 edited, 8 derived.',
  ]);
  expect(texts({ changed: 46, first: 48, removed: 1, nights: 47 })).toEqual([
    '95 prices change on 47 nights: 46 edited, 48 set for the first time, 1 removed.',
  ]);
  expect(texts({ changed: 1, derived: 1, nights: 1 })).toEqual(['1 price changes on 1 night: derived.']);
});

it('the nights on which sales stop or start are named with the rate plans or the room type', () => {
  const sale = (plan: string | undefined, ...nights: string[]) => ({ room: 'Double', plan, nights });
  const both = [sale('Flexible', '2027-01-21'), sale('Saver', '2027-01-21')];
  expect(impactTexts({ ...quiet, closed: both }, '2027')).toEqual([
    'Sales stop on 21 Jan for Flexible and Saver (Double).',
  ]);
  expect(impactTexts({ ...quiet, closed: [sale(undefined, '2027-01-21'), ...both] }, '2027')).toEqual([
    'Sales stop on 21 Jan for Double.',
  ]);
  const days = ['01', '03', '06', '10', '15'].map(day => `2027-01-${day}`);
  expect(impactTexts({ ...quiet, opened: [sale('Flexible', ...days)] }, '2027')).toEqual([
    'Sales start on 5 nights for Flexible (Double).',
  ]);
  expect(impactTexts({ ...quiet, nights: 3 })).toEqual(['3 nights change.']);
});
