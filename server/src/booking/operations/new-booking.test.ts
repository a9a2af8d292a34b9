import { expect, test } from 'vitest';
import { convertMinor } from '../../platform/money/convert-minor.ts';
import { toleranceMinor } from './new-booking.ts';

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
])('a tolerance of %o allows a rise of %d minor units for a price of 333.00', (tolerance, minor) => {
  expect(toleranceMinor(tolerance, quoted)).toBe(minor);
});

test('the tolerance stays a safe integer for a huge tolerance amount', () => {
  const most = toleranceMinor({ amount: eur('999999999999999.99') }, quoted);
  expect(Number.isSafeInteger(most)).toBe(true);
  expect(most).toBeGreaterThan(quoted.netMinor);
});

test('a percentage tolerance allows no rise for a price of zero', () => {
  expect(toleranceMinor({ percent: '10' }, { netMinor: 0, supplierNetMinor: 0 })).toBe(0);
});

test('the highest accepted price stays within the tolerance after conversion and rounding', () => {
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
      // Amounts are rounded separately, so the sum can be off by a few units.
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
