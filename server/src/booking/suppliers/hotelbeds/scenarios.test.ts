/** Runs every operation of the Hotelbeds adapter with every fault, and compares the outcome with the simulator's ledger. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type AdapterWorld,
  hotelWithCode,
  NOW_MS,
  STAY,
  startAdapter,
} from '../../../../test/suppliers/hotelbeds/adapter-world.ts';
import { ORDINARY } from '../../../../test/suppliers/hotelbeds/facts.ts';
import { inject, REFUSALS, SILENT_FAULTS } from '../../../../test/suppliers/hotelbeds/faults.ts';
import { findViolations, settleBooking } from '../../../../test/suppliers/hotelbeds/settle-booking.ts';
import type { SimulatedResponse } from '../../../../test/suppliers/supplier-simulator.ts';
import type { Call } from '../../port/call.ts';
import type { BookRequest, Supplier } from '../../port/supplier.ts';
import { bookFailure, OUTCOME_RULES, type OutcomeRule } from './outcomes.ts';

/** Faults without a response use up this time. Everything else must finish within it, even on a busy machine. */
const SHORT_MS = 800;
const LONG_MS = 15_000;
const SLOW = ['hang', 'trickle'];
const WHEN = ['before', 'after'] as const;

let world: AdapterWorld;

beforeAll(async () => {
  world = await startAdapter();
  for (const { rooms } of world.simulator.state.hotels) for (const room of rooms) room.allotment = 100_000;
});
afterAll(() => world.close());
afterEach(() => {
  world.simulator.clearFaults();
  world.simulator.state.listLagMs = 0;
});

/** A call with a real deadline, because the simulator hangs in real time. */
function call(fault = ''): Call {
  return world.client.call(undefined, {
    signal: AbortSignal.timeout(SLOW.includes(fault) ? SHORT_MS : LONG_MS),
  });
}

const ordered = () => world.client.ordered(STAY, hotelWithCode(ORDINARY));

async function settleWith(supplier: Pick<Supplier, 'book' | 'lookup'> = world.supplier, fault = '') {
  const { request, known } = await ordered();
  return { request, known, run: () => settleBooking({ supplier, request, known, call: () => call(fault) }) };
}

describe('booking', () => {
  it.each(Object.keys(SILENT_FAULTS).flatMap(name => WHEN.map(when => [name, when] as const)))(
    'a booking is settled correctly after %s, %s the effect',
    async (name, when) => {
      const { request, run } = await settleWith(world.supplier, name);
      world.simulator.fail('book', inject(SILENT_FAULTS[name] ?? expect.fail(name), when));
      const { settled, sends, outcome } = await run();
      expect(sends).toBe(1);
      expect(outcome.kind).toBe('UNKNOWN');
      expect(settled).toBe(when === 'after' ? 'CONFIRMED' : 'REJECTED');
      expect(findViolations(world.simulator, request.reference, settled)).toEqual([]);
    },
  );

  it.each(Object.keys(REFUSALS))('a booking is rejected and never looked up after %s', async name => {
    const { request, run } = await settleWith();
    world.simulator.fail('book', inject(REFUSALS[name] ?? expect.fail(name), 'before'), 3);
    const { settled, outcome } = await run();
    world.simulator.clearFaults();
    expect(['REFUSED', 'NOT_EXECUTED']).toContain(outcome.kind);
    expect(settled).toBe('REJECTED');
    expect(findViolations(world.simulator, request.reference, settled)).toEqual([]);
  });

  it('a booking is repeated with the same reference after the quota was exhausted', async () => {
    const { request, run } = await settleWith();
    world.simulator.fail('book', inject(REFUSALS['a used quota'] ?? expect.fail(), 'before'));
    expect(await run()).toMatchObject({ settled: 'CONFIRMED', sends: 2 });
    expect(world.simulator.state.ledger.live(request.reference)).toHaveLength(1);
  });

  type Booking = Record<string, unknown> & { hotel: Record<string, unknown> };

  const alterations: Record<string, (booking: Booking) => Booking> = {
    'another hotel': ({ hotel, ...rest }) => ({ ...rest, hotel: { ...hotel, code: 4_711 } }),
    'another reference': booking => ({ ...booking, clientReference: 'SOMETHING-ELSE' }),
    'a cancelled status': booking => ({ ...booking, status: 'CANCELLED' }),
    'an unknown status': booking => ({ ...booking, status: 'PENDING' }),
    'another total': booking => ({ ...booking, totalNet: 1.23 }),
    'another room': ({ hotel, ...rest }) => ({
      ...rest,
      hotel: { ...hotel, rooms: (hotel.rooms as object[]).map(room => ({ ...room, code: 'XXX.ST' })) },
    }),
    'a cancelled room': ({ hotel, ...rest }) => ({
      ...rest,
      hotel: { ...hotel, rooms: (hotel.rooms as object[]).map(room => ({ ...room, status: 'CANCELLED' })) },
    }),
    'no total': ({ totalNet: _, ...booking }) => booking as unknown as Booking,
  };

  it.each(Object.keys(alterations))('a confirmation with %s does not confirm the booking', async name => {
    const { request, run } = await settleWith();
    const alter = ({ body, ...rest }: SimulatedResponse) => {
      const { booking, ...others } = body as { booking: Booking };
      return { ...rest, body: { ...others, booking: alterations[name]?.(booking) } };
    };
    world.simulator.fail('book', { when: 'after', kind: 'alter', alter });
    const { outcome, settled } = await run();
    expect(outcome.kind).toBe('UNKNOWN');
    expect(findViolations(world.simulator, request.reference, settled)).toEqual([]);
  });

  it('a response with both a booking and an error is contradictory', async () => {
    const { request, run } = await settleWith();
    const alter = ({ body, ...rest }: SimulatedResponse) => ({
      ...rest,
      body: { ...(body as object), error: { code: 'PRODUCT_ERROR-1', message: 'Insufficient allotment' } },
    });
    world.simulator.fail('book', { when: 'after', kind: 'alter', alter });
    expect(await run()).toMatchObject({
      outcome: { kind: 'UNKNOWN', cause: 'CONTRADICTORY' },
      settled: 'CONFIRMED',
    });
    expect(world.simulator.state.ledger.live(request.reference)).toHaveLength(1);
  });

  it('a price beyond the tolerance is reported, so that the service does not confirm it', async () => {
    const { request, run } = await settleWith();
    world.simulator.movePrice(ORDINARY, 178, 'BEYOND_TOLERANCE');
    const { settled, outcome } = await run();
    world.simulator.movePrice(ORDINARY, 0, 'BEYOND_TOLERANCE');
    expect(outcome).toMatchObject({ kind: 'CONFIRMED', netMinor: request.netMinor + 178 });
    expect(settled).toBe('ATTENTION');
  });

  it('a price that rises before the booking is refused as PRICE_CHANGED', async () => {
    const { run } = await settleWith();
    world.simulator.movePrice(ORDINARY, 178, 'BOOKING');
    const { outcome } = await run();
    world.simulator.movePrice(ORDINARY, 0, 'BOOKING');
    expect(outcome).toEqual({ kind: 'REFUSED', reason: 'PRICE_CHANGED' });
  });

  it('a booking that is not yet listed is not reported as booked', async () => {
    const { request, known } = await settleWith();
    world.simulator.state.listLagMs = 60_000;
    world.simulator.fail('book', inject(SILENT_FAULTS.reset ?? expect.fail(), 'after'));
    expect((await world.supplier.book(call(), request)).kind).toBe('UNKNOWN');
    // The service accepts ABSENT only after this time.
    expect(world.supplier.settlement.settleMs).toBeGreaterThan(world.simulator.state.listLagMs);
    world.clock.advance(60_000);
    expect(await world.supplier.lookup(call(), known)).toMatchObject({ kind: 'FOUND', state: 'BOOKED' });
    world.simulator.state.listLagMs = 0;
  });
});

describe('reads', () => {
  const reads: Record<
    string,
    (supplier: Supplier, request: BookRequest, fault: string) => Promise<{ kind: string }>
  > = {
    search: (supplier, _request, fault) =>
      supplier.search(call(fault), world.client.searchRequest(STAY, hotelWithCode(ORDINARY))),
    list: (supplier, request, fault) => supplier.lookup(call(fault), world.client.known(request)),
    detail: (supplier, request, fault) => {
      const [live] = world.simulator.state.ledger.live(request.reference);
      return supplier.lookup(call(fault), {
        ...world.client.known(request),
        supplierRef: live?.reference ?? '',
      });
    },
  };

  it.each(
    Object.keys(reads).flatMap(operation =>
      [...Object.keys(SILENT_FAULTS), ...Object.keys(REFUSALS)].map(name => [operation, name] as const),
    ),
  )('the operation %s never returns a wrong result after %s', async (operation, name) => {
    const { request } = await ordered();
    await world.supplier.book(world.client.call(), request);
    const fault = SILENT_FAULTS[name] ?? REFUSALS[name] ?? expect.fail(name);
    world.simulator.fail(operation, inject(fault, 'before'));
    const { kind } = (await reads[operation]?.(world.supplier, request, name)) ?? { kind: 'none' };
    world.simulator.clearFaults();
    const isProduct = /allotment|sales|price|contract/.test(name) && operation === 'search';
    expect(isProduct ? ['NONE', 'FAILED'] : ['FAILED', 'THROTTLED']).toContain(kind);
  });

  it.each([...Object.keys(SILENT_FAULTS), ...Object.keys(REFUSALS)])(
    'a quote is never a success after %s',
    async name => {
      const hotel = hotelWithCode(ORDINARY);
      const [offer] = await world.client.offers(STAY, hotel);
      const fault = SILENT_FAULTS[name] ?? REFUSALS[name] ?? expect.fail(name);
      world.simulator.fail('quote', inject(fault, 'before'));
      const request = world.client.quoteRequest(STAY, hotel, offer ?? expect.fail('no offer'));
      const { kind } = await world.supplier.quote(call(name), request);
      expect(['FAILED', 'THROTTLED', 'GONE']).toContain(kind);
    },
  );
});

describe('cancelling', () => {
  it.each(Object.keys(SILENT_FAULTS).flatMap(name => WHEN.map(when => [name, when] as const)))(
    'a cancellation has the right state after %s, %s the effect',
    async (name, when) => {
      const { request, known } = await ordered();
      await world.supplier.book(world.client.call(), request);
      world.simulator.fail('cancel', inject(SILENT_FAULTS[name] ?? expect.fail(name), when));
      expect((await world.supplier.cancel(call(name), known)).kind).toBe('UNKNOWN');
      const found = await world.supplier.lookup(world.client.call(), known);
      expect(found).toMatchObject({ state: when === 'after' ? 'CANCELLED' : 'BOOKED' });
      const again = await world.supplier.cancel(world.client.call(), known);
      expect(again.kind).toBe(when === 'after' ? 'ALREADY' : 'CANCELLED');
      expect(world.simulator.state.ledger.live(request.reference)).toHaveLength(0);
    },
  );

  it.each(Object.keys(REFUSALS))(
    'a cancellation that the supplier refuses leaves the booking as it is: %s',
    async name => {
      const { request, known } = await ordered();
      await world.supplier.book(world.client.call(), request);
      world.simulator.fail('cancel', inject(REFUSALS[name] ?? expect.fail(name), 'before'));
      const { kind } = await world.supplier.cancel(call(), known);
      expect(['REFUSED', 'NOT_EXECUTED']).toContain(kind);
      expect(world.simulator.state.ledger.live(request.reference)).toHaveLength(1);
    },
  );

  it('every DELETE request has a flag', () => {
    const deletes = world.simulator.exchanges.filter(({ request }) => request.method === 'DELETE');
    expect(deletes.length).toBeGreaterThan(0);
    expect(deletes.every(({ request }) => request.query.has('cancellationFlag'))).toBe(true);
  });

  it('a partly cancelled booking is reported room by room', async () => {
    const { request, known } = await world.client.ordered(
      {
        ...STAY,
        occupancies: [
          { adults: 2, childAges: [] },
          { adults: 1, childAges: [] },
        ],
      },
      hotelWithCode(ORDINARY),
    );
    await world.supplier.book(world.client.call(), request);
    const [live] = world.simulator.state.ledger.live(request.reference);
    if (live?.rates[0] === undefined) return expect.fail('no reservation');
    live.rates[0].state = 'CANCELLED';
    expect(await world.supplier.lookup(world.client.call(), known)).toMatchObject({
      rooms: [{ state: 'CANCELLED' }, { state: 'BOOKED' }],
    });
  });
});

describe('deliberately wrong adapters', () => {
  /** Replaces the rules by which failed bookings are judged. */
  function withRules(change: (rules: readonly OutcomeRule[]) => readonly OutcomeRule[]): Supplier {
    return {
      ...world.supplier,
      async book(bookCall, request) {
        const outcome = await world.supplier.book(bookCall, request);
        const response = world.simulator.exchanges.findLast(({ operation }) => operation === 'book');
        if (outcome.kind === 'CONFIRMED' || response === undefined) return outcome;
        const { status, body } = lastFault ?? { status: 500, body: undefined };
        return bookFailure({ kind: 'REPLY', status, json: body, retryAtMs: NOW_MS }, change(OUTCOME_RULES));
      },
    };
  }
  let lastFault: SimulatedResponse | undefined;

  it.each([
    ['SYSTEM_ERROR 500', 'takes SYSTEM_ERROR for a refusal', 'SYSTEM_ERROR'],
    ['a confirmation error', 'takes every PRODUCT_ERROR for a refusal', 'PRODUCT_ERROR'],
  ])('after %s, an adapter that %s', async (name, _title, code) => {
    const fault = SILENT_FAULTS[name] as { response?: SimulatedResponse } | undefined;
    lastFault = fault?.response;
    const supplier = withRules(rules => [{ status: 500, code, verdict: 'REFUSED' }, ...rules]);
    const { request, run } = await settleWith(supplier);
    world.simulator.fail('book', inject(SILENT_FAULTS[name] ?? expect.fail(name), 'after'));
    const { settled } = await run();
    expect(findViolations(world.simulator, request.reference, settled)).not.toEqual([]);
  });

  it('the checks detect an adapter that repeats a booking after an unknown outcome', async () => {
    const supplier: Pick<Supplier, 'book' | 'lookup'> = {
      lookup: world.supplier.lookup,
      async book(bookCall, request) {
        const outcome = await world.supplier.book(bookCall, request);
        return outcome.kind === 'UNKNOWN' ? world.supplier.book(world.client.call(), request) : outcome;
      },
    };
    const { request, run } = await settleWith(supplier);
    world.simulator.fail('book', inject(SILENT_FAULTS.reset ?? expect.fail(), 'after'));
    const { settled } = await run();
    expect(findViolations(world.simulator, request.reference, settled)).not.toEqual([]);
  });

  it('the checks detect an adapter that treats an unreadable list as an absence', async () => {
    const supplier: Pick<Supplier, 'book' | 'lookup'> = {
      book: world.supplier.book,
      async lookup(lookupCall, known) {
        const found = await world.supplier.lookup(lookupCall, known);
        return found.kind === 'FAILED' ? { kind: 'ABSENT' } : found;
      },
    };
    const { request, run } = await settleWith(supplier);
    world.simulator.fail('book', inject(SILENT_FAULTS.reset ?? expect.fail(), 'after'));
    world.simulator.fail('list', inject(SILENT_FAULTS['an empty object'] ?? expect.fail(), 'before'));
    const { settled } = await run();
    expect(findViolations(world.simulator, request.reference, settled)).not.toEqual([]);
  });
});
