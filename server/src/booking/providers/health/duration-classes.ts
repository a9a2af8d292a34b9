/** Durations kept as classes, so that sums of minutes and processes still tell percentiles. Pure. */

/** Upper ends in milliseconds; the last class has none. What is stored depends on them: they never change. */
const CLASS_ENDS_MS = [10, 25, 50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800] as const;

export const CLASSES = CLASS_ENDS_MS.length + 1;

export function classOf(durationMs: number): number {
  const found = CLASS_ENDS_MS.findIndex(end => durationMs <= end);
  return found === -1 ? CLASSES - 1 : found;
}

/** By how far into its class it falls; never more than the longest. Null without any. */
export function percentileOf(classes: readonly number[], share: number, maxMs: number): number | null {
  const all = classes.reduce((sum, each) => sum + each, 0);
  if (all === 0) return null;
  const wanted = share * all;
  let before = 0;
  for (const [i, count] of classes.entries()) {
    if (count > 0 && before + count >= wanted) {
      const startMs = CLASS_ENDS_MS[i - 1] ?? 0;
      const endMs = Math.min(CLASS_ENDS_MS[i] ?? maxMs, maxMs);
      return Math.round(Math.min(maxMs, startMs + (endMs - startMs) * ((wanted - before) / count)));
    }
    before += count;
  }
  return maxMs;
}
