/** Splits the hotels of a search into batches of the size that the provider accepts, and runs several batches concurrently. */
import type { Read } from '../port/outcomes.ts';
import type { SearchResult, SoldHotel } from '../port/supplier.ts';
import type { Provider } from '../provider.ts';
import type { Skipped } from '../providers/call-provider.ts';
import type { PreparedResult } from './prepared-result.ts';

export type BatchOutcome = Read<SearchResult> | Skipped;

/** The outcome for some hotels of a search at one provider. */
export interface SearchPart {
  hotels: readonly SoldHotel[];
  outcome: BatchOutcome;
  fetchedAtMs: number;
  isCached: boolean;
  /** What earlier searches computed from the outcome. Only set if the outcome is cached in this process. */
  prepared?: PreparedResult | undefined;
}

export async function searchInBatches<One>(
  { supplier }: Provider,
  hotels: readonly One[],
  search: (batch: readonly One[]) => Promise<SearchPart>,
): Promise<SearchPart[]> {
  const { batchSize, maxConcurrentCalls } = supplier.searching ?? {
    batchSize: hotels.length,
    maxConcurrentCalls: 1,
  };
  const batches: (readonly One[])[] = [];
  for (let i = 0; i < hotels.length; i += batchSize) batches.push(hotels.slice(i, i + batchSize));
  const parts: SearchPart[] = [];
  let next = 0;
  async function work(): Promise<void> {
    for (let batch = batches[next++]; batch !== undefined; batch = batches[next++]) {
      parts.push(await search(batch));
    }
  }
  await Promise.all(Array.from({ length: Math.min(maxConcurrentCalls, batches.length) }, work));
  return parts;
}
