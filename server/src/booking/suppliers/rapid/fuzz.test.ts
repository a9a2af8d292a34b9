import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alterations, altered, FUZZ_RUNS } from '../../../../test/suppliers/altered-responses.ts';
import { HOTEL, STAY, type Stage, startStage } from '../../../../test/suppliers/rapid/stage.ts';
import { createLog } from '../../../platform/log.ts';
import type { Delivery } from '../../../platform/outbound/outbound-client.ts';
import { offerNetMinor, type SuppliedOffer } from '../../port/supplied-offer.ts';
import type { Supplier } from '../../port/supplier.ts';
import { newReference, type Ordered } from '../conformance/supplier-client.ts';
import { createRapidSupplier } from './adapter.ts';
import { mapContent } from './content-mapping.ts';

let stage: Stage;
let order: Ordered;
let shown: SuppliedOffer | undefined;
const originals: Record<string, { status: number; body: unknown }> = {};

beforeAll(async () => {
  stage = await startStage();
  order = await stage.client.ordered(STAY, HOTEL);
  [shown] = await stage.client.offers(STAY, HOTEL);
  await stage.supplier.book(stage.client.call(), order.request);
  await stage.supplier.lookup(stage.client.call(), order.known);
  for (const { operation, response } of stage.simulator.exchanges) {
    if (response !== undefined) originals[operation] = JSON.parse(JSON.stringify(response));
  }
});
afterAll(() => stage.close());

/** A supplier that receives the given text as the response to every request. */
function supplierWith(text: string, status: number): Supplier {
  const delivery: Delivery = { kind: 'RESPONSE', status, headers: {}, text };
  return createRapidSupplier({
    kind: 'TEST',
    credentials: { apiKey: 'any', secret: 'any' },
    settings: { baseUrl: 'http://127.0.0.1:9' },
    clock: stage.clock,
    log: createLog('silent'),
    http: { send: async () => delivery },
  });
}

async function checked(
  operation: string,
  check: (supplier: Supplier, body: unknown) => Promise<void>,
): Promise<void> {
  const { status, body } = originals[operation] ?? expect.fail(operation);
  await fc.assert(
    fc.asyncProperty(alterations, async changes => {
      const text = JSON.stringify(altered(body, changes) ?? null);
      await check(supplierWith(text, status), JSON.parse(text));
    }),
    { numRuns: FUZZ_RUNS },
  );
}

/** All totals in a response, in minor units. */
function totalsOf(body: unknown): Set<number> {
  const totals = new Set<number>();
  JSON.stringify(body, (name, value) => {
    const price = name === 'billable_currency' ? value?.value : undefined;
    if (/^\d+\.\d{1,2}$/.test(String(price))) totals.add(Math.round(Number(price) * 100));
    return value;
  });
  return totals;
}

/** A duplicated room counts as another room, so the price of the itinerary is the sum of all rooms. */
function sumOfRooms(body: unknown): number {
  // biome-ignore lint/suspicious/noExplicitAny: the response was accepted, so it has these fields
  const [{ rooms }] = body as any;
  let sum = 0;
  for (const { status, rate } of rooms) {
    const value = rate?.pricing?.totals?.inclusive?.billable_currency?.value;
    if (status === 'booked') sum += Math.round(Number(value) * 100);
  }
  return sum;
}

function checkOffer(offer: SuppliedOffer, totals: ReadonlySet<number>): void {
  const net = offerNetMinor(offer);
  expect(Number.isSafeInteger(net) && net > 0).toBe(true);
  expect(totals.has(net)).toBe(true);
  for (const { nightlyMinor } of offer.rooms)
    for (const night of nightlyMinor ?? []) expect(night).toBeGreaterThanOrEqual(0);
  if (offer.policy.kind === 'UNKNOWN') return;
  for (const { penaltyMinor } of offer.policy.penalties) {
    expect(Number.isSafeInteger(penaltyMinor) && penaltyMinor >= 0 && penaltyMinor <= net).toBe(true);
  }
}

describe('an altered response of Rapid', () => {
  it('an altered search response yields only totals that appear in the response', async () => {
    await checked('search', async (supplier, body) => {
      const found = await supplier.search(stage.client.call(), stage.client.searchRequest(STAY, HOTEL));
      expect(['OK', 'FAILED']).toContain(found.kind);
      if (found.kind !== 'OK') return;
      const totals = totalsOf(body);
      for (const { offers } of found.value.hotels) for (const offer of offers) checkOffer(offer, totals);
    });
  });

  it('an altered price check response yields no quote, or a quote whose total appears in the response', async () => {
    const request = stage.client.quoteRequest(STAY, HOTEL, shown ?? '');
    await checked('priceCheck', async (supplier, body) => {
      const quote = await supplier.quote(stage.client.call(), request);
      expect(['OK', 'GONE', 'FAILED']).toContain(quote.kind);
      if (quote.kind === 'OK') checkOffer(quote.value.offer, totalsOf(body));
    });
  });

  it('an altered booking response never refuses the booking', async () => {
    await checked('book', async supplier => {
      const outcome = await supplier.book(stage.client.call(), {
        ...order.request,
        reference: newReference(),
      });
      expect(['ACCEPTED', 'UNKNOWN']).toContain(outcome.kind);
    });
  });

  it('a lookup with an altered response reports absence only if the list is empty, and a booked reservation costs the sum of its room prices', async () => {
    await checked('lookup', async (supplier, body) => {
      const found = await supplier.lookup(stage.client.call(), order.known);
      if (found.kind === 'ABSENT') expect(body).toEqual([]);
      if (found.kind === 'FOUND' && found.state === 'BOOKED') expect(found.netMinor).toBe(sumOfRooms(body));
      expect(['FOUND', 'INCOMPLETE', 'FAILED', 'ABSENT']).toContain(found.kind);
    });
  });

  it('a response with any text and status leads to an outcome without an exception', async () => {
    const request = { ...order.request, reference: newReference() };
    const anything = fc.tuple(fc.oneof(fc.string(), fc.json()), fc.integer({ min: 200, max: 599 }));
    await fc.assert(
      fc.asyncProperty(anything, async ([text, status]) => {
        const supplier = supplierWith(text, status);
        const call = () => stage.client.call();
        const found = await supplier.search(call(), stage.client.searchRequest(STAY, HOTEL));
        expect(['FAILED', 'THROTTLED', 'OK']).toContain(found.kind);
        expect(['UNKNOWN', 'NOT_EXECUTED']).toContain((await supplier.book(call(), request)).kind);
        const { kind } = await supplier.lookup(call(), order.known);
        expect(['FAILED', 'INCOMPLETE', ...(/^\s*\[\s*\]\s*$/.test(text) ? ['ABSENT'] : [])]).toContain(kind);
        await supplier.cancel(call(), order.known);
        await supplier.probe(call());
        mapContent(text, 'en');
      }),
      { numRuns: FUZZ_RUNS },
    );
  });
});
