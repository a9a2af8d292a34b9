/** A platform that books with UCP Lodging, over REST or MCP. */
import { randomUUID } from 'node:crypto';
import type { UcpOperation } from '@serai/contract/agents/ucp/ucp-route.ts';
import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import { type BookingApp, bookingApp, CHECK_IN, CHECK_OUT } from '../booking-app.ts';
import type { Loose } from '../booking-request.ts';

export const PROFILE_URL = 'https://platform.example/.well-known/ucp';
export const BINDINGS = ['rest', 'mcp'] as const;
export type Binding = (typeof BINDINGS)[number];

export const UCP_SETTINGS = {
  SERAI_UCP: 'draft',
  SERAI_UCP_URL: 'https://api.example.com',
  SERAI_UCP_TERMS_URL: 'https://www.example.com/terms',
  SERAI_UCP_PRIVACY_URL: 'https://www.example.com/privacy',
  SERAI_UCP_CONTINUE_URL: 'https://www.example.com/continue',
};

const ALL = ['dev.ucp.lodging.booking', 'dev.ucp.lodging.policy.cancellation'];

export interface UcpRequest {
  id?: string;
  body?: unknown;
  key?: string;
  /** Default: a new one. Null for none. */
  idempotencyKey?: string | null;
  profileUrl?: string | null;
  headers?: Record<string, string | undefined>;
}

export interface UcpAnswer {
  status: number;
  headers: Headers;
  body: Loose;
}

const PATHS: Readonly<Record<UcpOperation, readonly [method: string, suffix: string]>> = {
  create_booking_session: ['POST', ''],
  get_booking_session: ['GET', '/{id}'],
  update_booking_session: ['PUT', '/{id}'],
  complete_booking_session: ['POST', '/{id}/complete'],
  cancel_booking_session: ['POST', '/{id}/cancel'],
};

export class UcpClient {
  readonly booking: BookingApp;
  readonly key: string;

  constructor(booking: BookingApp, key: string) {
    this.booking = booking;
    this.key = key;
  }

  send(binding: Binding, operation: UcpOperation, request: UcpRequest = {}): Promise<UcpAnswer> {
    return binding === 'rest' ? this.rest(operation, request) : this.mcp(operation, request);
  }

  async rest(operation: UcpOperation, request: UcpRequest = {}): Promise<UcpAnswer> {
    const {
      id = '',
      body,
      key = this.key,
      idempotencyKey = randomUUID(),
      profileUrl = PROFILE_URL,
    } = request;
    const [method, suffix] = PATHS[operation];
    const headers = {
      'x-api-key': key,
      'request-id': randomUUID(),
      ...(profileUrl !== null && { 'ucp-agent': `profile="${profileUrl}"` }),
      ...(idempotencyKey !== null && method !== 'GET' && { 'idempotency-key': idempotencyKey }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...request.headers,
    };
    const url = `${this.booking.app.interfaceUrl}/ucp/v1/booking-sessions${suffix.replace('{id}', id)}`;
    const given = Object.entries(headers).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const response = await fetch(url, {
      method,
      headers: given,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  async mcp(operation: UcpOperation, request: UcpRequest = {}): Promise<UcpAnswer> {
    const { id, body, key = this.key, idempotencyKey = randomUUID(), profileUrl = PROFILE_URL } = request;
    const meta = {
      ...(profileUrl !== null && { 'ucp-agent': { profile: profileUrl } }),
      ...(idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
    };
    const args = { meta, ...(id !== undefined && { id }), ...(body !== undefined && { booking: body }) };
    const params = { name: operation, arguments: args };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const { status, headers, json } = await this.booking.app.post('/ucp/mcp', message, { key });
    const { structuredContent, content } = json.result ?? {};
    return { status, headers, body: structuredContent ?? (content ? JSON.parse(content[0].text) : json) };
  }

  /** Searches the hotel of a scenario and returns the request for a session about its first offer. */
  async stays(scenario: ScenarioName, occupancies: Loose[] = [{ adults: 2 }]): Promise<Loose> {
    const currency = /currency_(\w+)/.exec(scenario)?.[1]?.toUpperCase();
    const { json } = await this.booking.search(scenario, { occupancies, ...(currency && { currency }) });
    const [hotel] = json.hotels;
    const { offerId } = hotel.offers[0];
    return {
      property: { id: hotel.hotelId, name: hotel.name },
      stays: occupancies.map(({ adults, childAges = [] }, i) => ({
        id: `${offerId}~${i + 1}`,
        stay_dates: { start_date: CHECK_IN, end_date: CHECK_OUT },
        occupancy: {
          adults,
          children: childAges.length,
          ...(childAges.length > 0 && { child_ages: childAges }),
          total: adults + childAges.length,
        },
      })),
    };
  }

  /** A request that needs nothing more to be completed. */
  async readyRequest(scenario: ScenarioName = 'ok', occupancies?: Loose[]): Promise<Loose> {
    return withPeople(await this.stays(scenario, occupancies));
  }

  async ready(binding: Binding, scenario: ScenarioName = 'ok'): Promise<Loose> {
    const body = await this.readyRequest(scenario);
    return (await this.send(binding, 'create_booking_session', { body })).body;
  }

  detail(clientReference: string): Promise<Loose> {
    return this.booking.call('bookingdetail', { clientReference });
  }

  /** Number of bookings of a session, over all attempts. */
  async bookingsOf(sessionId: string): Promise<number> {
    const rows = await this.booking.app.mainDb<{ count: number }[]>`
      SELECT count(*)::int AS count FROM booking WHERE client_reference LIKE ${`${sessionId}%`}`;
    return rows[0]?.count ?? 0;
  }

  async close(): Promise<void> {
    await this.booking.close();
  }
}

export function withPeople(request: Loose): Loose {
  const guests: Loose[] = [];
  const stays = request.stays.map((stay: Loose, room: number) => {
    const { adults, child_ages: ages = [] } = stay.occupancy;
    const people = [
      ...Array.from({ length: adults }, (_, i) => ({
        id: `r${room}a${i}`,
        first_name: `Ada${'abcdefgh'[i]}`,
        last_name: 'Moreno',
      })),
      ...ages.map((age: number, i: number) => ({
        id: `r${room}c${i}`,
        first_name: 'Kim',
        last_name: 'Moreno',
        age,
      })),
    ];
    guests.push(...people);
    const roles = people.map(({ id }, i) => ({ guest_id: id, role: i === 0 ? 'primary' : 'accompanying' }));
    return { ...stay, guest_assignments: roles };
  });
  const booker = {
    first_name: 'Ada',
    last_name: 'Moreno',
    email: 'ada@example.com',
    phone_number: '+34600000000',
  };
  return { ...request, stays, guests, booker };
}

export async function startUcp(
  options: Parameters<typeof bookingApp>[0] = {},
  ucp: object = {},
): Promise<UcpClient> {
  const booking = await bookingApp({ ...options, settings: { ...UCP_SETTINGS, ...options.settings } });
  return new UcpClient(booking, await newUcpKey(booking, ucp));
}

export async function newUcpKey(
  booking: BookingApp,
  ucp: object = {},
  members: object = {},
): Promise<string> {
  const { secret } = await booking.app.createKey({
    partnerId: await partnerOf(booking),
    environment: 'sandbox',
    scopes: SCOPE_NAMES,
    limits: { perMinute: 100_000, perHour: 1_000_000, perDay: 10_000_000 },
    ucp: { profileUrl: PROFILE_URL, capabilities: ALL, ...ucp },
    ...members,
  });
  return secret;
}

/** The partner of the key that searches. */
export async function partnerOf(booking: BookingApp): Promise<string> {
  const { json } = await booking.app.operate('partners/list', {});
  return json.partners.find(({ name }: Loose) => name === 'Direct').partnerId;
}

export const codesOf = ({ messages = [] }: Loose): string[] => messages.map(({ code }: Loose) => code);
export const totalOf = ({ totals }: Loose): number =>
  totals.find(({ type }: Loose) => type === 'total').amount;
