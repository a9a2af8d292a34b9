/**
 * Simulates Hotelbeds APItude for tests: the Booking API and the Content API over HTTP, with rate keys that expire, a
 * ledger of reservations, signatures, quotas and Hotelbeds' own error bodies. It follows the public documents and
 * recordings. Hotelbeds has not certified it.
 */
import {
  type SimulatedRequest,
  type SimulatedResponse,
  type SupplierSimulator,
  startSimulator,
} from '../supplier-simulator.ts';
import { AccessControl } from './access.ts';
import { checkRates, search } from './availability.ts';
import { book, cancel, detail, list } from './bookings.ts';
import { contentHotels, contentTable } from './content.ts';
import { generateHotels } from './inventory.ts';
import { Ledger } from './ledger.ts';
import { RateKeys } from './rates.ts';
import { type Behaviour, type HotelbedsState, type PriceStage, REAL_BEHAVIOUR } from './state.ts';

export interface HotelbedsOptions {
  clock: { nowMs(): number };
  seed?: number;
  hotelCount?: number;
  behaviour?: Partial<Behaviour>;
  port?: number | undefined;
}

export interface HotelbedsSimulator extends SupplierSimulator {
  readonly state: HotelbedsState;
  readonly credentials: { apiKey: string; secret: string };
  /** Adds the amount to the price of one room, from the given stage on. */
  movePrice(hotelCode: number, cents: number, stage: PriceStage): void;
}

const CREDENTIALS = { apiKey: 'canary0key0of0the0simulator00000', secret: 'canarysecr' };
/** The value that the test host reports. It does not name an environment. */
const TEST_ENVIRONMENT = '[awseucentral1, awseucentral1b, ip-host, eucentral1]';
const BOOKING_PATH = /^\/hotel-api\/1\.[02](\/.*)$/;
const CONTENT_PATH = /^\/hotel-content-api\/1\.0(\/.*)$/;

export async function startHotelbeds(options: HotelbedsOptions): Promise<HotelbedsSimulator> {
  const shifts = new Map<string, number>();
  const state = createState(options, shifts);
  const simulator = await startSimulator(
    request => {
      const route = findRoute(state, request);
      if (route === undefined) return undefined;
      const respond = () => {
        const response = state.access.check(request) ?? route.respond();
        return { ...response, headers: { ...state.access.limitHeaders(), ...response.headers } };
      };
      return { operation: route.operation, respond };
    },
    { port: options.port },
  );
  return {
    ...simulator,
    state,
    credentials: CREDENTIALS,
    movePrice: (code, cents, stage) => shifts.set(`${code} ${stage}`, cents),
  };
}

/** Creates the state without starting an HTTP server. `shifts` contains the price changes by hotel and stage. */
export function createState(options: HotelbedsOptions, shifts = new Map<string, number>()): HotelbedsState {
  const { clock, seed = 1, hotelCount = 12 } = options;
  const nowMs = () => clock.nowMs();
  return {
    nowMs,
    apiKey: CREDENTIALS.apiKey,
    environment: TEST_ENVIRONMENT,
    currency: 'EUR',
    behaviour: { ...REAL_BEHAVIOUR, ...options.behaviour },
    hotels: generateHotels(seed, hotelCount),
    keys: new RateKeys(nowMs),
    ledger: new Ledger(),
    access: new AccessControl({ ...CREDENTIALS, nowMs }),
    listLagMs: 0,
    locked: new Set(),
    failed: new Set(),
    shiftOf: (code, stage) => shifts.get(`${code} ${stage}`) ?? 0,
  };
}

interface FoundRoute {
  operation: string;
  respond(): SimulatedResponse;
}

function findRoute(state: HotelbedsState, request: SimulatedRequest): FoundRoute | undefined {
  const content = CONTENT_PATH.exec(request.path)?.[1];
  if (content !== undefined) return findContent(state, request, content);
  const path = BOOKING_PATH.exec(request.path)?.[1];
  const reference = /^\/bookings\/([^/]+)$/.exec(path ?? '')?.[1];
  if (reference !== undefined) {
    const flag = request.query.get('cancellationFlag');
    if (request.method === 'GET') return { operation: 'detail', respond: () => detail(state, reference) };
    if (request.method !== 'DELETE') return undefined;
    const operation = flag === 'SIMULATION' ? 'cancelQuote' : 'cancel';
    return { operation, respond: () => cancel(state, reference, flag) };
  }
  switch (`${request.method} ${path}`) {
    case 'POST /hotels':
      return { operation: 'search', respond: () => search(state, request.body) };
    case 'POST /checkrates':
      return { operation: 'quote', respond: () => checkRates(state, request.body) };
    case 'POST /bookings':
      return { operation: 'book', respond: () => book(state, request) };
    case 'GET /bookings':
      return { operation: 'list', respond: () => list(state, request) };
    default:
      return undefined;
  }
}

function findContent(state: HotelbedsState, request: SimulatedRequest, path: string): FoundRoute | undefined {
  if (request.method !== 'GET') return undefined;
  if (path === '/hotels') return { operation: 'content', respond: () => contentHotels(state, request) };
  const table = /^\/types\/(\w+)$/.exec(path)?.[1];
  if (table === undefined) return undefined;
  const response = contentTable(state, table, request);
  return response && { operation: 'codes', respond: () => response };
}
