/** Runs a search: generates the offers and simulates failures and delays of scenarios. */
import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import type { Call } from '../../port/call.ts';
import type { Read } from '../../port/outcomes.ts';
import type { SearchRequest, SearchResult } from '../../port/supplier.ts';
import { saleScenario, searchScenario } from './active-scenario.ts';
import { noReply, type Reply, reply, type TestProvider, waitWithin } from './reply.ts';
import { generateOffers } from './sale/generate-offers.ts';
import { rangeOf, sellsHotel, type TestProviderCode } from './sale/provider-range.ts';

const TIMED_OUT: Read<never> = { kind: 'FAILED', cause: 'TIMEOUT' };
/** The provider that times out in `avail.partial`. */
const TIMED_OUT_PROVIDER: TestProviderCode = 'test-2';
/** Below the time limit of a search. */
const SLOW_MS = 2_000;
/**
 * In `avail.huge`, the number of copies of each product is at most this number divided by the number of rooms in all
 * hotels of the search.
 */
const MAX_COPIES = 240;

export async function searchHotels(
  provider: TestProvider,
  call: Call,
  request: SearchRequest,
): Promise<Reply<Read<SearchResult>>> {
  const scenario = searchScenario(call.scenario, request.hotels);
  if (timesOut(provider.code, scenario)) {
    await waitWithin(provider.clock, call);
    return noReply(TIMED_OUT);
  }
  if (scenario === 'avail.all_error')
    return reply({ kind: 'FAILED', cause: 'SERVER' }, { text: 'Server error' });
  if (scenario === 'avail.none') return reply({ kind: 'NONE', reason: 'SOLD_OUT' });
  if (scenario === 'avail.slow') {
    // Timers may fire slightly early, so comparing with the deadline afterwards is not reliable.
    const isTooSlow = call.deadlineMs - provider.clock.monotonicMs() <= SLOW_MS;
    await waitWithin(provider.clock, call, SLOW_MS);
    if (isTooSlow || call.signal.aborted) return noReply(TIMED_OUT);
  }
  return reply({ kind: 'OK', value: resultOf(provider.code, call.scenario, request) });
}

function timesOut(code: TestProviderCode, scenario: ScenarioName | undefined): boolean {
  return scenario === 'avail.all_timeout' || (scenario === 'avail.partial' && code === TIMED_OUT_PROVIDER);
}

function resultOf(
  code: TestProviderCode,
  forced: ScenarioName | undefined,
  request: SearchRequest,
): SearchResult {
  const hotels: SearchResult['hotels'][number][] = [];
  const unavailable: SearchResult['unavailable'][number][] = [];
  const rooms = request.hotels.reduce((sum, hotel) => sum + hotel.rooms.length, 0);
  const copies = Math.max(1, Math.floor(MAX_COPIES / rooms));
  for (const hotel of request.hotels) {
    const scenario = saleScenario(forced, hotel.hotelId);
    const range = rangeOf(code, hotel, scenario !== undefined);
    if (!sellsHotel(range)) continue;
    const offers = generateOffers(range, hotel, request, { scenario, copies });
    const { hotelId } = hotel;
    if (typeof offers === 'string') unavailable.push({ hotelId, reason: offers });
    else hotels.push({ hotelId, offers });
  }
  return { hotels, unavailable };
}
