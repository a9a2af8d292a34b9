/**
 * Measures the duration of searches. The fastest of several rounds counts, because other activity on the machine
 * slows rounds down.
 */
import type { PlaceIndex } from '../../server/src/content/places/search-index/place-index.ts';

export const ROUNDS = 2;

/** Returns the duration per query in milliseconds. */
export function measureSearch(
  index: PlaceIndex,
  queries: readonly { query: string; language?: string | undefined }[],
): Float64Array {
  const took = new Float64Array(queries.length).fill(Number.POSITIVE_INFINITY);
  for (const { query } of queries.slice(0, 2_000)) index.search({ query, limit: 10 });
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, { query, language }] of queries.entries()) {
      const startMs = performance.now();
      index.search({ query, language, limit: 10 });
      took[i] = Math.min(took[i] as number, performance.now() - startMs);
    }
  }
  return took;
}

export function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
