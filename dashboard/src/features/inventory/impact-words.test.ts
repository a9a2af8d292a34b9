import { expect, it } from 'vitest';
import { largeText } from './impact-words.ts';

it.each([
  [{ nights: 19, lowest: -0.274, highest: -0.237 }, 19, 'all 19 nights up to −27.4%'],
  [{ nights: 14, lowest: 0.21, highest: 0.318 }, 27, '14 of 27 nights up to +31.8%'],
  [{ nights: 3, lowest: -0.333, highest: 0.3 }, 3, 'all 3 nights −33.3% to +30%'],
  [{ nights: 2, lowest: 0.25, highest: 0.25 }, 4, '2 of 4 nights +25%'],
  [{ nights: 1, lowest: -0.5, highest: -0.5 }, 1, '−50%'],
])('large changes are described with their nights and their range (%#)', (large, all, text) => {
  expect(largeText(large, all)).toBe(text);
});
