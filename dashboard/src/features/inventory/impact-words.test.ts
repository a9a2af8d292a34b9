import { expect, it } from 'vitest';
import { averageText, largeText, unknownText } from './impact-words.ts';

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
    'Averages exclude 3 nights in other months or room types that could not be loaded',
  );
});
