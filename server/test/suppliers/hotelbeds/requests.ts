/** Sends requests to the Hotelbeds simulator without the adapter, so that the simulator is tested independently. */
import { createHash } from 'node:crypto';
import type { HotelbedsSimulator } from './hotelbeds-simulator.ts';

export const STAY = { checkIn: '2026-07-10', checkOut: '2026-07-13' } as const;

export interface Received {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read a supplier's JSON of any shape.
  body: any;
}

export class RawClient {
  readonly #simulator: HotelbedsSimulator;
  version = '1.0';

  constructor(simulator: HotelbedsSimulator) {
    this.#simulator = simulator;
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string | undefined> = {},
  ): Promise<Received> {
    const { credentials, state, url } = this.#simulator;
    const seconds = Math.floor(state.nowMs() / 1_000);
    const signature = createHash('sha256')
      .update(`${credentials.apiKey}${credentials.secret}${seconds}`)
      .digest('hex');
    const all: Record<string, string | undefined> = {
      'api-key': credentials.apiKey,
      'x-signature': signature,
      accept: 'application/json',
      'accept-encoding': 'gzip',
      'content-type': 'application/json',
      ...headers,
    };
    const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const response = await fetch(`${url}${path}`, {
      method,
      headers: sent,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
  }

  booking(method: string, path: string, body?: unknown): Promise<Received> {
    return this.send(method, `/hotel-api/${this.version}${path}`, body);
  }

  content(path: string): Promise<Received> {
    return this.send('GET', `/hotel-content-api/1.0${path}`);
  }

  search(code: number, party: object = { rooms: 1, adults: 2, children: 0 }): Promise<Received> {
    return this.booking('POST', '/hotels', {
      stay: STAY,
      occupancies: [party],
      hotels: { hotel: [code] },
      dailyRate: true,
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above.
  async rate(code: number, isWanted: (rate: any) => boolean = () => true): Promise<any> {
    const { body } = await this.search(code);
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    const rates = body.hotels.hotels[0].rooms.flatMap((room: any) => room.rates);
    return rates.find(isWanted);
  }

  check(rateKey: string): Promise<Received> {
    return this.booking('POST', '/checkrates', { rooms: [{ rateKey }] });
  }

  book(rateKey: string, overrides: object = {}): Promise<Received> {
    const pax = { roomId: 1, type: 'AD', name: 'Ada', surname: 'Tester' };
    return this.booking('POST', '/bookings', {
      holder: { name: 'Ada', surname: 'Tester' },
      rooms: [{ rateKey, paxes: [pax, pax] }],
      clientReference: 'AbC0123456789',
      tolerance: '0.00',
      ...overrides,
    });
  }

  /** Searches, checks and books. */
  async walk(code: number, overrides: object = {}): Promise<Received> {
    const { rateKey } = await this.rate(code, rate => rate.rateClass === 'NOR');
    const { body } = await this.check(rateKey);
    const [room] = (body.hotel ?? body.hotels).rooms;
    return this.book(room.rates[0].rateKey, overrides);
  }
}
