import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOTEL, STAY, type Stage, startStage } from '../../../../test/suppliers/liteapi/stage.ts';
import { createLog } from '../../../platform/log.ts';
import type { Delivery } from '../../../platform/outbound/outbound-client.ts';
import { offerNetMinor, type SuppliedOffer } from '../../port/supplied-offer.ts';
import type { Supplier } from '../../port/supplier.ts';
import { newReference, type Ordered } from '../conformance/supplier-client.ts';
import { createLiteApiSupplier } from './adapter.ts';

/** Changes one or more places of a JSON value: drops, retypes or duplicates a field, or replaces a number. */
type Edit = {
  at: number;
  kind: 'DROP' | 'NULL' | 'TEXT' | 'LIST' | 'OBJECT' | 'NEGATIVE' | 'FRACTION' | 'REPEAT' | 'HUGE';
};

const edits = fc.array(
  fc.record({
    at: fc.nat(10_000),
    kind: fc.constantFrom<Edit['kind']>(
      'DROP',
      'NULL',
      'TEXT',
      'LIST',
      'OBJECT',
      'NEGATIVE',
      'FRACTION',
      'REPEAT',
      'HUGE',
    ),
  }),
  { minLength: 1, maxLength: 4 },
);

const REPLACEMENTS: Readonly<Record<Exclude<Edit['kind'], 'DROP' | 'REPEAT'>, unknown>> = {
  NULL: null,
  TEXT: 'not a value',
  LIST: [],
  OBJECT: {},
  NEGATIVE: -1.5,
  FRACTION: 12.3456,
  HUGE: 1e300,
};

interface Place {
  parent: Record<string, unknown> | unknown[];
  key: string | number;
}

function placesOf(value: unknown, places: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null) return places;
  const parent = value as Record<string, unknown> | unknown[];
  for (const key of Array.isArray(parent) ? parent.keys() : Object.keys(parent)) {
    places.push({ parent, key });
    placesOf((parent as Record<string | number, unknown>)[key], places);
  }
  return places;
}

function edited(body: unknown, changes: readonly Edit[]): unknown {
  const copy = structuredClone(body);
  for (const { at, kind } of changes) {
    const places = placesOf(copy);
    const place = places[at % Math.max(1, places.length)];
    if (place === undefined) continue;
    const parent = place.parent as Record<string | number, unknown>;
    if (kind === 'DROP' && !Array.isArray(place.parent)) delete parent[place.key];
    else if (kind === 'DROP') (place.parent as unknown[]).splice(Number(place.key), 1);
    else if (kind === 'REPEAT') {
      if (Array.isArray(place.parent)) place.parent.push(structuredClone(parent[place.key]));
      else parent[`${place.key}2`] = parent[place.key];
    } else parent[place.key] = REPLACEMENTS[kind];
  }
  return copy;
}

let stage: Stage;
let order: Ordered;
/** Responses of the simulator, by operation. */
const originals: Record<string, { status: number; body: unknown }> = {};

beforeAll(async () => {
  stage = await startStage();
  order = await stage.client.ordered(STAY, HOTEL);
  await stage.supplier.book(stage.client.call(), order.request);
  await stage.supplier.lookup(stage.client.call(), order.known);
  await stage.supplier.sweep(stage.client.call(), 0, Date.UTC(2100, 0, 1));
  await stage.supplier.cancel(stage.client.call(), order.known);
  for (const { operation, response } of stage.simulator.exchanges) {
    if (response?.status === 200) originals[operation] = JSON.parse(JSON.stringify(response));
  }
});
afterAll(() => stage.close());

/** A supplier that receives the given text as the response to every request. */
function supplierWith(text: string, status = 200): Supplier {
  const delivery: Delivery = { kind: 'RESPONSE', status, headers: {}, text };
  return createLiteApiSupplier({
    kind: 'TEST',
    credentials: { apiKey: 'sand_fuzz' },
    clock: stage.clock,
    log: createLog('silent'),
    http: { send: async () => delivery },
  });
}

const RUNS = 400;

function checked(operation: string, check: (supplier: Supplier, text: string) => Promise<void>) {
  return fc.assert(
    fc.asyncProperty(edits, async changes => {
      const text = JSON.stringify(edited(originals[operation]?.body, changes));
      await check(supplierWith(text), text);
    }),
    { numRuns: RUNS },
  );
}

/** All prices in a search response. */
function pricesOf(body: unknown): Set<number> {
  const prices = new Set<number>();
  JSON.stringify(body, (name, value) => {
    if (name === 'amount' && typeof value === 'number') prices.add(Math.round(value * 100));
    return value;
  });
  return prices;
}

describe('an altered response of LiteAPI', () => {
  it('an altered search response leads only to prices that it contains', async () => {
    const request = () => stage.client.searchRequest(STAY, HOTEL);
    await checked('search', async (supplier, text) => {
      const found = await supplier.search(stage.client.call(), request());
      expect(['OK', 'NONE', 'FAILED']).toContain(found.kind);
      if (found.kind !== 'OK') return;
      const known = pricesOf(JSON.parse(text));
      for (const { offers } of found.value.hotels) for (const offer of offers) checkOffer(offer, known);
    });
  });

  it('an altered prebook leads to a quote with the binding price, or to none', async () => {
    const offer = order.offer;
    const request = { ...stage.client.quoteRequest(STAY, HOTEL, offer), tokens: 'offer' };
    await checked('prebook', async (supplier, text) => {
      const quote = await supplier.quote(stage.client.call(), request);
      expect(['OK', 'GONE', 'FAILED']).toContain(quote.kind);
      if (quote.kind !== 'OK') return;
      const { data } = JSON.parse(text) as { data: { price: number } };
      expect(offerNetMinor(quote.value.offer)).toBe(Math.round(data.price * 100));
    });
  });

  it('an altered booking response never refuses the booking, and confirms only the price that it contains', async () => {
    await checked('book', async (supplier, text) => {
      const outcome = await supplier.book(stage.client.call(), {
        ...order.request,
        reference: order.request.reference,
      });
      expect(['CONFIRMED', 'ACCEPTED', 'UNKNOWN']).toContain(outcome.kind);
      if (outcome.kind !== 'CONFIRMED') return;
      const { data } = JSON.parse(text) as { data: { price: number } };
      expect(outcome.netMinor).toBe(Math.round(data.price * 100));
    });
  });

  it('an altered lookup response means absence only if its list is empty', async () => {
    await checked('lookup', async (supplier, text) => {
      const found = await supplier.lookup(stage.client.call(), order.known);
      expect(['FOUND', 'INCOMPLETE', 'FAILED', 'ABSENT']).toContain(found.kind);
      if (found.kind === 'ABSENT') expect((JSON.parse(text) as { data: unknown[] }).data).toEqual([]);
    });
  });

  it('an altered list or cancellation response always leads to an outcome', async () => {
    await checked('sweep', async supplier => {
      const found = await supplier.sweep(stage.client.call(), 0, Date.UTC(2100, 0, 1));
      expect(['OK', 'FAILED']).toContain(found.kind);
    });
    await checked('cancel', async supplier => {
      const known = { ...order.known, supplierRef: 'any' };
      expect(['CANCELLED', 'UNKNOWN']).toContain((await supplier.cancel(stage.client.call(), known)).kind);
    });
  });

  it('a response with any text and status leads to an outcome without an exception', async () => {
    const request = { ...order.request, reference: newReference() };
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string(), fc.json()),
        fc.integer({ min: 200, max: 599 }),
        async (text, status) => {
          const supplier = supplierWith(text, status);
          const call = () => stage.client.call();
          const search = await supplier.search(call(), stage.client.searchRequest(STAY, HOTEL));
          expect(['NONE', 'FAILED', 'THROTTLED', 'OK']).toContain(search.kind);
          const booked = await supplier.book(call(), request);
          expect(['UNKNOWN', 'NOT_EXECUTED']).toContain(booked.kind);
          expect((await supplier.lookup(call(), order.known)).kind).toBe('FAILED');
          await supplier.cancel(call(), { ...order.known, supplierRef: 'any' });
          await supplier.probe(call());
        },
      ),
      { numRuns: RUNS },
    );
  });
});

function checkOffer(offer: SuppliedOffer, prices: ReadonlySet<number>): void {
  const net = offerNetMinor(offer);
  expect(Number.isSafeInteger(net) && net > 0).toBe(true);
  expect(prices.has(net)).toBe(true);
  if (offer.policy.kind === 'UNKNOWN') return;
  for (const { penaltyMinor } of offer.policy.penalties) {
    expect(Number.isSafeInteger(penaltyMinor) && penaltyMinor >= 0 && penaltyMinor <= net).toBe(true);
  }
}
