import { expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { scriptedSupplier } from '../../../test/scripted-supplier.ts';
import type { Log } from '../../platform/log.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { NO_ALARMS } from '../mapping-alarms.ts';
import type { ComparableOffer } from '../offers/comparable-offer.ts';
import { providerRegistry } from '../providers/provider-registry.ts';
import type { HotelFinding } from '../search/comparable-results.ts';
import { PlausibilityCheck } from './plausibility-check.ts';

const PROVIDERS = ['test-1', 'test-2', 'test-3'].map((code, preference) => ({
  code,
  preference,
  supplier: scriptedSupplier({ needsMapping: true }),
}));
const STAY = {
  organisationId: 'org_a',
  testMode: true,
  checkIn: '2027-03-12',
  checkOut: '2027-03-14',
  occupancies: [{ adults: 2, childAges: [] }],
  currency: 'EUR',
};

const finding = (prices: Record<string, number>): HotelFinding => ({
  offers: Object.entries(prices).map(([provider, costMinor]) => ({ provider, costMinor }) as ComparableOffer),
  hidden: [],
  reasons: [],
});

function checkUnderTest() {
  const clock = new ManualClock();
  const metrics = createMetrics();
  const lines: Record<string, unknown>[] = [];
  const log = { warn: (facts: Record<string, unknown>) => lines.push(facts) } as unknown as Log;
  const providers = providerRegistry(PROVIDERS);
  return {
    clock,
    metrics,
    lines,
    check: new PlausibilityCheck({ clock, log, metrics, providers, alarms: NO_ALARMS }),
  };
}

test('every omitted offer is counted, and for each provider at most one is logged every ten minutes', () => {
  const { clock, metrics, lines, check } = checkUnderTest();
  const search = () => check.checkSearch(STAY, PROVIDERS, new Map([['htl_1', finding(PRICES)]]));
  const PRICES = { 'test-1': 10_000, 'test-2': 11_000, 'test-3': 90_000 };
  search();
  search();
  expect(lines).toEqual([
    {
      environment: 'sandbox',
      provider: 'test-3',
      stage: 'search',
      hotelId: 'htl_1',
      checkIn: '2027-03-12',
      checkOut: '2027-03-14',
      rooms: 1,
      currency: 'EUR',
      costMinor: 90_000,
      medianMinor: 10_000,
      unlogged: 0,
    },
  ]);
  clock.advance(600_000);
  search();
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatchObject({ unlogged: 1 });
  expect(metrics.render()).toContain(
    'serai_implausible_prices_total{environment="sandbox",provider="test-3",stage="search",direction="above"} 3',
  );
});

test('own inventory and the test providers are neither checked nor used for comparison', () => {
  const { check } = checkUnderTest();
  const plain = PROVIDERS.map(provider => ({ ...provider, supplier: scriptedSupplier() }));
  const found = finding({ 'test-1': 10_000, 'test-2': 11_000, 'test-3': 9_000_000 });
  check.checkSearch(STAY, plain, new Map([['htl_1', found]]));
  expect(found.offers).toHaveLength(3);
  const [, , third] = plain;
  const price = { provider: third as (typeof plain)[number], hotelId: 'htl_1', stay: STAY, costMinor: 1 };
  expect(check.isPlausible({ ...price, shownMinor: 1_000_000 })).toBe(true);
  const oneExternal = [PROVIDERS[0], ...plain.slice(1)] as typeof PROVIDERS;
  const dear = finding({ 'test-1': 9_000_000, 'test-2': 11_000, 'test-3': 10_000 });
  check.checkSearch(STAY, oneExternal, new Map([['htl_1', dear]]));
  expect(dear.offers).toHaveLength(3);
});
