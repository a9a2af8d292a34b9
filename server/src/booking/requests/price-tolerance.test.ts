import { expect, test } from 'vitest';
import { convertMinor } from '../../platform/money/convert-minor.ts';
import { toleranceMinor } from './price-tolerance.ts';

const eur = (amount: string) => ({ amount, currency: 'EUR' });
const quoted = { netMinor: 33_300, supplierNetMinor: 33_300 };

test.each([
  [undefined, 0],
  [{ amount: eur('5.00') }, 500],
  [{ percent: '1.5' }, 499],
  [{ percent: '100' }, 33_300],
  [{ percent: '0' }, 0],
  [{ amount: eur('5.00'), percent: '1' }, 333],
  [{ amount: eur('3.00'), percent: '50' }, 300],
])('%o allows %d of 333.00: never more, and within both bounds', (tolerance, minor) => {
  expect(toleranceMinor(tolerance, quoted)).toBe(minor);
});

test('an amount beyond all numbers is no failure', () => {
  const most = toleranceMinor({ amount: eur('999999999999999.99') }, quoted);
  expect(Number.isSafeInteger(most)).toBe(true);
  expect(most).toBeGreaterThan(quoted.netMinor);
});

test('a price of nothing may not rise', () => {
  expect(toleranceMinor({ percent: '10' }, { netMinor: 0, supplierNetMinor: 0 })).toBe(0);
});

test('what the highest accepted price comes to in the currency of the quote is within the bound, whatever was rounded', () => {
  const rates = [
    { from: 'JPY', to: 'EUR', rate: '0.006134' },
    { from: 'KWD', to: 'EUR', rate: '2.998731' },
    { from: 'EUR', to: 'JPY', rate: '163.0377' },
    { from: 'VND', to: 'EUR', rate: '0.0000337' },
  ];
  for (const exchange of rates) {
    for (
      let supplierNetMinor = 9_001;
      supplierNetMinor < 9_000_000;
      supplierNetMinor = supplierNetMinor * 3 + 7
    ) {
      // Parts were rounded one by one, so that the sum is a little off.
      for (const off of [-3, -1, 0, 1, 3]) {
        const netMinor = Math.max(1, convertMinor(supplierNetMinor, exchange) + off);
        for (const percent of ['0.1', '3', '7.77', '100']) {
          const rise = toleranceMinor({ percent }, { netMinor, supplierNetMinor, exchange });
          expect(rise).toBeGreaterThanOrEqual(0);
          if (rise === 0) continue;
          const paid = convertMinor(supplierNetMinor + rise, exchange);
          expect(paid * 100).toBeLessThanOrEqual(netMinor * (100 + Number(percent)) + 1e-6);
        }
      }
    }
  }
});
