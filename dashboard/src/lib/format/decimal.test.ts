import { expect, test } from 'vitest';
import { fromMinor, sumDecimals, toMinor } from './decimal.ts';

test('amounts are added without rounding, with the most decimals of all', () => {
  expect(sumDecimals(['0.1', '0.2'])).toBe('0.3');
  expect(sumDecimals(['9007199254740993.01', '1', '0.005'])).toBe('9007199254740994.015');
  expect(sumDecimals(['12000', '500'])).toBe('12500');
  expect(sumDecimals([])).toBe('0');
});

test('negative amounts keep their sign', () => {
  expect(sumDecimals(['-1.00', '0.50'])).toBe('-0.50');
  expect(fromMinor(toMinor('-0.05', 2), 2)).toBe('-0.05');
});
