import fc from 'fast-check';
import { expect, it } from 'vitest';
import { spread, timesFraction } from './exact-amounts.ts';

it.each([
  [1, 1, 2, 1],
  [1, 49, 100, 0],
  [5, 1_080_000, 1_000_000, 5],
  [20_000, 1_133_700, 1_000_000, 22_674],
  [9_007_199_254_740_991, 1_000_000, 1_000_000, 9_007_199_254_740_991],
])(
  'timesFraction calculates %d × %d ÷ %d as %d, rounded half up',
  (amount, numerator, denominator, result) => {
    expect(timesFraction(amount, numerator, denominator)).toBe(result);
  },
);

it('timesFraction is exact even if the product exceeds the safe integer range', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 40), fc.nat(3_000_000), fc.integer({ min: 1, max: 1_000_000 }), (a, n, d) => {
      const exact = (BigInt(a) * BigInt(n) * 2n + BigInt(d)) / (2n * BigInt(d));
      fc.pre(exact < BigInt(Number.MAX_SAFE_INTEGER));
      expect(BigInt(timesFraction(a, n, d))).toBe(exact);
    }),
  );
});

it('spread gives the remaining units to the largest remainders, and to the first of equal remainders', () => {
  expect(spread(10, [1, 1, 1])).toEqual([4, 3, 3]);
  expect(spread(3, [100, 250, 250])).toEqual([1, 1, 1]);
  expect(spread(1, [1, 2, 2])).toEqual([0, 1, 0]);
});

it('spread ignores negative weights, and uses the first parts if all weights are zero', () => {
  expect(spread(5, [0, 0, 0], 2)).toEqual([3, 2, 0]);
  expect(spread(5, [-10, 10])).toEqual([0, 5]);
  expect(spread(5, [])).toEqual([]);
});

it('the parts of spread add up to the total, and each differs from its exact share by less than one', () => {
  const weight = fc.oneof(fc.nat(50), fc.nat(1e12));
  fc.assert(
    fc.property(fc.nat(2 ** 40), fc.array(weight, { minLength: 1, maxLength: 12 }), (total, weights) => {
      const parts = spread(total, weights);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
      const sum = weights.reduce((all, each) => all + each, 0);
      fc.pre(sum > 0);
      for (const [i, part] of parts.entries()) {
        const distance = BigInt(part) * BigInt(sum) - BigInt(total) * BigInt(weights[i] as number);
        expect(distance < BigInt(sum) && distance > -BigInt(sum)).toBe(true);
      }
    }),
  );
});
