/** A minimal HTTP client for tests of the LiteAPI simulator. It does not interpret the responses. */
import { type LiteApiSimulator, SANDBOX_KEY } from './simulator.ts';

export interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary fields of a simulated response
  body: any;
  bytes: number;
}

export class LiteApiClient {
  readonly #simulator: LiteApiSimulator;
  readonly #key: string;

  constructor(simulator: LiteApiSimulator, key = SANDBOX_KEY) {
    this.#simulator = simulator;
    this.#key = key;
  }

  async send(method: string, path: string, body?: unknown): Promise<Reply> {
    const response = await fetch(`${this.#simulator.url}/v3.0${path}`, {
      method,
      headers: { 'x-api-key': this.#key, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text.startsWith('{') ? JSON.parse(text) : undefined,
      bytes: Buffer.byteLength(text),
    };
  }

  search(fields: Record<string, unknown> = {}): Promise<Reply> {
    return this.send('POST', '/hotels/rates', { ...SEARCH, ...fields });
  }

  prebook(offerId: unknown): Promise<Reply> {
    return this.send('POST', '/rates/prebook', { offerId, usePaymentSdk: false });
  }

  book(prebookId: unknown, fields: Record<string, unknown> = {}): Promise<Reply> {
    return this.send('POST', '/rates/book', { prebookId, ...BOOKING, ...fields });
  }

  lookup(clientReference: string): Promise<Reply> {
    return this.send('GET', `/bookings?clientReference=${clientReference}`);
  }

  async offerId(fields?: Record<string, unknown>): Promise<string> {
    return (await this.search({ maxRatesPerHotel: 1, ...fields })).body.data[0].roomTypes[0].offerId;
  }

  /** Searches, prebooks the cheapest rate and returns its prebook id. */
  async prebookId(fields?: Record<string, unknown>): Promise<string> {
    return (await this.prebook(await this.offerId(fields))).body.data.prebookId;
  }
}

const SEARCH = {
  hotelIds: ['lp1000'],
  occupancies: [{ adults: 2, children: [] }],
  currency: 'EUR',
  guestNationality: 'ES',
  checkin: '2027-05-14',
  checkout: '2027-05-17',
};

const PERSON = { firstName: 'Ada', lastName: 'Tester', email: 'ada@example.com', phone: '+99960000000' };
export const BOOKING = {
  holder: PERSON,
  guests: [{ occupancyNumber: 1, ...PERSON }],
  payment: { method: 'ACC_CREDIT_CARD' },
};
