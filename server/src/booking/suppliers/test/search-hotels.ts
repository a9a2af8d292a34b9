/** Answers a search: pure sums, and the scenarios that fail or wait. */
import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import type { Call } from '../../port/call.ts';
import type { Read } from '../../port/outcomes.ts';
import type { SearchResult, SearchRequest } from '../../port/supplier.ts';
import { saleScenario, searchScenario } from './acting-scenario.ts';
import { waitWithin } from './before-deadline.ts';
import { type Place, type Said, say, silence } from './said.ts';
import { offersOf } from './sale/offers-of.ts';
import { rangeOf, sellsHotel, type TestProviderCode } from './sale/provider-range.ts';

const TIMED_OUT: Read<never> = { kind: 'FAILED', cause: 'TIMEOUT' };
/** The one that `avail.partial` silences. */
const SILENT_PROVIDER: TestProviderCode = 'test-2';
/** Below the limit of a search. */
const SLOW_MS = 2_000;
/** Copies of the products of a room, over all hotels on which `avail.huge` acts. */
const MOST_COPIES = 240;

export async function searchHotels(
  place: Place,
  call: Call,
  request: SearchRequest,
): Promise<Said<Read<SearchResult>>> {
  const scenario = searchScenario(call.scenario, request.hotels);
  if (isSilenced(place.code, scenario)) {
    await waitWithin(place.clock, call);
    return silence(TIMED_OUT);
  }
  if (scenario === 'avail.all_error')
    return say({ kind: 'FAILED', cause: 'SERVER' }, { text: 'Server error' });
  if (scenario === 'avail.none') return say({ kind: 'NONE', reason: 'SOLD_OUT' });
  if (scenario === 'avail.slow') {
    // Timers may ring a moment early, so that the end of the call alone does not tell.
    const isTooSlow = call.deadlineMs - place.clock.monotonicMs() <= SLOW_MS;
    await waitWithin(place.clock, call, SLOW_MS);
    if (isTooSlow || call.signal.aborted) return silence(TIMED_OUT);
  }
  return say({ kind: 'OK', value: answerOf(place.code, call.scenario, request) });
}

function isSilenced(code: TestProviderCode, scenario: ScenarioName | undefined): boolean {
  return scenario === 'avail.all_timeout' || (scenario === 'avail.partial' && code === SILENT_PROVIDER);
}

function answerOf(
  code: TestProviderCode,
  forced: ScenarioName | undefined,
  request: SearchRequest,
): SearchResult {
  const hotels: SearchResult['hotels'][number][] = [];
  const unavailable: SearchResult['unavailable'][number][] = [];
  const rooms = request.hotels.reduce((sum, hotel) => sum + hotel.rooms.length, 0);
  const copies = Math.max(1, Math.floor(MOST_COPIES / rooms));
  for (const hotel of request.hotels) {
    const scenario = saleScenario(forced, hotel.hotelId);
    const range = rangeOf(code, hotel, scenario !== undefined);
    if (!sellsHotel(range)) continue;
    const offers = offersOf(range, hotel, request, { scenario, copies });
    const { hotelId } = hotel;
    if (typeof offers === 'string') unavailable.push({ hotelId, reason: offers });
    else hotels.push({ hotelId, offers });
  }
  return { hotels, unavailable };
}
