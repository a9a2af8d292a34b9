import type { SearchResult } from '../../server/src/booking/port/supplier.ts';

export interface MappingCase {
  name: string;
  text: string;
  /** Parses `text` and returns its hotels with their offers, as a search does. */
  map(): Promise<SearchResult['hotels']>;
}
