/** One supplier's response to a search, and the adapter that reads it. */
import type { SearchResult } from '../../server/src/booking/port/supplier.ts';

export interface MappingCase {
  name: string;
  /** The response as it arrives. */
  text: string;
  /** Parses the text and returns the offers, as a search does. */
  map(): Promise<SearchResult['hotels']>;
}
