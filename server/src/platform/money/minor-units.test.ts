import { money } from '@serai/contract/shared/money.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromMoney, toMoney } from './minor-units.ts';

const currency = fc.constantFrom('EUR', 'JPY', 'KWD');

it.each([
  [0, 'EUR', '0.00'],
  [-0, 'JPY', '0'],
  [-0, 'EUR', '0.00'],
  [5, 'EUR', '0.05'],
  [12_345, 'EUR', '123.45'],
  [12_345, 'JPY', '12345'],
  [12_345, 'KWD', '12.345'],
  [-7, 'KWD', '-0.007'],
  [Number.MAX_SAFE_INTEGER, 'EUR', '90071992547409.91'],
])('an amount of %d minor units of %s is formatted as %s', (minor, code, amount) => {
  expect(toMoney(minor, code)).toEqual({ amount, currency: code });
});

it('formatted amounts are valid in the API and are parsed back unchanged', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), currency, (minor, code) => {
      fc.pre(code !== 'JPY' || Math.abs(minor) < 1e15);
      const written = toMoney(minor, code);
      expect(money().safeParse(written).success).toBe(true);
      expect(fromMoney(written)).toBe(minor === 0 ? 0 : minor);
    }),
  );
});

it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('the amount %d cannot be formatted', minor => {
  expect(() => toMoney(minor, 'EUR')).toThrow(RangeError);
});

it('an amount with more digits than the API allows cannot be formatted', () => {
  expect(() => toMoney(1e15, 'JPY')).toThrow(RangeError);
});

it('amounts outside the safe integer range are rejected', () => {
  expect(fromMoney({ amount: '90071992547409.91', currency: 'EUR' })).toBe(Number.MAX_SAFE_INTEGER);
  expect(() => fromMoney({ amount: '90071992547409.92', currency: 'EUR' })).toThrow(RangeError);
});
