import { expect, it } from 'vitest';
import { inThousands, shortMarks, splitAmount, widestInEms, widthInEms } from './cell-text.ts';

it('only amounts with decimals are split, in currencies with two or three of them', () => {
  expect(['106.20', '35.250', '18400', '3/8', '–'].map(splitAmount)).toEqual([
    ...[
      ['106', '20'],
      ['35', '250'],
      ['18400', ''],
    ],
    ...[
      ['3/8', ''],
      ['–', ''],
    ],
  ]);
});

it('decimals need less room than whole units, and the widest text of a row decides', () => {
  expect(widthInEms('106.20')).toBeLessThan(widthInEms('10620'));
  expect(widestInEms(['118', '18400', '35.250'])).toBe(widthInEms('18400'));
  expect(widestInEms([])).toBeGreaterThan(0);
});

it('only amounts of whole thousands are shortened, because every digit of a price counts', () => {
  expect(['2450000', '2450500', '18000', '18400', '3/8'].map(inThousands)).toEqual([
    ...['2450k', '2450500', '18000', '18400', '3/8'],
  ]);
});

it('marks that do not fit below the price end with an ellipsis', () => {
  expect(['✕', '✕ ≥2', 'A D ≥2t ≤5', '<90d'].map(shortMarks)).toEqual(['✕', '✕ ≥2', 'A …', '<90d']);
});
