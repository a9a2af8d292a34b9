import { CURRENCIES } from '@serai/contract/shared/iso-code-sets.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rateIn, SANDBOX_RATES } from './rate-table.ts';

const table = {
  asOfMs: 7,
  perBase: new Map([
    ['EUR', '1'],
    ['USD', '1.25'],
    ['JPY', '160'],
    ['GBP', '0.75'],
    ['AAA', '0.000000000001'],
    ['BBB', '999999999999.999999999999'],
  ]),
};
const rate = (from: string, to: string) => rateIn(table, from, to)?.rate;

it('rateIn returns the rate in the table for the base currency, and an exact cross rate for other currencies', () => {
  expect(rate('EUR', 'JPY')).toBe('160');
  expect(rate('USD', 'EUR')).toBe('0.8');
  expect(rate('USD', 'JPY')).toBe('128');
  expect(rate('JPY', 'USD')).toBe('0.0078125');
  expect(rateIn(table, 'EUR', 'USD')).toEqual({ rate: '1.25', asOfMs: 7 });
});

it('rateIn rounds a cross rate half up at the twelfth decimal place', () => {
  expect(rate('GBP', 'EUR')).toBe('1.333333333333');
  expect(rate('GBP', 'USD')).toBe('1.666666666667');
  expect(rate('EUR', 'AAA')).toBe('0.000000000001');
});

it('rateIn returns undefined if a currency is missing or the rate rounds to zero', () => {
  expect(rate('EUR', 'XXX')).toBeUndefined();
  expect(rate('XXX', 'EUR')).toBeUndefined();
  expect(rate('BBB', 'AAA')).toBeUndefined();
});

it('rateIn returns 1 for the same currency, even if the table has no rate for it', () => {
  expect(rate('XXX', 'XXX')).toBe('1');
});

it('a cross rate is never off by more than half a unit in the last decimal place', () => {
  const decimal = fc
    .tuple(fc.bigInt(1n, 10n ** 9n), fc.integer({ min: 0, max: 9 }))
    .map(([digits, places]) => {
      const text = digits.toString().padStart(places + 1, '0');
      return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
    });
  const scaled = (text: string) => {
    const [whole = '', fraction = ''] = text.split('.');
    return BigInt(whole + fraction.padEnd(12, '0'));
  };
  fc.assert(
    fc.property(decimal, decimal, (a, b) => {
      const perBase = new Map([
        ['A', a],
        ['B', b],
      ]);
      const found = rateIn({ asOfMs: 0, perBase }, 'A', 'B')?.rate ?? '0';
      expect(found).toMatch(/^(0|[1-9]\d*)(\.\d{0,11}[1-9])?$/);
      const error = scaled(found) * scaled(a) - scaled(b) * 10n ** 12n;
      expect((error < 0n ? -error : error) * 2n).toBeLessThanOrEqual(scaled(a));
    }),
  );
});

it('the sandbox has exchange rates between all its currencies, and all of them are known currencies', () => {
  const currencies = [...SANDBOX_RATES.perBase.keys()];
  expect(currencies).toHaveLength(28);
  for (const from of currencies) {
    expect(CURRENCIES.has(from)).toBe(true);
    for (const to of currencies) expect(rateIn(SANDBOX_RATES, from, to)).toBeDefined();
  }
});
