/** What a provider said of one hotel and stay, as it is kept for the next who asks. Never changed once it is made. */
import type { SearchResult } from '../../port/supplier.ts';

export interface KeptAnswer {
  /** Of this hotel alone: its offers, or why it has none, or nothing where it is not sold. */
  answer: SearchResult;
  /** When the provider answered, by the calendar. */
  fetchedAtMs: number;
  /** Since then: shown without asking again, and shown at all. */
  softMs: number;
  hardMs: number;
  /** That of the hotel before the provider was asked. */
  generation: string;
}

/** An answer to a question about several hotels, as answers about each. */
export function answersByHotel(answer: SearchResult, hotelIds: Iterable<string>): Map<string, SearchResult> {
  const each = new Map<string, { hotels: Sold[]; unavailable: Unsold[] }>();
  for (const hotelId of hotelIds) each.set(hotelId, { hotels: [], unavailable: [] });
  for (const sold of answer.hotels) each.get(sold.hotelId)?.hotels.push(sold);
  for (const unsold of answer.unavailable) each.get(unsold.hotelId)?.unavailable.push(unsold);
  return each;
}

type Sold = SearchResult['hotels'][number];
type Unsold = SearchResult['unavailable'][number];
