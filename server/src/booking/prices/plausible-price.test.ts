import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgePrice, type Median, medianOf, typicalPrice } from './plausible-price.ts';

const judge = (price: number, others: number[], recent: number | null = null) => {
  const median = medianOf({ others, recent });
  return median === undefined ? 'not compared' : judgePrice(price, median);
};

describe('a price', () => {
  test.each([
    [50_000, undefined],
    [50_001, 'above'],
    [2_000, undefined],
    [1_999, 'below'],
    [0, 'below'],
  ])('the verdict on a price of %d is %s if the median is 10,000', (price, verdict) => {
    expect(judge(price, [9_000, 10_000, 11_000])).toBe(verdict);
  });

  test('a price is not compared with a single other supplier, because either of the two may be wrong', () => {
    expect(judge(100_000, [100])).toBe('not compared');
    expect(judge(100_000, [])).toBe('not compared');
  });

  test('a price that is compared with two other suppliers is implausible only if it is far from both', () => {
    expect(judge(100_000, [10_000, 11_000])).toBe('above');
    expect(judge(10_000, [11_000, 100_000])).toBeUndefined();
    expect(judge(100_000, [10_000, 100_000])).toBeUndefined();
  });

  test('a price is compared with the supplier’s own recent prices if no other supplier sells the hotel', () => {
    expect(judge(60_000, [], 10_000)).toBe('above');
    expect(judge(1_000, [], 10_000)).toBe('below');
  });

  test('a price is plausible if all suppliers have raised their prices, whatever it was recently', () => {
    expect(judge(60_000, [58_000], 10_000)).toBeUndefined();
    expect(judge(60_000, [58_000, 61_000], 10_000)).toBeUndefined();
  });

  test('a price is not compared with prices of zero', () => {
    expect(judge(10_000, [0, 0])).toBe('not compared');
    expect(judge(10_000, [0, 9_000, 11_000])).toBeUndefined();
  });
});

test('prices of a few minor units are judged like all others', () => {
  expect(judge(5, [1, 1])).toBeUndefined();
  expect(judge(6, [1, 1])).toBe('above');
  expect(judge(1, [5, 5])).toBeUndefined();
  expect(judge(1, [6, 6])).toBe('below');
});

test('the lower median and five times the upper median are plausible prices, and a price above the latter is not', () => {
  const prices = fc.array(fc.integer({ min: 1, max: 1e12 }), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(prices, others => {
      const { lower, upper } = medianOf({ others, recent: null }) as Median;
      expect(lower).toBeLessThanOrEqual(upper);
      expect(judgePrice(lower, { lower, upper })).toBeUndefined();
      expect(judgePrice(upper * 5, { lower, upper })).toBeUndefined();
      expect(judgePrice(upper * 5 + 1, { lower, upper })).toBe('above');
    }),
  );
});

test('the typical price of a supplier is the median of its offers, so a few suites do not change it', () => {
  expect(typicalPrice([100])).toBe(100);
  expect(typicalPrice([100, 900])).toBe(100);
  expect(typicalPrice([9_000, 110, 100])).toBe(110);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 40 }), prices => {
      const sorted = prices.toSorted((a, b) => a - b);
      expect(typicalPrice([...prices])).toBe(sorted[(prices.length - 1) >> 1]);
    }),
    { numRuns: 1_000 },
  );
});
