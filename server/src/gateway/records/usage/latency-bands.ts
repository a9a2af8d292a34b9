/**
 * A histogram of response times with 32 bands, the most that usage-read-store.ts adds up. Stored counts depend on the
 * bounds, so the bounds must never change. Each bound is less than twice the previous one. A percentile of more than 1
 * ms is therefore off by less than a factor of two, and rarely by more than a fifth.
 */
const BOUNDS_MS = [
  1, 1.5, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1_000, 1_500, 2_000, 3_000, 5_000,
  7_000, 10_000, 15_000, 20_000, 30_000, 50_000, 70_000, 130_000,
];

/** Counts per band, shortest first, up to the last non-empty band. */
export type LatencyCounts = number[];

export function countLatency(counts: LatencyCounts, ms: number): void {
  const band = bandOf(ms);
  while (counts.length <= band) counts.push(0);
  counts[band] = (counts[band] as number) + 1;
}

/** A binary search with about five comparisons, because this runs for every request. */
function bandOf(ms: number): number {
  let [low, high] = [0, BOUNDS_MS.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ms <= (BOUNDS_MS[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}

export function addLatencies(counts: LatencyCounts, others: readonly (number | null)[]): void {
  for (const [band, count] of others.entries()) counts[band] = (counts[band] ?? 0) + (count ?? 0);
}

/** The time within which the given share of requests was completed, with linear interpolation within a band. */
export function percentileMs(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let left = share * total;
  for (const [band, count] of counts.entries()) {
    if (count > 0 && left <= count) {
      const [from, to] = [BOUNDS_MS[band - 1] ?? 0, BOUNDS_MS[band] ?? (BOUNDS_MS.at(-1) as number)];
      return Math.round((from + ((to - from) * left) / count) * 10) / 10;
    }
    left -= count;
  }
  return BOUNDS_MS.at(-1) as number;
}
