import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FAULTS } from '../../../../test/suppliers/liteapi/faults.ts';
import { HOTEL, STAY, type Stage, startStage } from '../../../../test/suppliers/liteapi/stage.ts';
import {
  callsUntilSilence,
  settleBooking,
  settleCancellation,
} from '../../../../test/suppliers/settle-booking.ts';
import type { Call } from '../../port/call.ts';
import type { Supplier } from '../../port/supplier.ts';
import type { Ordered } from '../conformance/supplier-client.ts';
import { newReference } from '../conformance/supplier-client.ts';

let stage: Stage;
let order: Ordered;
let newCall: () => Call;

beforeAll(async () => {
  stage = await startStage();
  newCall = callsUntilSilence(stage.simulator, signal => stage.client.call(undefined, { signal }));
  order = await stage.client.ordered(STAY, HOTEL);
});
afterAll(() => stage.close());
afterEach(() => {
  stage.simulator.clearFaults();
  stage.simulator.set({ perSecond: undefined });
});

/** The same quote with a new reference, which LiteAPI allows. */
function renewed(): Ordered {
  const reference = newReference();
  return { ...order, request: { ...order.request, reference }, known: { ...order.known, reference } };
}

async function bookOnce(supplier: Supplier = stage.supplier) {
  const { request, known } = renewed();
  const { settled, first } = await settleBooking({ supplier, newCall }, request, known);
  return { settled, first, known, live: stage.simulator.ledger.live(request.reference) };
}

describe('a booking at LiteAPI', () => {
  it.each(Object.keys(FAULTS))(
    'a booking is CONFIRMED if LiteAPI has the reservation, and REJECTED if not, after: %s',
    async name => {
      stage.simulator.fail('book', FAULTS[name] as (typeof FAULTS)[string]);
      const { settled, live } = await bookOnce();
      expect(live.length).toBeLessThanOrEqual(1);
      expect(settled).toBe(live.length === 1 ? 'CONFIRMED' : 'REJECTED');
    },
  );

  it.each(Object.keys(FAULTS))('a booking is CONFIRMED even if a lookup also fails with: %s', async name => {
    stage.simulator.fail('book', { when: 'after', kind: 'reset' });
    stage.simulator.fail('lookup', FAULTS[name] as (typeof FAULTS)[string]);
    const { settled, live } = await bookOnce();
    expect([settled, live.length]).toEqual(['CONFIRMED', 1]);
  });

  it('a booking is never refused because of an error that does not rule out a reservation', async () => {
    for (const [name, fault] of Object.entries(FAULTS).filter(([key]) => key.endsWith('after the effect'))) {
      stage.simulator.fail('book', fault);
      const { first } = await bookOnce();
      expect([name, first.kind]).not.toEqual([name, 'REFUSED']);
      expect([name, first.kind]).not.toEqual([name, 'NOT_EXECUTED']);
    }
  });

  it('a throttled booking request is retried and creates exactly one reservation', async () => {
    stage.simulator.fail('book', {
      when: 'before',
      kind: 'respond',
      response: { status: 429, body: { error: { code: 4290, message: 'too many' } } },
    });
    const { first, settled, live } = await bookOnce();
    expect(first).toEqual({ kind: 'NOT_EXECUTED', cause: 'THROTTLED' });
    expect([settled, live.length]).toEqual(['CONFIRMED', 1]);
  });

  it('a booking is DUPLICATE if the reference was used before, and a lookup finds the existing reservation', async () => {
    const { request, known } = renewed();
    expect((await stage.supplier.book(newCall(), request)).kind).toBe('CONFIRMED');
    expect(await stage.supplier.book(newCall(), request)).toEqual({ kind: 'DUPLICATE' });
    expect(await stage.supplier.lookup(newCall(), known)).toMatchObject({ kind: 'FOUND', state: 'BOOKED' });
  });
});

describe('a cancellation at LiteAPI', () => {
  it.each(Object.keys(FAULTS))('cancel succeeds if and only if LiteAPI executed it: %s', async name => {
    const { known } = await bookOnce();
    stage.simulator.fail('cancel', FAULTS[name] as (typeof FAULTS)[string]);
    const { isCancelled } = await settleCancellation({ supplier: stage.supplier, newCall }, known);
    expect(isCancelled).toBe(stage.simulator.ledger.live(known.reference).length === 0);
  });
});

describe('a read from LiteAPI', () => {
  it.each(Object.keys(FAULTS))('no LiteAPI search, quote or sweep returns data after: %s', async name => {
    const fault = FAULTS[name] as (typeof FAULTS)[string];
    stage.simulator.fail('search', fault);
    const found = await stage.supplier.search(newCall(), stage.client.searchRequest(STAY, HOTEL));
    expect(['FAILED', 'NONE']).toContain(found.kind);
    const [offer] = await stage.client.offers(STAY, HOTEL);
    stage.simulator.fail('prebook', fault);
    const request = {
      ...stage.client.quoteRequest(STAY, HOTEL, offer?.rateKey ?? ''),
      tokens: offer?.tokens,
    };
    expect((await stage.supplier.quote(newCall(), request)).kind).toBe('FAILED');
    stage.simulator.fail('sweep', fault);
    expect((await stage.supplier.sweep(newCall(), 0, Date.UTC(2100, 0, 1))).kind).toBe('FAILED');
  });
});

/** Each of these adapters must cause a mismatch with the ledger that the tests above would detect. */
describe('deliberately wrong adapters', () => {
  const broken: Record<string, (supplier: Supplier) => Supplier> = {
    'that treats an unknown outcome as a refusal': supplier => ({
      ...supplier,
      async book(call, request) {
        const outcome = await supplier.book(call, request);
        return outcome.kind === 'UNKNOWN' ? { kind: 'REFUSED', reason: 'PROVIDER_REFUSED' } : outcome;
      },
    }),
    'that books again with another reference': supplier => ({
      ...supplier,
      async book(call, request) {
        const outcome = await supplier.book(call, request);
        if (outcome.kind !== 'UNKNOWN') return outcome;
        const second = { ...request, reference: newReference() };
        return supplier.book(newCall(), second);
      },
    }),
    'that treats a failed lookup as an absence': supplier => ({
      ...supplier,
      async lookup() {
        return { kind: 'ABSENT' };
      },
    }),
    'that reports an unknown outcome as not executed': supplier => ({
      ...supplier,
      async book(call, request) {
        const outcome = await supplier.book(call, request);
        if (outcome.kind === 'CONFIRMED') return outcome;
        return { kind: 'NOT_EXECUTED', cause: 'CREDENTIALS' };
      },
    }),
  };

  it.each(Object.keys(broken))('the reservations in the simulator reveal an adapter %s', async name => {
    const supplier = broken[name]?.(stage.supplier) ?? stage.supplier;
    stage.simulator.fail('book', { when: 'after', kind: 'reset' });
    const before = stage.simulator.ledger.bookings.length;
    const { settled, live } = await bookOnce(supplier);
    const agrees = settled === (live.length === 1 ? 'CONFIRMED' : 'REJECTED');
    const isSingle = stage.simulator.ledger.bookings.length - before <= 1;
    expect(agrees && isSingle).toBe(false);
  });
});
