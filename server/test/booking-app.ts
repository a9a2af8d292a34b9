/** Starts the whole service with the scenario hotels and provides the steps of a booking as short calls. */
import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import { addDays } from '../src/platform/time/civil-date.ts';
import { bookingRequest, type Loose } from './booking-request.ts';
import { testDatabase } from './database.ts';
import { loadScenarioHotels } from './scenario-hotels.ts';
import { type HttpAnswer, type TestApp, testApp } from './test-app.ts';

const PATH = '/connect/hotels/v1/';

export interface BookingApp {
  app: TestApp;
  /** A sandbox key. */
  key: string;
  call(
    operation: string,
    body: object,
    options?: { key?: string; headers?: Record<string, string> },
  ): Promise<HttpAnswer>;
  search(scenario: ScenarioName, members?: object): Promise<HttpAnswer>;
  /** Quotes the cheapest offer of a scenario's hotel. */
  quote(scenario: ScenarioName, members?: object): Promise<HttpAnswer>;
  bookingOf(quote: Loose, members?: object): Record<string, unknown>;
  close(): Promise<void>;
}

/** Far enough in the future that every cancellation that can be free is still free. */
export const CHECK_IN = addDays(new Date().toISOString().slice(0, 10), 60);
export const CHECK_OUT = addDays(CHECK_IN, 3);

export const STAY = { checkIn: CHECK_IN, checkOut: CHECK_OUT, occupancies: [{ adults: 2 }] };

let references = 0;

export async function bookingApp(options: Parameters<typeof testApp>[0] = {}): Promise<BookingApp> {
  const database = options.database ?? (await testDatabase());
  await loadScenarioHotels(database.db);
  const app = await testApp({ ...options, database });
  const { secret: key } = await app.createKey({
    environment: 'sandbox',
    scopes: SCOPE_NAMES,
    limits: { perMinute: 100_000, perHour: 1_000_000, perDay: 10_000_000 },
  });
  const call: BookingApp['call'] = (operation, body, { key: other, headers } = {}) =>
    app.post(`${PATH}${operation}`, body, { key: other ?? key, ...(headers && { headers }) });

  function search(scenario: ScenarioName, members: object = {}) {
    return call('availability', { ...STAY, hotelIds: [scenarioHotelId(scenario)], ...members });
  }
  return {
    app,
    key,
    call,
    search,
    async quote(scenario, members = {}) {
      const { json } = await search(scenario);
      return call('prebooking', { offerId: json.hotels[0].offers[0].offerId, ...members });
    },
    bookingOf: (quote, members) => ({ ...bookingRequest(quote, `TEST-${references++}`), ...members }),
    close: () => app.close(),
  };
}
