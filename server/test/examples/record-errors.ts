import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import type { ErrorCode } from '@serai/contract/errors.ts';
import type { HttpAnswer } from '../test-app.ts';
import type { ExampleApp } from './example-app.ts';
import { bookScenario, quoteScenario, requestOf, SCENARIO_STAY } from './scenario-steps.ts';
import { untilTold } from './told-events.ts';

/** The sandbox cannot produce these failures reliably. */
export const NOT_RECORDED: readonly ErrorCode[] = ['NOT_FOUND', 'OPERATION_IN_PROGRESS', 'PROVIDER_ERROR'];

type Provoke = (app: ExampleApp) => Promise<HttpAnswer>;

const search = (app: ExampleApp, scenario: ScenarioName, more: object = {}) =>
  app.call('availability', { ...SCENARIO_STAY, hotelIds: [scenarioHotelId(scenario)], ...more });

const PROVOKED: Partial<Record<ErrorCode, Provoke>> = {
  INVALID_JSON: app => app.call('boards', '{"language": '),
  VALIDATION_ERROR: app =>
    app.call('availability', { checkin: '2027-03-12', checkOut: '2027-03-10', occupancies: [] }),
  INVALID_CURSOR: app => app.call('bookinglist', { page: { cursor: 'from-elsewhere' } }),
  SCENARIO_NOT_ALLOWED: app => search(app, 'ok', { settings: { scenario: 'book.rejected' } }),
  UNAUTHORIZED: app => app.call('boards', {}, { key: undefined }),
  CREDIT_EXCEEDED: async app => {
    const { ownerDb } = app.app.database;
    await ownerDb`UPDATE organisation SET billing_model = 'PREPAID'`;
    const refused = await bookScenario(app, 'ok', { clientReference: 'BEYOND-CREDIT' });
    // The job that reports the low balance reads the billing model, so it must run before the model changes back.
    await untilTold(app, 'account.balance_low');
    await ownerDb`UPDATE organisation SET billing_model = 'NONE'`;
    return refused;
  },
  FORBIDDEN: async app => {
    const { secret } = await app.app.createKey({ scopes: ['content:read'] });
    return app.call('bookinglist', {}, { key: secret });
  },
  SPEND_LIMIT_EXCEEDED: async app => {
    const spend = { perDay: { amount: '50.00', currency: 'EUR' } };
    const { secret } = await app.app.createKey({ limits: { spend } });
    return bookScenario(app, 'ok', { clientReference: 'BEYOND-LIMIT' }, { key: secret });
  },
  HOTEL_NOT_FOUND: app => app.call('rooms', { hotelIds: ['htl_NOWHERE'] }),
  DESTINATION_NOT_FOUND: app =>
    app.call('hotels-by-destination', { destination: { canonicalCityId: 'plc_NOWHERE' } }),
  OFFER_NOT_FOUND: app => app.call('prebooking', { offerId: 'off_NOTOURS' }),
  QUOTE_NOT_FOUND: async app => {
    const request = requestOf(await quoteScenario(app, 'ok'));
    return app.call('booking', { ...request, quoteId: 'quo_00000000000000000000' });
  },
  BOOKING_NOT_FOUND: app => app.call('bookingdetail', { clientReference: 'NEVER-BOOKED' }),
  METHOD_NOT_ALLOWED: app => get(app, '/content/hotels/v1/boards'),
  NOT_ACCEPTABLE: app => app.call('boards', {}, { headers: { accept: 'application/xml' } }),
  OFFER_NOT_AVAILABLE: app => bookScenario(app, 'book.soldout'),
  PRICE_CHANGED: app => bookScenario(app, 'book.price_changed'),
  TERMS_NOT_ACCEPTED: app => bookScenario(app, 'prebook.terms_changed'),
  BOOKING_REJECTED: app => bookScenario(app, 'book.rejected'),
  DUPLICATE_CLIENT_REFERENCE: async app => {
    await bookScenario(app, 'ok', { clientReference: 'TWICE' });
    return bookScenario(app, 'ok', { clientReference: 'TWICE' });
  },
  QUOTE_ALREADY_USED: async app => {
    const quote = await quoteScenario(app, 'ok');
    await app.call('booking', requestOf(quote));
    return app.call('booking', requestOf(quote));
  },
  CANCELLATION_NOT_ALLOWED: app => cancelScenario(app, 'cancel.refused'),
  CANCELLATION_PENALTY_CHANGED: app => cancelScenario(app, 'cancel.penalty'),
  INVALID_STATE: async app => {
    await bookScenario(app, 'book.rejected', { clientReference: 'REJECTED' });
    return app.call('cancel', { clientReference: 'REJECTED' });
  },
  PAYLOAD_TOO_LARGE: app => app.call('boards', { language: 'x'.repeat(1_100_000) }),
  UNSUPPORTED_MEDIA_TYPE: app => app.call('boards', '{}', { headers: { 'content-type': 'text/plain' } }),
  OCCUPANCY_MISMATCH: async app => {
    const request = requestOf(await quoteScenario(app, 'ok'));
    const [room] = request.rooms;
    return app.call('booking', { ...request, rooms: [{ ...room, guests: room.guests.slice(0, 1) }] });
  },
  PRICE_MISMATCH: app => bookScenario(app, 'ok', { expectedPrice: { amount: '1.00', currency: 'EUR' } }),
  IDEMPOTENCY_KEY_REUSED: async app => {
    const headers = { 'idempotency-key': 'used-before' };
    await app.call('booking', requestOf(await quoteScenario(app, 'ok')), { headers });
    return app.call('booking', requestOf(await quoteScenario(app, 'ok')), { headers });
  },
  RATE_LIMIT_EXCEEDED: app => search(app, 'ok', { settings: { scenario: 'limit.429' } }),
  INTERNAL_ERROR: app => search(app, 'ok', { settings: { scenario: 'error.500' } }),
  SERVICE_UNAVAILABLE: app => search(app, 'ok', { settings: { scenario: 'error.503' } }),
  ALL_PROVIDERS_FAILED: app => search(app, 'avail.all_error'),
  PROVIDER_TIMEOUT: app => search(app, 'avail.all_timeout', { settings: { timeout: 2_000 } }),
  // The last two cases advance the date.
  QUOTE_EXPIRED: async app => {
    const request = requestOf(await quoteScenario(app, 'ok'));
    await app.pass(21 * 60_000);
    return app.call('booking', request);
  },
  OFFER_EXPIRED: async app => {
    const { json } = await search(app, 'ok');
    await app.pass(31 * 60_000);
    return app.call('prebooking', { offerId: json.hotels[0].offers[0].offerId });
  },
};

/** Keyed by error code, in the order of the calls. */
export async function recordErrors(app: ExampleApp): Promise<Map<string, object>> {
  const bodies = new Map<string, object>();
  for (const [code, provoke] of Object.entries(PROVOKED)) {
    const { json, text } = await provoke(app);
    if (json?.error?.code !== code) throw new Error(`Instead of ${code}: ${text}`);
    bodies.set(code, json);
  }
  return bodies;
}

async function cancelScenario(app: ExampleApp, scenario: ScenarioName): Promise<HttpAnswer> {
  const { json } = await bookScenario(app, scenario);
  return app.call('cancel', { bookingId: json.booking.bookingId });
}

async function get({ app, key }: ExampleApp, path: string): Promise<HttpAnswer> {
  const response = await fetch(`${app.interfaceUrl}${path}`, { headers: { authorization: `ApiKey ${key}` } });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: JSON.parse(text) };
}
