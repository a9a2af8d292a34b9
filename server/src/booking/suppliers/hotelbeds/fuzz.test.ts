import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../../test/manual-clock.ts';
import {
  type Alteration,
  alterations,
  altered,
  FUZZ_RUNS,
} from '../../../../test/suppliers/altered-responses.ts';
import {
  adapterOptions,
  hotelWithCode,
  NOW_MS,
  STAY,
  startAdapter,
} from '../../../../test/suppliers/hotelbeds/adapter-world.ts';
import { IN_DUBAI } from '../../../../test/suppliers/hotelbeds/facts.ts';
import { type StubOperation, stubTransport } from '../../../../test/suppliers/hotelbeds/stub-transport.ts';
import { offerNetMinor } from '../../port/supplied-offer.ts';
import type { KnownBooking, Supplier } from '../../port/supplier.ts';
import { type Ordered, SupplierClient } from '../conformance/supplier-client.ts';
import { createHotelbedsSupplier } from './adapter.ts';

const hotel = hotelWithCode(IN_DUBAI);
const bodies = new Map<StubOperation, unknown>();
let ordered: Ordered;
let prices: ReadonlySet<number>;
let offer: Parameters<SupplierClient['quoteRequest']>[2];

beforeAll(async () => {
  const world = await startAdapter();
  const { client, supplier } = world;
  const offers = await client.offers(STAY, hotel);
  offer = offers[0] ?? expect.fail('no offer');
  ordered = await client.ordered(STAY, hotel);
  await supplier.book(client.call(), ordered.request);
  const [live] = world.simulator.state.ledger.live(ordered.request.reference);
  await supplier.cancelQuote?.(client.call(), { ...ordered.known, supplierRef: live?.reference ?? '' });
  await supplier.lookup(client.call(), ordered.known);
  for (const { operation, response } of world.simulator.exchanges) {
    bodies.set(operation as StubOperation, response?.body);
  }
  prices = pricesIn(bodies.get('search'));
  await supplier.cancel(client.call(), ordered.known);
  bodies.set('cancel', world.simulator.exchanges.at(-1)?.response?.body);
  await world.close();
});

/** The prices of all rates that may be sold. */
function pricesIn(value: unknown): Set<number> {
  if (typeof value !== 'object' || value === null) return new Set();
  const { net, packaging } = value as { net?: string; packaging?: boolean };
  const own = net === undefined || packaging === true ? [] : [Math.round(Number(net) * 100)];
  return new Set([...own, ...Object.values(value).flatMap(child => [...pricesIn(child)])]);
}

/** Runs an operation with a damaged response. All other responses are intact. */
async function withDamage<T>(
  operation: StubOperation,
  changes: readonly Alteration[],
  run: (supplier: Supplier, client: SupplierClient, known: KnownBooking) => Promise<T>,
): Promise<T> {
  const damaged = JSON.stringify(altered(bodies.get(operation), changes)) ?? '';
  const transport = stubTransport(each => (each === operation ? damaged : JSON.stringify(bodies.get(each))));
  const clock = new ManualClock(NOW_MS);
  const supplier = createHotelbedsSupplier(adapterOptions(clock, transport));
  const client = new SupplierClient(supplier, clock);
  const result = await run(supplier, client, ordered.known);
  for (const exchange of client.exchanges) {
    expect(JSON.stringify(exchange)).not.toMatch(/zenobia|quimper|peanut|late at night/i);
  }
  return result;
}

const check = (property: (changes: Alteration[]) => Promise<void>) =>
  fc.assert(fc.asyncProperty(alterations, property), { numRuns: FUZZ_RUNS });

describe('damaged responses of Hotelbeds', () => {
  it('a damaged search response leads only to prices that the supplier sent', () =>
    check(async changes => {
      const found = await withDamage('search', changes, (supplier, client) =>
        supplier.search(client.call(), client.searchRequest(STAY, hotel)),
      );
      expect(['OK', 'NONE', 'FAILED']).toContain(found.kind);
      if (found.kind !== 'OK') return;
      const offers = found.value.hotels.flatMap(each => each.offers);
      expect(offers.every(each => prices.has(offerNetMinor(each)))).toBe(true);
      expect(new Set(offers.map(({ rateKey }) => rateKey)).size).toBe(offers.length);
    }));

  it('a damaged rate check leads to the price that the supplier sent, or to no quote', () =>
    check(async changes => {
      const quoted = await withDamage('quote', changes, (supplier, client) =>
        supplier.quote(client.call(), client.quoteRequest(STAY, hotel, offer)),
      );
      expect(['OK', 'GONE', 'FAILED']).toContain(quoted.kind);
      if (quoted.kind === 'OK') expect(offerNetMinor(quoted.value.offer)).toBe(ordered.request.netMinor);
    }));

  it('a damaged booking response leads to a confirmation at the booked price, or to an unknown outcome', () =>
    check(async changes => {
      const booked = await withDamage('book', changes, (supplier, client) =>
        supplier.book(client.call(), ordered.request),
      );
      expect(['CONFIRMED', 'UNKNOWN']).toContain(booked.kind);
      if (booked.kind === 'CONFIRMED') expect(booked.netMinor).toBe(ordered.request.netMinor);
    }));

  it.each(['list', 'detail'] as const)(
    'a lookup with a damaged %s response never finds the booking at another price',
    operation =>
      check(async changes => {
        const found = await withDamage(operation, changes, (supplier, client, known) =>
          supplier.lookup(client.call(), known),
        );
        expect(['FOUND', 'ABSENT', 'FAILED', 'INCOMPLETE']).toContain(found.kind);
        if (operation === 'detail') expect(found.kind).not.toBe('ABSENT');
        if (found.kind === 'FOUND') expect(found.netMinor).toBe(ordered.request.netMinor);
      }),
  );

  it('a damaged cancellation response leads to a cancellation or an unknown outcome', () =>
    check(async changes => {
      const cancelled = await withDamage('cancel', changes, (supplier, client, known) =>
        supplier.cancel(client.call(), known),
      );
      expect(['CANCELLED', 'UNKNOWN']).toContain(cancelled.kind);
    }));

  it('a damaged response to a simulated cancellation leads to a penalty or a failure', () =>
    check(async changes => {
      const quoted = await withDamage('cancelQuote', changes, async (supplier, client, known) =>
        supplier.cancelQuote?.(client.call(), { ...known, supplierRef: '1-4000000' }),
      );
      expect(['OK', 'FAILED']).toContain(quoted?.kind);
    }));
});
