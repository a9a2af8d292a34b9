import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readMinor } from './exact-amount.ts';

test('an amount in JSON is read exactly if it has at most 15 digits, as a number or as a string', () => {
  fc.assert(
    fc.property(
      fc.maxSafeNat().filter(minor => minor < 1e15),
      fc.constantFrom(['EUR', 2] as const, ['JPY', 0] as const, ['KWD', 3] as const),
      fc.boolean(),
      (minor, [currency, decimals], isNegative) => {
        const digits = String(minor).padStart(decimals + 1, '0');
        const whole = digits.slice(0, digits.length - decimals);
        const text = `${isNegative ? '-' : ''}${decimals === 0 ? digits : `${whole}.${digits.slice(-decimals)}`}`;
        const expected = isNegative && minor > 0 ? -minor : minor;
        expect(readMinor(JSON.parse(text), currency)).toBe(expected);
        expect(readMinor(text, currency)).toBe(expected);
      },
    ),
    { numRuns: 2_000 },
  );
});

test.each([
  [1020.2, 'USD', 102_020],
  ['899.23', 'GBP', 89_923],
  ['899.230', 'GBP', 89_923],
  [0.1, 'EUR', 10],
  [-526.75, 'USD', -52_675],
  [0, 'EUR', 0],
  [-0, 'EUR', 0],
])('the amount %j %s is read as %j minor units', (value, currency, minor) => {
  expect(readMinor(value, currency)).toBe(minor);
});

test.each([
  [1e21],
  [1e-7],
  ['12.345'],
  [12.345],
  ['1,020.20'],
  [''],
  [' 1'],
  [null],
  [{ amount: 1 }],
  ['9999999999999999'],
])('%j is not accepted as an exact amount in EUR', value => {
  expect(readMinor(value, 'EUR')).toBeUndefined();
});

test.each([
  [12.345, 'EUR', 1235],
  ['12.3449999', 'EUR', 1234],
  [105.24999999999999, 'EUR', 10_525],
  [105.24499999999999, 'EUR', 10_524],
  ['-12.345', 'EUR', -1235],
  [99.5, 'JPY', 100],
  ['0.004', 'EUR', 0],
])('the amount %j %s is rounded half up to %j minor units', (value, currency, minor) => {
  expect(readMinor(value, currency, 'HALF_UP')).toBe(minor);
});
