/**
 * Simulates LiteAPI over HTTP: authentication, throttling and the routes to the simulated operations. One server
 * simulates both of LiteAPI's hosts, because their paths do not overlap.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../src/platform/clock.ts';
import {
  type Route,
  type SimulatedRequest,
  type SimulatedResponse,
  type SupplierSimulator,
  startSimulator,
} from '../supplier-simulator.ts';
import { bookedBody, foundBody, listedBody } from './booking-bodies.ts';
import { CODE_LISTS, countryList, hotelDetail, hotelPage } from './content-bodies.ts';
import type { LiteApiLedger } from './ledger.ts';
import { type Conditions, failed, LiteApiWorld } from './world.ts';

export interface LiteApiSimulator extends SupplierSimulator {
  readonly world: LiteApiWorld;
  readonly ledger: LiteApiLedger;
  set(conditions: Partial<Conditions>): void;
}

export interface LiteApiOptions {
  clock: Pick<Clock, 'nowMs'>;
  seed?: string;
  hotels?: number;
  /** Sandbox keys begin with `sand_`. The key alone selects the environment. */
  keys?: readonly string[];
  /** Whether responses take as long as the measured ones. Otherwise they are immediate. */
  hasLatency?: boolean;
  port?: number | undefined;
}

/** Measured response times of the sandbox, in milliseconds. */
export const MEASURED_MS: Readonly<Record<string, number>> = {
  search: 2_315,
  prebook: 1_822,
  book: 3_513,
  lookup: 120,
};

export const SANDBOX_KEY = 'sand_00000000-simulated';
export const LIVE_KEY = 'prod_00000000-simulated';
const BASE = '/v3.0';

export async function startLiteApi({
  clock,
  seed = 'liteapi',
  hotels = 12,
  keys = [SANDBOX_KEY, LIVE_KEY],
  hasLatency = false,
  port,
}: LiteApiOptions): Promise<LiteApiSimulator> {
  const world = new LiteApiWorld(clock, seed, hotels);
  const secondsUsed = new Map<number, number>();

  function guarded(
    request: SimulatedRequest,
    work: (isSandbox: boolean) => SimulatedResponse,
  ): SimulatedResponse {
    const key = String(request.headers['x-api-key'] ?? '');
    if (!keys.includes(key)) return failed(401, 'Unauthorized', 401);
    const second = Math.floor(clock.nowMs() / 1_000);
    const used = (secondsUsed.get(second) ?? 0) + 1;
    secondsUsed.clear();
    secondsUsed.set(second, used);
    if (used > (world.conditions.perSecond ?? Number.POSITIVE_INFINITY))
      return failed(4290, 'You have exceeded the allowed request limit', 429);
    return work(key.startsWith('sand_'));
  }

  const simulator = await startSimulator(
    request => {
      const found = request.path.startsWith(BASE) ? find(world, request) : undefined;
      if (found === undefined) return undefined;
      const { operation, work } = found;
      const respond = async () => {
        if (hasLatency) await sleep(MEASURED_MS[operation] ?? 0);
        return guarded(request, work);
      };
      return { operation, respond } satisfies Route;
    },
    { port },
  );
  return {
    ...simulator,
    world,
    ledger: world.ledger,
    set: conditions => {
      world.conditions = { ...world.conditions, ...conditions };
    },
  };
}

interface Found {
  operation: string;
  work(isSandbox: boolean): SimulatedResponse;
}

function find(world: LiteApiWorld, request: SimulatedRequest): Found | undefined {
  const path = request.path.slice(BASE.length);
  const body = (request.body ?? {}) as Record<string, unknown>;
  switch (`${request.method} ${path}`) {
    case 'POST /hotels/rates':
      return { operation: 'search', work: isSandbox => world.search(body, isSandbox) };
    case 'POST /rates/prebook':
      return { operation: 'prebook', work: isSandbox => world.prebook(body, isSandbox) };
    case 'POST /rates/book':
      return { operation: 'book', work: isSandbox => world.book(body, isSandbox) };
    case 'GET /bookings':
      return { operation: 'lookup', work: isSandbox => lookup(world, request.query, isSandbox) };
    case 'GET /bookings/':
      return { operation: 'sweep', work: isSandbox => sweep(world, request.query, isSandbox) };
    case 'GET /data/hotels':
      return { operation: 'hotels', work: () => listHotels(world, request.query) };
    case 'GET /data/hotel':
      return { operation: 'hotel', work: () => readHotel(world, request.query) };
    case 'GET /data/countries':
      return { operation: 'countries', work: () => ({ status: 200, body: countryList(world.hotels) }) };
    default:
      return request.method === 'GET' && path in CODE_LISTS
        ? { operation: 'codes', work: () => ({ status: 200, body: CODE_LISTS[path] }) }
        : findBooking(world, request.method, path);
  }
}

function findBooking(world: LiteApiWorld, method: string, path: string): Found | undefined {
  const bookingId = /^\/bookings\/([^/]+)$/.exec(path)?.[1];
  if (bookingId === undefined) return undefined;
  if (method === 'PUT') return { operation: 'cancel', work: isSandbox => world.cancel(bookingId, isSandbox) };
  if (method !== 'GET') return undefined;
  return {
    operation: 'detail',
    work: isSandbox => {
      const booking = world.ledger.byId(bookingId);
      return booking === undefined ? { status: 204 } : { status: 200, body: bookedBody(booking, isSandbox) };
    },
  };
}

function lookup(world: LiteApiWorld, query: URLSearchParams, isSandbox: boolean): SimulatedResponse {
  const reference = query.get('clientReference');
  if (reference === null && query.get('guestId') === null)
    return failed(4002, 'required guestId or clientReference');
  const found = reference === null ? [] : world.visible(reference);
  for (const booking of found) booking.requests.push('lookup');
  return { status: 200, body: { data: found.map(booking => foundBody(booking, isSandbox)) } };
}

/** The dates are inclusive calendar days in UTC. */
function sweep(world: LiteApiWorld, query: URLSearchParams, isSandbox: boolean): SimulatedResponse {
  const from = query.get('bookingStartDate') ?? '0000-01-01';
  const to = query.get('bookingEndDate') ?? '9999-12-31';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(from) || !/^\d{4}-\d{2}-\d{2}$/.test(to))
    return failed(400, 'Invalid startDate or endDate');
  const found = world.ledger.bookings.filter(({ createdAtMs }) => {
    const day = new Date(createdAtMs).toISOString().slice(0, 10);
    return day >= from && day <= to;
  });
  const data = found.map(booking => listedBody(booking, isSandbox));
  return { status: 200, body: { count: data.length, data } };
}

function listHotels(world: LiteApiWorld, query: URLSearchParams): SimulatedResponse {
  const page = hotelPage(world.hotels, query);
  if (page !== undefined) return { status: 200, body: page };
  return {
    status: 400,
    body: { error: { code: 4000, description: 'countryCode is required', message: 'bad request' } },
  };
}

function readHotel(world: LiteApiWorld, query: URLSearchParams): SimulatedResponse {
  const hotel = world.hotels.find(({ id }) => id === query.get('hotelId'));
  if (hotel !== undefined) return { status: 200, body: hotelDetail(hotel, query.get('language') ?? 'en') };
  const error = {
    code: 4002,
    description: 'hotelId is missing or invalid',
    message: 'required request field is missing or wrong input',
  };
  return { status: 400, body: { error } };
}
