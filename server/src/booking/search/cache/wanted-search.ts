/** What a search wants of one provider. */
import type { SoldHotel, StayRequest } from '../../port/supplier.ts';
import type { Provider } from '../../provider.ts';
import type { BatchOutcome } from '../search-in-batches.ts';
import type { SharedKey } from './shared-entries.ts';

export interface WantedSearch {
  provider: Provider;
  stay: StayRequest;
  hotels: readonly SoldHotel[];
  /** On `clock.monotonicMs`. Nobody waits longer. */
  deadlineMs: number;
  signal: AbortSignal;
  /** One call within the time of the search. */
  ask(hotels: readonly SoldHotel[]): Promise<BatchOutcome>;
  /** One call that no request waits for. */
  askLater(hotels: readonly SoldHotel[], signal: AbortSignal): Promise<BatchOutcome>;
}

/** One hotel of it. */
export interface Wanted extends SharedKey {
  hotel: SoldHotel;
  /** The generation that was read before anybody is asked; undefined where nobody knows it. */
  seen: string | undefined;
}
