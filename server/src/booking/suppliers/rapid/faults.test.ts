import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FAULTS } from '../../../../test/suppliers/rapid/faults.ts';
import { FAMILY, HOTEL, STAY, type Stage, startStage } from '../../../../test/suppliers/rapid/stage.ts';
import { USUAL } from '../../../../test/suppliers/rapid/world.ts';
import {
  callsUntilSilence,
  settleBooking,
  settleCancellation,
} from '../../../../test/suppliers/settle-booking.ts';
import type { Call } from '../../port/call.ts';
import type { Supplier } from '../../port/supplier.ts';
import type { Ordered } from '../conformance/supplier-client.ts';
import { newReference } from '../conformance/supplier-client.ts';

const LAG_MS = 5 * 60_000;

let stage: Stage;
let order: Ordered;
let newCall: () => Call;

beforeAll(async () => {
  stage = await startStage();
  newCall = callsUntilSilence(stage.simulator, signal => stage.client.call(undefined, { signal }));
});
afterAll(() => stage.close());
beforeEach(async () => {
  // Tests advance the clock until links expire, so each test needs a new quote.
  order = await stage.client.ordered(FAMILY, HOTEL);
});
afterEach(() => {
  stage.simulator.clearFaults();
  stage.simulator.set(USUAL);
});

const settling = (supplier: Supplier = stage.supplier) => ({
  supplier,
  newCall,
  hidden: { clock: stage.clock, settleMs: supplier.settlement.settleMs },
});
const faultOf = (name: string) => FAULTS[name] as (typeof FAULTS)[string];

function renewed(): Ordered {
  const reference = newReference();
  const sentAtMs = stage.clock.nowMs();
  return {
    ...order,
    request: { ...order.request, reference },
    known: { ...order.known, reference, sentAtMs },
  };
}

async function bookOnce(supplier?: Supplier) {
  const { request, known } = renewed();
  const { settled, first } = await settleBooking(settling(supplier), request, known);
  return { settled, first, known, live: stage.simulator.ledger.live(request.reference) };
}

describe('a booking at Rapid', () => {
  it.each(Object.keys(FAULTS))('a booking is CONFIRMED if and only if Rapid has it after: %s', async name => {
    stage.simulator.fail('book', faultOf(name));
    const { settled, live } = await bookOnce();
    expect(live.length).toBeLessThanOrEqual(1);
    expect(settled).toBe(live.length === 1 ? 'CONFIRMED' : 'REJECTED');
  });

  it.each(Object.keys(FAULTS))('a booking is CONFIRMED even if a lookup also fails with: %s', async name => {
    stage.simulator.set({ lookupLagMs: LAG_MS });
    stage.simulator.fail('book', { when: 'after', kind: 'reset' });
    stage.simulator.fail('lookup', faultOf(name));
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
    const body = { type: 'too_many_requests', message: 'Too many.' };
    stage.simulator.fail('book', { when: 'before', kind: 'respond', response: { status: 429, body } });
    const { first, settled, live } = await bookOnce();
    expect(first).toEqual({ kind: 'NOT_EXECUTED', cause: 'THROTTLED' });
    expect([settled, live.length]).toEqual(['CONFIRMED', 1]);
  });

  it('a booking is DUPLICATE if the reference was used before, and a lookup finds the existing reservation', async () => {
    const { request, known } = renewed();
    expect((await stage.supplier.book(newCall(), request)).kind).toBe('ACCEPTED');
    expect(await stage.supplier.book(newCall(), request)).toEqual({ kind: 'DUPLICATE' });
    expect(await stage.supplier.lookup(newCall(), known)).toMatchObject({ kind: 'FOUND', state: 'BOOKED' });
  });

  it('a lookup of a pending or partially described booking does not report absence', async () => {
    stage.simulator.set({ leavesPending: true });
    const { request, known } = renewed();
    await stage.supplier.book(newCall(), request);
    expect(await stage.supplier.lookup(newCall(), known)).toEqual({ kind: 'INCOMPLETE' });
    stage.simulator.set({ degraded: true });
    expect(await stage.supplier.lookup(newCall(), known)).toEqual({ kind: 'INCOMPLETE' });
  });
});

describe('a cancellation at Rapid', () => {
  it.each(Object.keys(FAULTS))('cancel succeeds if and only if Rapid executed it: %s', async name => {
    const { known } = await bookOnce();
    stage.simulator.fail('cancel', faultOf(name));
    const { isCancelled } = await settleCancellation(settling(), known);
    expect(isCancelled).toBe(stage.simulator.ledger.live(known.reference).length === 0);
  });

  it.each(['done', 'lost'] as const)(
    'a cancellation with status 202 is UNKNOWN, whether it was executed or not: %s',
    async cancelAccepted => {
      const { known } = await bookOnce();
      stage.simulator.set({ cancelAccepted });
      const first = await stage.supplier.cancel(newCall(), known);
      expect(first).toEqual({ kind: 'UNKNOWN', cause: 'INCOMPLETE' });
    },
  );

  it('a cancellation that fails after the first of two rooms is UNKNOWN and can be repeated', async () => {
    const { known } = await bookOnce();
    stage.simulator.fail('cancel', { when: 'after', kind: 'alter', alter: response => response });
    stage.simulator.fail('cancel', { when: 'before', kind: 'respond', response: { status: 503 } });
    expect((await stage.supplier.cancel(newCall(), known)).kind).toBe('UNKNOWN');
    const found = await stage.supplier.lookup(newCall(), known);
    expect(found).toMatchObject({ kind: 'FOUND', rooms: [{ state: 'CANCELLED' }, { state: 'BOOKED' }] });
    expect(await stage.supplier.cancel(newCall(), known)).toEqual({ kind: 'CANCELLED', penaltyMinor: null });
  });

  it('a cancellation retrieves new links if a link is no longer valid', async () => {
    const { known } = await bookOnce();
    stage.simulator.set({ staleRoomLinks: 1 });
    expect(await stage.supplier.cancel(newCall(), known)).toEqual({ kind: 'CANCELLED', penaltyMinor: null });
    const { known: other } = await bookOnce();
    stage.simulator.set({ staleRoomLinks: 10 });
    expect(await stage.supplier.cancel(newCall(), other)).toEqual({ kind: 'REFUSED', reason: 'OTHER' });
  });

  it('a cancellation at Rapid in the scenario cancel.refused is refused with AFTER_STAY', async () => {
    const { known } = await bookOnce();
    const call = { ...newCall(), scenario: 'cancel.refused' as const };
    expect(await stage.supplier.cancel(call, known)).toEqual({ kind: 'REFUSED', reason: 'AFTER_STAY' });
  });

  it('the cancellation of an itinerary that is still invisible can be repeated later', async () => {
    const { request, known } = renewed();
    stage.simulator.set({ lookupLagMs: LAG_MS });
    await stage.supplier.book(newCall(), request);
    expect((await stage.supplier.cancel(newCall(), known)).kind).toBe('NOT_EXECUTED');
    stage.clock.advance(LAG_MS);
    expect((await stage.supplier.cancel(newCall(), known)).kind).toBe('CANCELLED');
  });
});

describe('a read from Rapid', () => {
  it.each(Object.keys(FAULTS))('a Rapid search or quote always fails after: %s', async name => {
    stage.simulator.fail('search', faultOf(name));
    const found = await stage.supplier.search(newCall(), stage.client.searchRequest(STAY, HOTEL));
    expect(found.kind).toBe('FAILED');
    const [offer] = await stage.client.offers(STAY, HOTEL);
    stage.simulator.fail('priceCheck', faultOf(name));
    const request = stage.client.quoteRequest(STAY, HOTEL, offer ?? '');
    expect((await stage.supplier.quote(newCall(), request)).kind).toBe('FAILED');
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
    'that does not wait until a new itinerary is visible': supplier => ({
      ...supplier,
      settlement: { settleMs: 0, speedUp: 1 },
    }),
    'that reports an unknown outcome as not executed': supplier => ({
      ...supplier,
      async book(call, request) {
        const outcome = await supplier.book(call, request);
        return outcome.kind === 'UNKNOWN' ? { kind: 'NOT_EXECUTED', cause: 'CREDENTIALS' } : outcome;
      },
    }),
  };

  it.each(Object.keys(broken))('the reservations in the simulator reveal an adapter %s', async name => {
    const supplier = broken[name]?.(stage.supplier) ?? stage.supplier;
    stage.simulator.set({ lookupLagMs: LAG_MS });
    stage.simulator.fail('book', { when: 'after', kind: 'reset' });
    const before = stage.simulator.ledger.itineraries.length;
    const { settled, live } = await bookOnce(supplier);
    const agrees = settled === (live.length === 1 ? 'CONFIRMED' : 'REJECTED');
    const isSingle = stage.simulator.ledger.itineraries.length - before <= 1;
    expect(agrees && isSingle).toBe(false);
  });
});
