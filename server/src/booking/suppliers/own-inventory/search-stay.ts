/** Answers a search from memory, once it is known to be as new as the tables. UNSUPPORTED where none of the hotels is ours. */
import type { Read } from '../../port/outcomes.ts';
import type { SearchResult, SearchRequest } from '../../port/supplier.ts';
import { datesNow, type OwnPlace, offersOn } from './own-place.ts';

export async function searchStay(place: OwnPlace, request: SearchRequest): Promise<Read<SearchResult>> {
  const loaded = await place.memory.load(
    request.hotels.map(({ hotelId }) => hotelId),
    request,
  );
  if (loaded.size === 0) return { kind: 'UNSUPPORTED' };
  const today = datesNow(place);
  const hotels: SearchResult['hotels'][number][] = [];
  const unavailable: SearchResult['unavailable'][number][] = [];
  for (const hotel of request.hotels) {
    const one = loaded.get(hotel.hotelId);
    if (one === undefined) continue;
    const { hotelId } = hotel;
    const answer = offersOn(today(hotel.timeZone), hotel, one, request);
    if ('reason' in answer) unavailable.push({ hotelId, reason: answer.reason });
    else hotels.push({ hotelId, offers: answer.offers });
  }
  return { kind: 'OK', value: { hotels, unavailable } };
}
