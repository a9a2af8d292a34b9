/** A minimal HTTP client for tests of the Rapid simulator. It does not interpret the responses. */
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { request } from 'undici';
import type { Clock } from '../../../src/platform/clock.ts';
import { ACCOUNT, type RapidSimulator } from './simulator.ts';

export interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary fields of a simulated response
  body: any;
}

type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

const SEARCH: Query = {
  checkin: '2027-05-14',
  checkout: '2027-05-17',
  currency: 'EUR',
  country_code: 'ES',
  language: 'en-US',
  occupancy: ['2'],
  property_id: ['10000'],
  rate_plan_count: '20',
  sales_channel: 'website',
  sales_environment: 'hotel_only',
  include: ['unavailable_reason'],
};

export const BOOKING = {
  hold: false,
  email: 'ada@example.com',
  phone: { country_code: '999', number: '60000000' },
  rooms: [{ given_name: 'Ada', family_name: 'Tester' }],
  payments: [
    {
      type: 'affiliate_collect',
      billing_contact: { given_name: 'Ada', family_name: 'Tester', address: { country_code: 'ES' } },
    },
  ],
};

export class RapidClient {
  readonly #simulator: RapidSimulator;
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #headers: Record<string, string | undefined>;

  constructor(
    simulator: RapidSimulator,
    clock: Pick<Clock, 'nowMs'>,
    headers: Record<string, string | undefined> = {},
  ) {
    this.#simulator = simulator;
    this.#clock = clock;
    this.#headers = headers;
  }

  async send(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<Reply> {
    const timestamp = Math.floor(this.#clock.nowMs() / 1_000);
    const text = `${ACCOUNT.apiKey}${ACCOUNT.secret}${timestamp}`;
    const signature = createHash('sha512').update(text).digest('hex');
    const headers = {
      accept: 'application/json',
      'accept-encoding': 'gzip',
      'user-agent': 'serai-test/1',
      'customer-ip': '192.0.2.1',
      'content-type': 'application/json',
      authorization: `EAN apikey=${ACCOUNT.apiKey},signature=${signature},timestamp=${timestamp}`,
      ...this.#headers,
    };
    const response = await request(path.startsWith('http') ? path : `${this.#simulator.url}${path}`, {
      method,
      headers: Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [name, value])),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await response.body.arrayBuffer());
    return { status: response.statusCode, headers: response.headers, body: parse(bytes, response.headers) };
  }

  search(fields: Query = {}): Promise<Reply> {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...SEARCH, ...fields })) {
      for (const each of typeof value === 'string' ? [value] : (value ?? [])) query.append(name, each);
    }
    return this.send('GET', `/v3/properties/availability?${query}`);
  }

  /** Returns the price check link of the first rate. */
  async priceCheckLink(fields?: Query): Promise<string> {
    const { body } = await this.search(fields);
    const [rate] = body[0].rooms[0].rates;
    return (Object.values(rate.bed_groups)[0] as { links: { price_check: { href: string } } }).links
      .price_check.href;
  }

  async bookLink(fields?: Query): Promise<string> {
    return (await this.send('GET', await this.priceCheckLink(fields))).body.links.book.href;
  }

  book(link: string, reference: string, fields: Record<string, unknown> = {}): Promise<Reply> {
    return this.send('POST', link, { affiliate_reference_id: reference, ...BOOKING, ...fields });
  }

  lookup(reference: string, email = BOOKING.email): Promise<Reply> {
    const query = new URLSearchParams({ affiliate_reference_id: reference, email });
    return this.send('GET', `/v3/itineraries?${query}`);
  }
}

function parse(bytes: Buffer, headers: Reply['headers']): unknown {
  if (bytes.length === 0) return undefined;
  const text =
    headers['content-encoding'] === 'gzip' ? gunzipSync(bytes).toString('utf8') : bytes.toString('utf8');
  return /^[[{]/.test(text) ? JSON.parse(text) : text;
}
