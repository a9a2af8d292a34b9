import { UNAVAILABLE_REASONS } from '@serai/contract/booking/availability.ts';
import { beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { scriptedSupplier } from '../../../test/scripted-supplier.ts';
import { createLog } from '../../platform/log.ts';
import { createMetrics } from '../../platform/metrics.ts';
import type { SearchParts } from '../booking-parts.ts';
import type { CatalogueHotel } from '../catalogue.ts';
import { NO_MAPPING } from '../hotel-mapping.ts';
import { NO_ALARMS } from '../mapping-alarms.ts';
import type { SuppliedOffer } from '../port/supplied-offer.ts';
import type { SearchRequest, Supplier } from '../port/supplier.ts';
import { PlausibilityCheck } from '../prices/plausibility-check.ts';
import { AT_COST } from '../pricing-port.ts';
import { ProviderCalls } from '../providers/call-provider.ts';
import { providerRegistry } from '../providers/provider-registry.ts';
import { requestMode } from '../request-mode.ts';
import { SupplierTokens } from './cache/supplier-tokens.ts';
import { orderCandidates } from './candidates.ts';
import { type FilledPage, fillPage, furthestReason, type PagePosition } from './fill-page.ts';
import { type SearchRun, startTallies } from './search-providers.ts';

const log = createLog('silent');
const STAY = { checkIn: '2026-06-01', checkOut: '2026-06-02', occupancies: [{ adults: 2 }] };
const MARKET = { nationality: 'ES', currency: 'EUR', language: 'en' };
const LIMIT = 3;

let clock: ManualClock;
let asked: string[][];

beforeEach(() => {
  clock = new ManualClock();
  asked = [];
});

const hotelOf = (i: number): CatalogueHotel => ({
  hotelId: `htl_${String(i).padStart(3, '0')}`,
  countryCode: 'ES',
  timeZone: 'Europe/Madrid',
  name: () => 'Hotel',
  categoryCode: null,
  stars: 3,
  location: { latitude: 0, longitude: 0 },
  rooms: [],
});
const HOTELS = Array.from({ length: 60 }, (_, i) => hotelOf(i));

const OFFER: SuppliedOffer = {
  rateKey: 'r',
  board: 'BB',
  payment: 'MERCHANT',
  currency: 'EUR',
  rooms: [{ roomCode: 'DBL', allotment: null, nightlyMinor: [10_000], stayCharges: [] }],
  sellingMinor: null,
  charges: [],
  policy: { kind: 'UNKNOWN' },
  promotions: [],
};

/** A supplier that sells every tenth hotel and needs `takesMs` for each call. */
function slowSupplier(takesMs: number): Supplier {
  return scriptedSupplier({
    limits: { search: 60_000, quote: 1, book: 1, lookup: 1, cancel: 1 },
    search: async (_, { hotels }: SearchRequest) => {
      asked.push(hotels.map(({ hotelId }) => hotelId));
      clock.advance(takesMs);
      const sold = hotels.filter(({ hotelId }) => hotelId.endsWith('9'));
      const others = hotels.filter(hotel => !sold.includes(hotel));
      return {
        kind: 'OK',
        value: {
          hotels: sold.map(({ hotelId }) => ({ hotelId, offers: [OFFER] })),
          unavailable: others.map(({ hotelId }) => ({ hotelId, reason: 'SOLD_OUT' })),
        },
      };
    },
  });
}

async function pageOf(supplier: Supplier, timeoutMs: number, after?: PagePosition): Promise<FilledPage> {
  const providers = providerRegistry([{ code: 'test-1', supplier, preference: 1 }]);
  const parts = {
    providers,
    calls: new ProviderCalls({ clock, log }),
    clock,
    pricing: AT_COST,
    mapping: NO_MAPPING,
    alarms: NO_ALARMS,
    plausibilityCheck: new PlausibilityCheck({
      clock,
      log,
      metrics: createMetrics(),
      providers,
      alarms: NO_ALARMS,
    }),
    supplierTokens: new SupplierTokens({ clock, maxBytes: 1_000_000 }),
    log,
  } as unknown as SearchParts;
  const run: SearchRun = {
    organisationId: 'org_test',
    mode: requestMode({ environment: 'sandbox' }, 'availability'),
    stay: { ...STAY, occupancies: [{ adults: 2, childAges: [] }], market: MARKET },
    deadlineMs: clock.monotonicMs() + timeoutMs,
    signal: new AbortController().signal,
    tallies: startTallies(providers.list(true)),
    missingRates: new Set(),
    prices: undefined,
    exchanges: [],
  };
  const reaches = HOTELS.map(hotel => ({ hotel, distanceMetres: undefined }));
  const order = { sort: 'RANK', direction: 'ASC' } as const;
  const wish = { request: STAY, order, limit: LIMIT, maxOffersPerHotel: 1, after };
  return fillPage(parts, run, orderCandidates(reaches, order), wish);
}

const idsOf = ({ hotels }: FilledPage) => hotels.map(({ hotel }) => hotel.hotelId);

test('fillPage searches more hotels until the page is full', async () => {
  const page = await pageOf(slowSupplier(100), 20_000);
  expect(idsOf(page)).toEqual(['htl_009', 'htl_019', 'htl_029']);
  expect(page.end).toEqual({ order: 29, hotelId: 'htl_029' });
});

test('a page that runs out of time stops at the last searched hotel, and the next page continues from there', async () => {
  const first = await pageOf(slowSupplier(1_000), 1_500);
  expect(asked).toHaveLength(2);
  const last = asked.flat().at(-1);
  expect(first.end?.hotelId).toBe(last);
  const pages = [first];
  for (let end = first.end; end !== undefined; end = pages.at(-1)?.end) {
    pages.push(await pageOf(slowSupplier(1_000), 1_500, end));
  }
  expect(pages.flatMap(idsOf)).toEqual(HOTELS.map(hotel => hotel.hotelId).filter(id => id.endsWith('9')));
  const named = pages.flatMap(({ unavailable }) => unavailable.map(({ hotelId }) => hotelId));
  expect(new Set(named).size).toBe(named.length);
  expect(named).toHaveLength(54);
});

test('fillPage stops searching when every provider fails', async () => {
  const failing = scriptedSupplier({
    search: async (_, { hotels }) => {
      asked.push(hotels.map(({ hotelId }) => hotelId));
      return { kind: 'FAILED', cause: 'SERVER' };
    },
  });
  const page = await pageOf(failing, 20_000);
  expect(asked).toHaveLength(1);
  expect([page.hotels, page.end?.hotelId]).toEqual([[], asked[0]?.at(-1)]);
});

test('furthestReason returns a single unavailability reason unchanged', () => {
  for (const reason of UNAVAILABLE_REASONS) expect(furthestReason([reason])).toBe(reason);
});

test('furthestReason returns the reason of the provider that came closest to an offer', () => {
  expect(furthestReason(['MAXIMUM_OCCUPANCY', 'SOLD_OUT', 'STOP_SELL'])).toBe('SOLD_OUT');
  expect(furthestReason(['PROVIDER_ERROR', 'MINIMUM_STAY'])).toBe('MINIMUM_STAY');
});

test('furthestReason returns HOTEL_INACTIVE if there are no reasons', () => {
  expect(furthestReason([])).toBe('HOTEL_INACTIVE');
});
