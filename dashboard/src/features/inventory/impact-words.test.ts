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

const NONE = { plans: 0, rooms: 0 };

it('changed prices, first prices and removed prices are counted separately, and so are nights that close or open', () => {
  const texts = (changed: number, derived: number, first: number, removed: number) =>
    impactTexts({ nights: 0, prices: { changed, derived, first, removed }, closed: NONE, opened: NONE });
  expect(texts(37, 8, 0, 0)).toEqual(['37 prices change, 8 of them derived']);
  expect(texts(1, 1, 48, 1)).toEqual([
    '1 price changes, derived',
    '48 prices are set for the first time',
    '1 price is removed',
  ]);
  expect(texts(2, 2, 1, 2)).toEqual([
    '2 prices change, all of them derived',
    '1 price is set for the first time',
    '2 prices are removed',
  ]);
  const prices = { changed: 0, derived: 0, first: 0, removed: 0 };
  expect(
    impactTexts({ nights: 17, prices, closed: { plans: 2, rooms: 1 }, opened: { plans: 1, rooms: 0 } }),
  ).toEqual([
    '17 nights change',
    '2 rate plan nights close',
    '1 room type night closes',
    '1 rate plan night opens',
  ]);
});
