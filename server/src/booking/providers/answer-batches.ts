/** Asks one provider for many hotels in calls of its size, so many at a time. */
import type { Read } from '../port/outcomes.ts';
import type { SearchAnswer, SoldHotel } from '../port/supplier.ts';
import type { Provider } from '../provider.ts';
import type { Skipped } from './call-provider.ts';

export type BatchOutcome = Read<SearchAnswer> | Skipped;

/** What became of some hotels of a search at one provider. */
export interface SearchPart {
  hotels: readonly SoldHotel[];
  outcome: BatchOutcome;
  fetchedAtMs: number;
  /** Whether it was fetched for an earlier search. */
  isCached: boolean;
}

export async function answerBatches<One>(
  { supplier }: Provider,
  asked: readonly One[],
  answer: (batch: readonly One[]) => Promise<SearchPart>,
): Promise<SearchPart[]> {
  const { batchSize, maxConcurrentCalls } = supplier.searching ?? { batchSize: asked.length, maxConcurrentCalls: 1 };
  const batches: (readonly One[])[] = [];
  for (let i = 0; i < asked.length; i += batchSize) batches.push(asked.slice(i, i + batchSize));
  const parts: SearchPart[] = [];
  let next = 0;
  async function work(): Promise<void> {
    for (let batch = batches[next++]; batch !== undefined; batch = batches[next++]) {
      parts.push(await answer(batch));
    }
  }
  await Promise.all(Array.from({ length: Math.min(maxConcurrentCalls, batches.length) }, work));
  return parts;
}
