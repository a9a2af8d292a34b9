/** Searches own inventory. Also defines the context that all its operations share. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { latestDateOnEarth } from '../../../platform/time/civil-date.ts';
import { dateInZone } from '../../../platform/time/zoned-time.ts';
import type { Read } from '../../port/outcomes.ts';
import type { SearchRequest, SearchResult, SoldHotel, StayRequest } from '../../port/supplier.ts';
import type { InventoryCache, LoadedProperty } from './cache/inventory-cache.ts';
import { evaluateStay, type StayResult } from './stay/evaluate-stay.ts';

export interface InventoryContext {
  db: Database;
  clock: Clock;
  environment: Environment;
  cache: InventoryCache;
}

/** Returns the current date per time zone. If the time zone is unknown, uses the latest date on earth. */
export function datesNow({ clock }: InventoryContext): (timeZone: string | null) => string {
  const now = clock.nowMs();
  const dates = new Map<string | null, string>();
  return timeZone => {
    let date = dates.get(timeZone);
    if (date === undefined) {
      date = timeZone === null ? latestDateOnEarth(now) : dateInZone(now, timeZone);
      dates.set(timeZone, date);
    }
    return date;
  };
}

/** Returns the offers of a property. `mix` is described in StayQuery. */
export function offersOn(
  today: string,
  hotel: SoldHotel,
  { property, cells }: LoadedProperty,
  stay: StayRequest,
  mix?: readonly string[],
): StayResult {
  return evaluateStay({ property, cells, hotel, stay, today, mix });
}

/**
 * Searches the cache after checking that it is up to date. Returns UNSUPPORTED if none of the hotels has own inventory.
 */
export async function searchStay(
  context: InventoryContext,
  request: SearchRequest,
): Promise<Read<SearchResult>> {
  const loaded = await context.cache.load(
    request.hotels.map(({ hotelId }) => hotelId),
    request,
  );
  if (loaded.size === 0) return { kind: 'UNSUPPORTED' };
  const today = datesNow(context);
  const hotels: SearchResult['hotels'][number][] = [];
  const unavailable: SearchResult['unavailable'][number][] = [];
  for (const hotel of request.hotels) {
    const one = loaded.get(hotel.hotelId);
    if (one === undefined) continue;
    const { hotelId } = hotel;
    const result = offersOn(today(hotel.timeZone), hotel, one, request);
    if ('reason' in result) unavailable.push({ hotelId, reason: result.reason });
    else hotels.push({ hotelId, offers: result.offers });
  }
  return { kind: 'OK', value: { hotels, unavailable } };
}
