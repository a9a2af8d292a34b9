import fc from 'fast-check';
import { expect, it } from 'vitest';
import { convertMinor } from './convert-minor.ts';
import { percentOf, timesDecimal } from './times-decimal.ts';

const amount = fc.oneof(fc.integer({ min: 0, max: 10_000_000 }), fc.integer({ min: 0, max: 1e13 }));
const factor = fc
  .tuple(fc.integer({ min: 0, max: 999 }), fc.stringMatching(/^\d{0,9}$/))
  .map(([whole, fraction]) => (fraction === '' ? String(whole) : `${whole}.${fraction}`));

it.each([
  [1000, '12.5', 125],
  [101, '50', 51],
  [99, '50', 50],
  [1, '49.9999', 0],
  [1, '50', 1],
  [333, '33.3333', 111],
  [4_503_599_627_370_497, '100', 4_503_599_627_370_497],
])('%d minor units times %s %% is %d, rounded half up', (minor, percent, part) => {
  expect(percentOf(minor, percent)).toBe(part);
});

it.each([
  [10_000, 'EUR', 'JPY', '161.455', 16_146],
  [16_146, 'JPY', 'EUR', '0.006193676', 10_000],
  [1_000, 'KWD', 'EUR', '2.985', 299],
  [1, 'EUR', 'KWD', '0.335', 3],
  [1, 'EUR', 'KWD', '0.35', 4],
  [100, 'EUR', 'USD', '1', 100],
])('an amount of %d minor units of %s converted to %s at %s is %d', (minor, from, to, rate, converted) => {
  expect(convertMinor(minor, { from, to, rate })).toBe(converted);
});

it('timesDecimal returns the exact product, rounded once, on the fast and the slow path', () => {
  fc.assert(
    fc.property(amount, factor, fc.integer({ min: -3, max: 3 }), (minor, text, shift) => {
      const [whole = '', fraction = ''] = text.split('.');
      // Twice the result in units of 10^-20, so that results can be compared without division.
      const scale = 10n ** 20n;
      const exact = BigInt(minor) * BigInt(whole + fraction) * 10n ** BigInt(20 - fraction.length + shift);
      fc.pre(exact < scale * BigInt(Number.MAX_SAFE_INTEGER));
      const result = BigInt(timesDecimal(minor, text, shift)) * scale;
      expect(2n * (result - exact) <= scale && 2n * (exact - result) < scale).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

it('timesDecimal treats a negative amount symmetrically to the positive one', () => {
  fc.assert(
    fc.property(amount, factor, (minor, text) => {
      fc.pre(minor * Number(text) < Number.MAX_SAFE_INTEGER / 2);
      expect(timesDecimal(-minor, text) + timesDecimal(minor, text)).toBe(0);
    }),
  );
});

it('timesDecimal preserves the order of two amounts', () => {
  fc.assert(
    fc.property(amount, amount, factor, (a, b, text) => {
      fc.pre(Math.max(a, b) * Number(text) < Number.MAX_SAFE_INTEGER / 2);
      expect(timesDecimal(Math.min(a, b), text)).toBeLessThanOrEqual(timesDecimal(Math.max(a, b), text));
    }),
  );
});

it.each(['', '-1', '1,5', '1.', '.5', '1e3', ' 1'])(
  'timesDecimal rejects %j as a factor, even when repeated',
  text => {
    expect(() => timesDecimal(1, text)).toThrow(RangeError);
    expect(() => timesDecimal(1, text)).toThrow(RangeError);
  },
);

it('timesDecimal rejects a result that would not be exact', () => {
  expect(() => timesDecimal(Number.MAX_SAFE_INTEGER, '2')).toThrow(RangeError);
  expect(() => timesDecimal(1, '1', 16)).toThrow(RangeError);
});
