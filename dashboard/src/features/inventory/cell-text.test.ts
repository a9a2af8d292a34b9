import { expect, it } from 'vitest';
import {
  compactAmount,
  DAY_EMS,
  roundedAmount,
  shortAmount,
  shortMarks,
  widestInEms,
  widthInEms,
} from './cell-text.ts';

it('a price in the grid is rounded to whole units or three digits', () => {
  const prices = ['118.00', '106.20', '111.51', '89.10', '99.96', '35.250', '7.50', '11.25', '18400', null];
  expect(prices.map(roundedAmount)).toEqual([
    ...['118', '106', '112', '89.1', '100', '35.3', '7.50', '11.3', '18400', '–'],
  ]);
});

it('prices of six and more digits are written in thousands or millions', () => {
  expect(['99999', '118500', '2450000', '2450500', '12450000'].map(roundedAmount)).toEqual([
    ...['99999', '119k', '2450k', '2451k', '12.4M'],
  ]);
  expect(['9999499', '9999500', '9999600'].map(roundedAmount)).toEqual(['9999k', '10M', '10M']);
});

it('figures of a night have at most four characters', () => {
  const amounts = ['0.00', '318.60', '9999.40', '12400.00', '999400', '999600', '1240000', '12400000'];
  const texts = amounts.map(compactAmount);
  expect(texts).toEqual(['0', '319', '9999', '12k', '999k', '1M', '1.2M', '12M']);
  expect(Math.max(...texts.map(({ length }) => length))).toBe(4);
});

it('the widest text of a row decides, and a decimal point needs less room than a digit', () => {
  expect(widthInEms('35.3')).toBeLessThan(widthInEms('3530'));
  expect(widestInEms(['118', '18400', '35.3'])).toBe(widthInEms('18400'));
  expect(widestInEms([])).toBeGreaterThan(0);
});

it('an exact price with cents fits into a day of a week up to 99.99', () => {
  expect(widthInEms(shortAmount('99.99'))).toBeLessThanOrEqual(DAY_EMS);
  expect(widthInEms(shortAmount('106.20'))).toBeGreaterThan(DAY_EMS);
});

it('marks that do not fit below the price are shortened to the first one and the number of others', () => {
  expect(['✕', '✕ ≥2', 'A D ≥2t ≤5', '≥2 ≤5', '<365'].map(marks => shortMarks(marks))).toEqual([
    ...['✕', '✕ ≥2', 'A +3', '≥2…', '<365'],
  ]);
  expect(['≥2 ≤5', 'A D ≥2t ≤5'].map(marks => shortMarks(marks, DAY_EMS))).toEqual(['≥2 ≤5', 'A +3']);
});
