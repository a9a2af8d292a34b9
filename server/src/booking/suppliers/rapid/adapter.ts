/** Sells the rooms of Expedia Rapid version 3. Makes no request until a method is called. */
import type { UnavailableReason } from '@serai/contract/booking/availability.ts';
import type { Clock } from '../../../platform/clock.ts';
import { objectOf } from '../../../platform/json-values.ts';
import type { Log } from '../../../platform/log.ts';
import type { OutboundClient } from '../../../platform/outbound/outbound-client.ts';
import type { Call } from '../../port/call.ts';
import type { Read } from '../../port/outcomes.ts';
import type { CallLimits, SearchRequest, Stay, Supplier } from '../../port/supplier.ts';
import { bookQuote, lookUpBooking } from './bookings.ts';
import { cancelBooking } from './cancellations.ts';
import { RapidClient, readResponse, type Usage } from './client.ts';
import { quoteOffer, searchHotels } from './search.ts';
import { DEFAULT_SETTINGS, type RapidAccount, type RapidSettings } from './settings.ts';
import type { RapidCredentials } from './signature.ts';
import { nightsBetween } from './terms.ts';

export interface RapidOptions {
  kind: Supplier['kind'];
  credentials: RapidCredentials;
  settings?: RapidAccount;
  clock: Clock;
  log: Log;
  http: Pick<OutboundClient, 'send'>;
  /** Called after every response, for a call budget. Must not throw. */
  onUsage?: (usage: Usage) => void;
}

const LIMITS: CallLimits = {
  search: 12_000,
  quote: 30_000,
  book: 120_000,
  lookup: 30_000,
  cancel: 60_000,
  searchWeight,
};
/** A new itinerary can stay invisible to lookups for minutes. Rapid's guide recommends retrying for half an hour. */
const SETTLE_MS = 30 * 60_000;
/** Rapid accepts 250 properties. The response for 100 properties with 15 rates each is about 5 MB. */
const BATCH_SIZE = 100;
const MAX_NIGHTS = 28;
const MAX_DAYS_AHEAD = 365;
const MAX_ROOMS = 8;
/** No booking has this reference, so the probe finds nothing. */
const PROBE_REFERENCE = 'SERAI-PROBE';
const PROBE_EMAIL = 'probe@example.com';
const SAMPLE_SIZE = 5;
/** The same limit as for a page of content, because Rapid may ignore the request to return only ids. */
const MAX_SAMPLE_BYTES = 32 * 1024 * 1024;
const MAX_PROBE_BYTES = 2 * 1024 * 1024;

/** Throws if a live account has a `baseUrl`. */
export function createRapidSupplier(options: RapidOptions): Supplier {
  const { kind, credentials, clock, log, http, onUsage } = options;
  const { baseUrl, perMinute, perDay, ...own } = options.settings ?? {};
  const settings: RapidSettings = { ...DEFAULT_SETTINGS, ...own };
  const { serverIp } = settings;
  const client = new RapidClient({ kind, credentials, serverIp, baseUrl, http, clock, onUsage });
  const context = { kind, client, settings, clock, log };
  return {
    kind,
    capabilities: { referenceIsUnique: true },
    limits: {
      ...LIMITS,
      ...(perMinute === undefined ? {} : { perMinute }),
      ...(perDay === undefined ? {} : { perDay }),
    },
    settlement: { settleMs: SETTLE_MS, speedUp: 1 },
    searching: {
      batchSize: BATCH_SIZE,
      maxConcurrentCalls: 4,
      byLanguage: false,
      isShared: true,
      mayCache: () => true,
      accepts: stay => refusalOf(stay, clock.nowMs()),
    },
    needsMapping: true,
    repeatsReads: true,
    search: (call, request) => searchHotels(context, call, request),
    quote: (call, request) => quoteOffer(context, call, request),
    // A price check holds no rooms.
    release: async () => ({ kind: 'OK', value: null }),
    book: (call, request) => bookQuote(context, call, request),
    lookup: (call, booking) => lookUpBooking(context, call, booking),
    // Rapid finds itineraries only by reference and cannot list them.
    sweep: async () => ({ kind: 'UNSUPPORTED' }),
    cancel: (call, booking) => cancelBooking(context, call, booking, SETTLE_MS),
    probe: call => probe(client, call, clock.nowMs()),
    sampleHotels: call => sampleHotels(client, call),
    sells: async ({ supplierIds = [] }) => supplierIds.length > 0,
  };
}

/** Rapid counts a search by its properties, rooms and nights. */
function searchWeight({ hotels, occupancies, checkIn, checkOut }: SearchRequest): number {
  return hotels.length * occupancies.length * Math.max(1, nightsBetween(checkIn, checkOut));
}

/** Returns why Rapid never sells such a stay, or undefined if it may sell it. */
function refusalOf({ checkIn, checkOut, occupancies }: Stay, nowMs: number): UnavailableReason | undefined {
  const today = new Date(nowMs).toISOString().slice(0, 10);
  if (nightsBetween(checkIn, checkOut) > MAX_NIGHTS) return 'MAXIMUM_STAY';
  if (nightsBetween(today, checkIn) > MAX_DAYS_AHEAD) return 'RELEASE_PERIOD';
  return occupancies.length > MAX_ROOMS ? 'MAXIMUM_OCCUPANCY' : undefined;
}

/** Reads the first page of properties, requesting only their ids. */
async function sampleHotels(client: RapidClient, call: Call): Promise<Read<readonly string[]>> {
  const query = [
    ['language', 'en-US'],
    ['supply_source', 'expedia'],
    ['include', 'property_id'],
  ] as const;
  const target = { path: '/properties/content', query };
  const reply = await client.send(call, { method: 'GET', target, maxBytes: MAX_SAMPLE_BYTES });
  const { response, failure } = readResponse(reply);
  if (failure !== undefined) return failure;
  const properties = objectOf(response?.body);
  if (properties === undefined) return { kind: 'FAILED', cause: 'UNREADABLE' };
  return { kind: 'OK', value: Object.keys(properties).slice(0, SAMPLE_SIZE) };
}

/**
 * Reads content and looks up a booking that does not exist, because an account may have access to only one of the two.
 */
async function probe(client: RapidClient, call: Call, nowMs: number): Promise<Read<null>> {
  const since = new Date(nowMs).toISOString().slice(0, 10);
  const targets = [
    { path: '/properties/inactive', query: [['since', since]] },
    {
      path: '/itineraries',
      query: [
        ['affiliate_reference_id', PROBE_REFERENCE],
        ['email', PROBE_EMAIL],
      ],
    },
  ] as const;
  for (const target of targets) {
    const reply = await client.send(call, {
      method: 'GET',
      target,
      maxBytes: MAX_PROBE_BYTES,
      needsIp: true,
    });
    const { response, failure } = readResponse(reply);
    if (failure !== undefined) return failure;
    if (!Array.isArray(response?.body)) return { kind: 'FAILED', cause: 'UNREADABLE' };
  }
  return { kind: 'OK', value: null };
}
