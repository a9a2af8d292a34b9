import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alterations, altered, FUZZ_RUNS } from '../../../../test/suppliers/altered-responses.ts';
import { HOTEL, STAY, type Stage, startStage } from '../../../../test/suppliers/liteapi/stage.ts';
import { createLog } from '../../../platform/log.ts';
import type { Delivery } from '../../../platform/outbound/outbound-client.ts';
import { offerNetMinor, type SuppliedOffer } from '../../port/supplied-offer.ts';
import type { Supplier } from '../../port/supplier.ts';
import { newReference, type Ordered } from '../conformance/supplier-client.ts';
import { createLiteApiSupplier } from './adapter.ts';

let stage: Stage;
let order: Ordered;
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

function checked(operation: string, check: (supplier: Supplier, text: string) => Promise<void>) {
  return fc.assert(
    fc.asyncProperty(alterations, async changes => {
      const text = JSON.stringify(altered(originals[operation]?.body, changes) ?? null);
      await check(supplierWith(text), text);
    }),
    { numRuns: FUZZ_RUNS },
  );
}

function pricesOf(body: unknown): Set<number> {
  const prices = new Set<number>();
  JSON.stringify(body, (name, value) => {
    if (name === 'amount' && typeof value === 'number') prices.add(Math.round(value * 100));
    return value;
  });
  return prices;
}

describe('an altered response of LiteAPI', () => {
  it('an altered search response yields only prices that appear in the response', async () => {
    const request = () => stage.client.searchRequest(STAY, HOTEL);
    await checked('search', async (supplier, text) => {
      const found = await supplier.search(stage.client.call(), request());
      expect(['OK', 'NONE', 'FAILED']).toContain(found.kind);
      if (found.kind !== 'OK') return;
      const known = pricesOf(JSON.parse(text));
      for (const { offers } of found.value.hotels) for (const offer of offers) checkOffer(offer, known);
    });
  });

  it('an altered prebook leads to a quote with the binding price, or to no quote', async () => {
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

  it('an altered booking response never refuses the booking, and confirms it only at the price in the response', async () => {
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
      { numRuns: FUZZ_RUNS },
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
