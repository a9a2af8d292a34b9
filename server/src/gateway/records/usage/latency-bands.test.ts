import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addLatencies, countLatency, type LatencyCounts, percentileMs } from './latency-bands.ts';

function countsOf(durations: readonly number[]): LatencyCounts {
  const counts: LatencyCounts = [];
  for (const ms of durations) countLatency(counts, ms);
  return counts;
}

describe('percentiles of the histogram', () => {
  test('percentiles from the histogram are within a factor of two of the exact values from 1 ms to 130 s', () => {
    const durations = fc.array(fc.double({ min: 1, max: 130_000, noNaN: true }), { minLength: 1 });
    fc.assert(
      fc.property(durations, fc.constantFrom(0.5, 0.95), (list, share) => {
        const sorted = list.toSorted((a, b) => a - b);
        const exact = sorted[Math.ceil(share * sorted.length) - 1] as number;
        const reckoned = percentileMs(countsOf(list), share) as number;
        expect(reckoned).toBeLessThanOrEqual(exact * 1.86);
        expect(reckoned).toBeGreaterThanOrEqual(exact / 1.86);
      }),
    );
  });

  test('percentiles are interpolated within a band', () => {
    const counts = countsOf(Array.from({ length: 100 }, () => 60));
    expect(percentileMs(counts, 0.5)).toBe(60);
    expect(percentileMs(counts, 0.95)).toBe(69);
  });

  test('a percentile is null if there are no requests, and is capped at the last bound', () => {
    expect(percentileMs([], 0.5)).toBeNull();
    expect(percentileMs([0, 0], 0.5)).toBeNull();
    expect(percentileMs(countsOf([500_000]), 0.95)).toBe(130_000);
  });

  test('adding a histogram to another gives the histogram of all their requests', () => {
    const [short, long] = [countsOf([0.2, 3]), countsOf([3, 900])];
    addLatencies(short, long);
    expect(short).toEqual(countsOf([0.2, 3, 3, 900]));
  });
});
