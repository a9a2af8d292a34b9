/**
 * Simulates an hour of searches in which a few destinations are popular and many are rare, and measures the cache hit
 * rate.
 */
import type { SoldHotel } from '../../server/src/booking/port/supplier.ts';
import { AvailabilityCache } from '../../server/src/booking/search/cache/availability-cache.ts';
import { NO_METRICS } from '../../server/src/booking/search/cache/cache-metrics.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { addDays } from '../../server/src/platform/time/civil-date.ts';
import { countedSupplier, soldHotel, soldResult, TODAY } from '../../server/test/cache-under-test.ts';
import { ManualClock } from '../../server/test/manual-clock.ts';

const DESTINATIONS = 1_000;
const HOTELS_EACH = 20;
const OFFERS_EACH = 12;
const SEARCHES = 36_000;
const PER_SECOND = 10;
const LONGEST_LEAD_DAYS = 180;
/** Adults in ten typical parties. */
const PARTIES = [2, 2, 2, 2, 2, 2, 2, 1, 3, 4];

export interface TraceResult {
  /** Share of the hotels searched in the second half that came from the cache. */
  hitShare: number;
  callsPerSearch: number;
}

export const TRACE_TEXT =
  `The next table shows the hit rate of hotels in the memory cache of one process. In a simulated hour, ${SEARCHES.toLocaleString('en').replace(',', ' ')} searches ` +
  `request ${HOTELS_EACH} hotels each, in ${DESTINATIONS.toLocaleString('en').replace(',', ' ')} destinations distributed by Zipf's law. Arrivals are within ${LONGEST_LEAD_DAYS} days, ` +
  `and near dates are more frequent. Stays have 1 to 7 nights and four kinds of parties, and each hotel has ${OFFERS_EACH} offers.`;

export async function runTrace(maxBytes: number): Promise<TraceResult> {
  const random = mulberry(7);
  const clock = new ManualClock(Date.parse(TODAY));
  const company = countedSupplier({ isShared: false });
  const [offer] = soldResult(['x']).hotels[0]?.offers ?? [];
  const offers = Array.from({ length: OFFERS_EACH }, () => offer as NonNullable<typeof offer>);
  let calls = 0;
  const counted = { hit: 0, stale: 0, miss: 0 };
  const metrics = {
    ...NO_METRICS,
    lookedUp: (_: string, result: keyof typeof counted) => void counted[result]++,
  };
  const cache = new AvailabilityCache({ clock, log: createLog('silent'), maxBytes, metrics });
  const answer = async (hotels: readonly SoldHotel[]) => {
    calls += 1;
    const value = { hotels: hotels.map(({ hotelId }) => ({ hotelId, offers })), unavailable: [] };
    return { kind: 'OK', value } as const;
  };
  const places = Array.from({ length: DESTINATIONS }, (_, place) =>
    Array.from({ length: HOTELS_EACH }, (_, i) => soldHotel(`htl_${place}_${i}`)),
  );
  const { signal } = new AbortController();
  for (let i = 0; i < SEARCHES; i++) {
    if (i === SEARCHES / 2) Object.assign(counted, { hit: 0, stale: 0, miss: 0 });
    clock.advance(1_000 / PER_SECOND);
    const checkIn = addDays(TODAY, 1 + Math.floor(LONGEST_LEAD_DAYS ** random()));
    await cache.search({
      provider: company.provider,
      stay: {
        checkIn,
        checkOut: addDays(checkIn, 1 + Math.floor(7 * random() ** 2)),
        occupancies: [{ adults: PARTIES[Math.floor(random() * PARTIES.length)] ?? 2, childAges: [] }],
        market: { nationality: 'ES', currency: 'EUR', language: 'en' },
      },
      hotels: places[zipf(random())] ?? [],
      deadlineMs: clock.monotonicMs() + 10_000,
      signal,
      call: answer,
      callInBackground: answer,
    });
  }
  await cache.stop();
  const found = counted.hit + counted.stale;
  return { hitShare: found / (found + counted.miss), callsPerSearch: calls / SEARCHES };
}

/** Maps a number from 0 to 1 to a rank. The n-th destination is searched about 1/n as often as the first. */
function zipf(draw: number): number {
  return Math.min(DESTINATIONS - 1, Math.floor((DESTINATIONS + 1) ** draw) - 1);
}

/** Generates the same random numbers in every run. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
