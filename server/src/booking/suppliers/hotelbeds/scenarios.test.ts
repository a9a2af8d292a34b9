import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type AdapterWorld,
  hotelWithCode,
  NOW_MS,
  STAY,
  startAdapter,
} from '../../../../test/suppliers/hotelbeds/adapter-world.ts';
import { ORDINARY } from '../../../../test/suppliers/hotelbeds/facts.ts';
import { FAILURES, REFUSALS } from '../../../../test/suppliers/hotelbeds/faults.ts';
import {
  callsUntilSilence,
  findViolations,
  type Settled,
  settleBooking,
} from '../../../../test/suppliers/settle-booking.ts';
import { failing } from '../../../../test/suppliers/simulator-faults.ts';
import type { SimulatedResponse } from '../../../../test/suppliers/supplier-simulator.ts';
import type { Call } from '../../port/call.ts';
import type { BookRequest, Supplier } from '../../port/supplier.ts';
import { bookFailure, OUTCOME_RULES, type OutcomeRule } from './outcomes.ts';

const WHEN = ['before', 'after'] as const;

let world: AdapterWorld;
let call: () => Call;

beforeAll(async () => {
  world = await startAdapter();
  call = callsUntilSilence(world.simulator, signal => world.client.call(undefined, { signal }));
  for (const { rooms } of world.simulator.state.hotels) for (const room of rooms) room.allotment = 100_000;
});
afterAll(() => world.close());
afterEach(() => {
  world.simulator.clearFaults();
  world.simulator.state.listLagMs = 0;
});

const ordered = () => world.client.ordered(STAY, hotelWithCode(ORDINARY));

async function settleWith(supplier: Pick<Supplier, 'book' | 'lookup'> = world.supplier) {
  const { request, known } = await ordered();
  return { request, known, run: () => settleBooking({ supplier, newCall: call }, request, known) };
}

const violationsOf = ({ reference }: BookRequest, settled: Settled) =>
  findViolations(world.simulator.state.ledger.live(reference).length, reference, settled);

describe('booking', () => {
  it.each(Object.keys(FAILURES).flatMap(name => WHEN.map(when => [name, when] as const)))(
    'a booking is settled correctly if %s occurs %s the supplier executes it',
    async (name, when) => {
      const { request, run } = await settleWith();
      world.simulator.fail('book', failing(FAILURES[name] ?? expect.fail(name), when));
      const { settled, sends, first } = await run();
      expect(sends).toBe(1);
      expect(first.kind).toBe('UNKNOWN');
      expect(settled).toBe(when === 'after' ? 'CONFIRMED' : 'REJECTED');
      expect(violationsOf(request, settled)).toEqual([]);
    },
  );

  it.each(Object.keys(REFUSALS))('a booking is rejected and not executed after %s', async name => {
    const { request, run } = await settleWith();
    world.simulator.fail('book', failing(REFUSALS[name] ?? expect.fail(name), 'before'), 3);
    const { settled, first } = await run();
    world.simulator.clearFaults();
    expect(['REFUSED', 'NOT_EXECUTED']).toContain(first.kind);
    expect(settled).toBe('REJECTED');
    expect(violationsOf(request, settled)).toEqual([]);
  });

  it('a booking request is sent again with the same reference after the quota was exhausted', async () => {
    const { request, run } = await settleWith();
    world.simulator.fail('book', failing(REFUSALS['a used quota'] ?? expect.fail(), 'before'));
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
    const { first, settled } = await run();
    expect(first.kind).toBe('UNKNOWN');
    expect(violationsOf(request, settled)).toEqual([]);
  });

  it('a response with both a booking and an error is contradictory', async () => {
    const { request, run } = await settleWith();
    const alter = ({ body, ...rest }: SimulatedResponse) => ({
      ...rest,
      body: { ...(body as object), error: { code: 'PRODUCT_ERROR-1', message: 'Insufficient allotment' } },
    });
    world.simulator.fail('book', { when: 'after', kind: 'alter', alter });
    expect(await run()).toMatchObject({
      first: { kind: 'UNKNOWN', cause: 'CONTRADICTORY' },
      settled: 'CONFIRMED',
    });
    expect(world.simulator.state.ledger.live(request.reference)).toHaveLength(1);
  });

  it('a booking above the price tolerance is reported with its price, so that the service does not confirm it', async () => {
    const { request, run } = await settleWith();
    world.simulator.movePrice(ORDINARY, 178, 'BEYOND_TOLERANCE');
    const { settled, first } = await run();
    world.simulator.movePrice(ORDINARY, 0, 'BEYOND_TOLERANCE');
    expect(first).toMatchObject({ kind: 'CONFIRMED', netMinor: request.netMinor + 178 });
    expect(settled).toBe('ATTENTION');
  });

  it('a booking is refused as PRICE_CHANGED if the price has risen since the quote', async () => {
    const { run } = await settleWith();
    world.simulator.movePrice(ORDINARY, 178, 'BOOKING');
    const { first } = await run();
    world.simulator.movePrice(ORDINARY, 0, 'BOOKING');
    expect(first).toEqual({ kind: 'REFUSED', reason: 'PRICE_CHANGED' });
  });

  it('a lookup finds a new booking before its settle time has passed', async () => {
    const { request, known } = await settleWith();
    world.simulator.state.listLagMs = 60_000;
    world.simulator.fail('book', failing(FAILURES.reset ?? expect.fail(), 'after'));
    expect((await world.supplier.book(call(), request)).kind).toBe('UNKNOWN');
    // The service accepts ABSENT only after this time.
    expect(world.supplier.settlement.settleMs).toBeGreaterThan(world.simulator.state.listLagMs);
    world.clock.advance(60_000);
    expect(await world.supplier.lookup(call(), known)).toMatchObject({ kind: 'FOUND', state: 'BOOKED' });
    world.simulator.state.listLagMs = 0;
  });
});

describe('reads', () => {
  const reads: Record<string, (supplier: Supplier, request: BookRequest) => Promise<{ kind: string }>> = {
    search: supplier => supplier.search(call(), world.client.searchRequest(STAY, hotelWithCode(ORDINARY))),
    list: (supplier, request) => supplier.lookup(call(), world.client.known(request)),
    detail: (supplier, request) => {
      const [live] = world.simulator.state.ledger.live(request.reference);
      return supplier.lookup(call(), {
        ...world.client.known(request),
        supplierRef: live?.reference ?? '',
      });
    },
  };

  it.each(
    Object.keys(reads).flatMap(operation =>
      [...Object.keys(FAILURES), ...Object.keys(REFUSALS)].map(name => [operation, name] as const),
    ),
  )('the Hotelbeds operation %s fails, or correctly finds no rooms, after %s', async (operation, name) => {
    const { request } = await ordered();
    await world.supplier.book(world.client.call(), request);
    const fault = FAILURES[name] ?? REFUSALS[name] ?? expect.fail(name);
    world.simulator.fail(operation, failing(fault, 'before'));
    const { kind } = (await reads[operation]?.(world.supplier, request)) ?? { kind: 'none' };
    world.simulator.clearFaults();
    const isProduct = /allotment|sales|price|contract/.test(name) && operation === 'search';
    expect(isProduct ? ['NONE', 'FAILED'] : ['FAILED', 'THROTTLED']).toContain(kind);
  });

  it.each([...Object.keys(FAILURES), ...Object.keys(REFUSALS)])(
    'a quote at Hotelbeds never succeeds after %s',
    async name => {
      const hotel = hotelWithCode(ORDINARY);
      const [offer] = await world.client.offers(STAY, hotel);
      const fault = FAILURES[name] ?? REFUSALS[name] ?? expect.fail(name);
      world.simulator.fail('quote', failing(fault, 'before'));
      const request = world.client.quoteRequest(STAY, hotel, offer ?? expect.fail('no offer'));
      const { kind } = await world.supplier.quote(call(), request);
      expect(['FAILED', 'THROTTLED', 'GONE']).toContain(kind);
    },
  );
});

describe('cancelling', () => {
  it.each(Object.keys(FAILURES).flatMap(name => WHEN.map(when => [name, when] as const)))(
    'a lookup reports the right state if %s occurs %s the supplier executes a cancellation',
    async (name, when) => {
      const { request, known } = await ordered();
      await world.supplier.book(world.client.call(), request);
      world.simulator.fail('cancel', failing(FAILURES[name] ?? expect.fail(name), when));
      expect((await world.supplier.cancel(call(), known)).kind).toBe('UNKNOWN');
      const found = await world.supplier.lookup(world.client.call(), known);
      expect(found).toMatchObject({ state: when === 'after' ? 'CANCELLED' : 'BOOKED' });
      const again = await world.supplier.cancel(world.client.call(), known);
      expect(again.kind).toBe(when === 'after' ? 'ALREADY' : 'CANCELLED');
      expect(world.simulator.state.ledger.live(request.reference)).toHaveLength(0);
    },
  );

  it.each(Object.keys(REFUSALS))(
    'a cancellation that the supplier refuses leaves the booking unchanged: %s',
    async name => {
      const { request, known } = await ordered();
      await world.supplier.book(world.client.call(), request);
      world.simulator.fail('cancel', failing(REFUSALS[name] ?? expect.fail(name), 'before'));
      const { kind } = await world.supplier.cancel(call(), known);
      expect(['REFUSED', 'NOT_EXECUTED']).toContain(kind);
      expect(world.simulator.state.ledger.live(request.reference)).toHaveLength(1);
    },
  );

  it('every DELETE request to Hotelbeds has a cancellation flag', () => {
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
    ['SYSTEM_ERROR 500', 'treats SYSTEM_ERROR as a refusal', 'SYSTEM_ERROR'],
    ['a confirmation error', 'treats every PRODUCT_ERROR as a refusal', 'PRODUCT_ERROR'],
  ])(
    'a comparison with the reservations in the simulator detects, after %s, an adapter that %s',
    async (name, _title, code) => {
      const fault = FAILURES[name] as { response?: SimulatedResponse } | undefined;
      lastFault = fault?.response;
      const supplier = withRules(rules => [{ status: 500, code, verdict: 'REFUSED' }, ...rules]);
      const { request, run } = await settleWith(supplier);
      world.simulator.fail('book', failing(FAILURES[name] ?? expect.fail(name), 'after'));
      const { settled } = await run();
      expect(violationsOf(request, settled)).not.toEqual([]);
    },
  );

  it('a comparison with the reservations in the simulator detects an adapter that sends a booking again after an unknown outcome', async () => {
    const supplier: Pick<Supplier, 'book' | 'lookup'> = {
      lookup: world.supplier.lookup,
      async book(bookCall, request) {
        const outcome = await world.supplier.book(bookCall, request);
        return outcome.kind === 'UNKNOWN' ? world.supplier.book(world.client.call(), request) : outcome;
      },
    };
    const { request, run } = await settleWith(supplier);
    world.simulator.fail('book', failing(FAILURES.reset ?? expect.fail(), 'after'));
    const { settled } = await run();
    expect(violationsOf(request, settled)).not.toEqual([]);
  });

  it('a comparison with the reservations in the simulator detects an adapter that treats an unreadable list as an absence', async () => {
    const supplier: Pick<Supplier, 'book' | 'lookup'> = {
      book: world.supplier.book,
      async lookup(lookupCall, known) {
        const found = await world.supplier.lookup(lookupCall, known);
        return found.kind === 'FAILED' ? { kind: 'ABSENT' } : found;
      },
    };
    const { request, run } = await settleWith(supplier);
    world.simulator.fail('book', failing(FAILURES.reset ?? expect.fail(), 'after'));
    world.simulator.fail(
      'list',
      failing(FAILURES['status 200 with an empty object'] ?? expect.fail(), 'before'),
    );
    const { settled } = await run();
    expect(violationsOf(request, settled)).not.toEqual([]);
  });
});
