import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failuresOf } from '../../test/failures.ts';
import { canonicalAmount, compareDecimals, minorUnits, toMinorUnits } from './amounts.ts';
import { money, nonNegativeMoney } from './money.ts';

const currency = fc.constantFrom('JPY', 'EUR', 'USD', 'KWD', 'XAF');
const whole = fc.bigInt({ min: 0n, max: 999_999_999_999_999n });

/** A canonical amount, and one of the ways in which a client may write it. */
const spelled = fc
  .tuple(currency, whole, fc.nat(999), fc.nat(3), fc.nat(2))
  .map(([code, units, part, dropped, zeros]) => {
    const decimals = minorUnits(code);
    const fraction = decimals === 0 ? '' : String(part % 10 ** decimals).padStart(decimals, '0');
    const exact = decimals === 0 ? `${units}` : `${units}.${fraction}`;
    const kept = fraction.replace(new RegExp(`0{0,${dropped}}$`), '');
    const digits = `${'0'.repeat(Math.min(zeros, 15 - String(units).length))}${units}`;
    return { code, exact, sent: kept === '' ? digits : `${digits}.${kept}` };
  });

describe('money in a request', () => {
  it('money in a request is converted to one canonical form, with or without leading and trailing zeros', () => {
    fc.assert(
      fc.property(spelled, ({ code, exact, sent }) => {
        expect(nonNegativeMoney().parse({ amount: sent, currency: code })).toEqual({
          amount: exact,
          currency: code,
        });
        expect(canonicalAmount(exact, code)).toBe(exact);
        expect(toMinorUnits({ amount: sent, currency: code })).toBe(BigInt(exact.replace('.', '')));
      }),
    );
  });

  it('money in a request is rejected if it has more decimals than its currency allows, even if they are zeros', () => {
    fc.assert(
      fc.property(currency, whole, fc.nat(9), (code, units, digit) => {
        const amount = `${units}.${'0'.repeat(minorUnits(code))}${digit}`;
        const failures = failuresOf(nonNegativeMoney(), { amount, currency: code });
        expect(failures).toContain(
          minorUnits(code) === 3 ? '/amount invalid_format' : '/amount WRONG_DECIMALS',
        );
      }),
    );
  });

  it.each(['', '.5', '5.', '-1', '+1', '1e3', '1,5', ' 1', '1_0', 'abc'])(
    'money in a request is rejected if its amount is %j',
    amount => {
      expect(failuresOf(nonNegativeMoney(), { amount, currency: 'EUR' })).toContain('/amount invalid_format');
    },
  );
});

describe('money in a response', () => {
  it.each([
    ['99', 'EUR'],
    ['99.5', 'EUR'],
    ['99.0', 'JPY'],
    ['1.50', 'KWD'],
  ])(
    'money in a response is rejected if it has the wrong number of decimals for its currency: %s %s',
    (amount, code) => {
      expect(failuresOf(money(), { amount, currency: code })).toEqual(['/amount WRONG_DECIMALS']);
    },
  );
});

it.each([
  ['1', '1.00', 0],
  ['007', '7', 0],
  ['9', '10', -1],
  ['10.1', '10.09', 1],
  ['0.1', '0.10000000000000000001', -1],
  ['9007199254740993', '9007199254740992', 1],
])('compareDecimals compares %s and %s exactly', (a, b, order) => {
  expect(Math.sign(compareDecimals(a, b))).toBe(order);
});
