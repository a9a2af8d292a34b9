/** Sells the rooms of LiteAPI version 3. Makes no request until a method is called. */
import type { Clock } from '../../../platform/clock.ts';
import { listOf, objectOf, textOf } from '../../../platform/json-values.ts';
import type { Log } from '../../../platform/log.ts';
import type { OutboundClient } from '../../../platform/outbound/outbound-client.ts';
import type { Call } from '../../port/call.ts';
import type { Read } from '../../port/outcomes.ts';
import type { Searching, Supplier } from '../../port/supplier.ts';
import { bookQuote, cancelBooking, lookUpBooking, sweepBookings } from './bookings.ts';
import { LiteApiClient, type Usage } from './client.ts';
import { quoteOffer, readBody, searchHotels } from './search.ts';
import { defaultSettings, type LiteApiAccount } from './settings.ts';

export interface LiteApiOptions {
  kind: Supplier['kind'];
  credentials: { apiKey: string };
  settings?: LiteApiAccount;
  clock: Clock;
  log: Log;
  http: Pick<OutboundClient, 'send'>;
  /** Called after every response, for a call budget. Must not throw. */
  onUsage?: (usage: Usage) => void;
}

/** LiteAPI publishes limits per second: 5 requests for sandbox keys, 250 for production keys. */
const PER_MINUTE = { TEST: 5 * 60, LIVE: 250 * 60 };
const LIMITS = { quote: 30_000, book: 65_000, lookup: 10_000, cancel: 60_000 };
/** How much longer a search may take than LiteAPI's own limit. */
const SEARCH_MARGIN_MS = 1_500;
const SEARCHING: Omit<Searching, 'batchSize'> = {
  maxConcurrentCalls: 4,
  byLanguage: false,
  isShared: true,
  mayCache: () => true,
};
/**
 * A lookup finds a booking at once. The margin covers bookings that LiteAPI is still processing when the response is
 * lost.
 */
const SETTLE_MS = 2 * 60_000;
/** No booking has this reference, so the probe finds nothing. */
const PROBE_REFERENCE = 'SERAI-PROBE';
const SAMPLE_SIZE = 5;
const MAX_PROBE_BYTES = 2 * 1024 * 1024;

/** Throws if a live account has a `baseUrl`. */
export function createLiteApiSupplier(options: LiteApiOptions): Supplier {
  const { kind, credentials, clock, log, http, onUsage } = options;
  const { baseUrl, perMinute = PER_MINUTE[kind], perDay, ...own } = options.settings ?? {};
  const settings = { ...defaultSettings(kind), ...own };
  const client = new LiteApiClient({ kind, apiKey: credentials.apiKey, baseUrl, http, clock, onUsage });
  const context = { client, settings, clock, log };
  return {
    kind,
    capabilities: { referenceIsUnique: true },
    limits: {
      ...LIMITS,
      search: settings.searchSeconds * 1_000 + SEARCH_MARGIN_MS,
      perMinute,
      ...(perDay === undefined ? {} : { perDay }),
    },
    settlement: { settleMs: SETTLE_MS, speedUp: 1 },
    searching: { ...SEARCHING, batchSize: settings.hotelsPerSearch },
    needsMapping: true,
    repeatsReads: true,
    search: (call, request) => searchHotels(context, call, request),
    quote: (call, request) => quoteOffer(context, call, request),
    // LiteAPI holds no rooms.
    release: async () => ({ kind: 'OK', value: null }),
    book: (call, request) => bookQuote(context, call, request),
    lookup: (call, booking) => lookUpBooking(context, call, booking),
    sweep: (call, fromMs, toMs) => sweepBookings(context, call, fromMs, toMs),
    cancel: (call, booking) => cancelBooking(context, call, booking),
    probe: call => probe(client, call),
    sampleHotels: call => sampleHotels(client, call),
    sells: async ({ supplierIds = [] }) => supplierIds.length > 0,
  };
}

/** LiteAPI lists hotels only by place. Spain is requested because LiteAPI's sandbox has hotels there too. */
async function sampleHotels(client: LiteApiClient, call: Call): Promise<Read<readonly string[]>> {
  const query = { countryCode: 'ES', limit: SAMPLE_SIZE };
  const request = { host: 'api', method: 'GET', path: '/data/hotels', query } as const;
  const { body, failure } = readBody(await client.send(call, { ...request, maxBytes: MAX_PROBE_BYTES }));
  if (failure !== undefined) return failure;
  if (!Array.isArray(body?.data)) return { kind: 'FAILED', cause: 'UNREADABLE' };
  return { kind: 'OK', value: listOf(body.data).flatMap(each => textOf(objectOf(each)?.id) ?? []) };
}

/** Uses both hosts, because the key must work on each. */
async function probe(client: LiteApiClient, call: Call): Promise<Read<null>> {
  const requests = [
    { host: 'api', path: '/data/currencies', query: {} },
    { host: 'book', path: '/bookings', query: { clientReference: PROBE_REFERENCE } },
  ] as const;
  for (const request of requests) {
    const reply = await client.send(call, { ...request, method: 'GET', maxBytes: MAX_PROBE_BYTES });
    const { body, failure } = readBody(reply);
    if (failure !== undefined) return failure;
    if (!Array.isArray(body?.data)) return { kind: 'FAILED', cause: 'UNREADABLE' };
  }
  return { kind: 'OK', value: null };
}
