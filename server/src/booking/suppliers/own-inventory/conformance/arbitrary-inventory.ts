/** Arbitrary inventories and stays for property-based tests. They are small but cover every case. */
import { type InventoryDocument, inventoryDocument } from '@serai/contract/inventory/inventory-document.ts';
import fc from 'fast-check';
import type { StayRequest } from '../../../port/supplier.ts';
import type { RateRow } from '../cache/rate-block.ts';

/** Includes the leap day of 2028. */
export const FIRST_NIGHT = '2028-02-26';
export const DAYS = 9;

const PLANS = ['P0', 'P1', 'P2', 'P3', 'P4'] as const;
const ROOMS = ['A', 'B', 'C~long room code that does not fit into a rate key of sixty-four'] as const;
const MODELS = ['PER_ROOM', 'PER_PERSON', 'PER_OCCUPANCY'] as const;

export const nightAt = (at: number) =>
  new Date(Date.parse(FIRST_NIGHT) + at * 86_400_000).toISOString().slice(0, 10);

const amount = fc.integer({ min: 0, max: 30_000 }).map(minor => (minor / 100).toFixed(2));
const maybe = <T>(value: fc.Arbitrary<T>, freq = 2) => fc.option(value, { nil: undefined, freq });
const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 1 });
const bandPrices = fc.record({ inf: amount, kid: amount }, { requiredKeys: [] });

const room = (roomCode: string) =>
  fc.record({
    roomCode: fc.constant(roomCode),
    baseOccupancy: fc.integer({ min: 1, max: 3 }),
    maxAdults: fc.integer({ min: 1, max: 5 }),
    maxChildren: fc.constantFrom(0, 0, 1, 2, 3),
    maxInfants: fc.integer({ min: 0, max: 2 }),
    maxTotal: fc.integer({ min: 2, max: 5 }),
    infantsTakeBed: fc.boolean(),
    freeChildren: fc.integer({ min: 0, max: 1 }),
    extraAdult: maybe(amount, 6),
    children: maybe(bandPrices),
  });

const derivation = fc.oneof(
  fc.constantFrom('-10', '12.5', '-33.33', '7', '-100').map(percent => ({ percent })),
  fc.integer({ min: -4_000, max: 4_000 }).map(minor => ({ amount: (minor / 100).toFixed(2) })),
);

const plan = (code: string, at: number, priceModel: (typeof MODELS)[number]) =>
  fc.record({
    code: fc.constant(code),
    name: fc.constant({ en: code }),
    board: fc.constantFrom('RO', 'BB'),
    priceModel: fc.constant(priceModel),
    payment: fc.constantFrom('MERCHANT', 'PAY_AT_PROPERTY'),
    rooms: fc.subarray([...ROOMS], { minLength: 1 }),
    // P4 is independent. The others form a chain or a tree.
    derivedFrom:
      at === 0 || at === 4
        ? fc.constant(undefined)
        : maybe(
            fc
              .tuple(fc.integer({ min: 0, max: at - 1 }), derivation)
              .map(([parent, rule]) => ({ plan: PLANS[parent] as string, ...rule })),
            4,
          ),
    markets: maybe(fc.constantFrom({ include: ['ES', 'FR'] }, { exclude: ['ES'] }, { exclude: ['DE'] }), 1),
    bookingWindow: maybe(
      fc.constantFrom({ from: '2028-02-20' }, { to: '2028-02-22' }, { from: '2028-03-01' }),
      1,
    ),
    cancellationPolicy: maybe(fc.constantFrom('FLEX', 'HARD')),
    supplement: maybe(fc.record({ adult: amount, children: maybe(bandPrices) }), 1),
    active: fc.integer({ min: 0, max: 5 }).map(n => n > 0),
  });

const policies = fc
  .tuple(fc.constantFrom('33.3', '50', '100'), amount, fc.integer({ min: 1, max: 3 }))
  .map(([percent, fee, nights]) => [
    {
      code: 'FLEX',
      rules: [
        { daysBefore: 2, at: '18:00', penalty: { nights } },
        { hoursBefore: 30, at: '15:30', penalty: { percent } },
      ],
      noShow: { percent: '100' },
    },
    { code: 'HARD', rules: [{ always: true, penalty: { amount: fee } }], noShow: { nights: 1 } },
  ]);

const charge = (code: string) =>
  fc
    .oneof(
      fc.record({ percent: fc.constantFrom('10', '7.25', '21', '0.0001') }),
      fc.record({
        amount,
        basis: fc.constantFrom(
          'PER_STAY',
          'PER_NIGHT',
          'PER_ROOM',
          'PER_ROOM_PER_NIGHT',
          'PER_PERSON',
          'PER_PERSON_PER_NIGHT',
        ),
        minimumAge: maybe(fc.integer({ min: 0, max: 18 })),
        maximumNights: maybe(fc.integer({ min: 1, max: 4 })),
      }),
    )
    .map(kind => ({ code, description: code, type: 'TAX', ...kind }));

export const arbitraryDocument: fc.Arbitrary<InventoryDocument> = fc
  .record({
    model: fc.constantFrom(...MODELS),
    rooms: fc.tuple(room(ROOMS[0]), room(ROOMS[1]), room(ROOMS[2])),
    cancellationPolicies: policies,
    charges: fc.tuple(
      charge('c1'),
      charge('c2'),
      charge('c3'),
      fc.array(fc.constantFrom('INCLUDED', 'PAY_AT_PROPERTY'), { minLength: 3, maxLength: 3 }),
    ),
  })
  .chain(({ model, charges: [a, b, c, collections], ...rest }) =>
    fc.tuple(...PLANS.map((code, at) => plan(code, at, model))).map(plans => ({
      hotelId: 'htl_own',
      currency: 'EUR',
      ageBands: [
        { code: 'inf', fromAge: 0, toAge: 2, infant: true },
        { code: 'kid', fromAge: 3, toAge: 11 },
      ],
      ...rest,
      plans,
      charges: [a, b, c].map((one, i) => ({ ...one, collection: collections[i] })),
    })),
  )
  // Drops undefined fields. P1 to P3 are at most three levels deep, so they never exceed the maximum depth.
  .map(document => inventoryDocument().parse(JSON.parse(JSON.stringify(document))));

const minor = fc.integer({ min: 0, max: 30_000 });
const days = (max: number) => some(fc.integer({ min: 0, max }));

/** Plans without a parent set a price for most nights, so that something is sold. */
const rateRow = (planCode: string, roomCode: string, night: string, isTop: boolean) =>
  fc.record({
    planCode: fc.constant(planCode),
    roomCode: fc.constant(roomCode),
    night: fc.constant(night),
    amount: fc.option(minor, { nil: null, freq: isTop ? 300 : 1 }),
    byAdults: fc.option(fc.dictionary(fc.constantFrom('1', '2', '3'), minor, { minKeys: 1 }), {
      nil: null,
      freq: isTop ? 300 : 1,
    }),
    extraAdult: some(minor),
    children: some(fc.dictionary(fc.constantFrom('inf', 'kid'), minor)),
    stopSell: fc.oneof({ weight: 60, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.boolean() }),
    closedToArrival: fc.oneof(
      { weight: 5, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.boolean() },
    ),
    closedToDeparture: fc.oneof(
      { weight: 5, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.boolean() },
    ),
    minStayArrival: fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: days(3) }),
    minStayThrough: fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: days(3) }),
    maxStay: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: days(4) }),
    minAdvance: fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: days(12) }),
    maxAdvance: fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: days(20) }),
  }) satisfies fc.Arbitrary<RateRow>;

const freeRates: fc.Arbitrary<RateRow[]> = fc
  .tuple(
    ...PLANS.flatMap(plan =>
      ROOMS.flatMap(roomCode =>
        Array.from({ length: DAYS }, (_, at) => {
          const isTop = plan === 'P0' || plan === 'P4';
          return fc.option(rateRow(plan, roomCode, nightAt(at), isTop), {
            nil: undefined,
            freq: isTop ? 300 : 1,
          });
        }),
      ),
    ),
  )
  .map(rows => rows.filter(row => row !== undefined));

/** Sometimes one rule applies to all nights. Otherwise, with this many plans, a rule would hardly ever decide the result. */
export const arbitraryRates: fc.Arbitrary<RateRow[]> = fc
  .tuple(
    freeRates,
    fc.constantFrom<Partial<RateRow>[]>(
      {},
      {},
      {},
      { minStayArrival: 3 },
      { minStayThrough: 3 },
      { maxStay: 1 },
      { minAdvance: 30 },
      { maxAdvance: 1 },
    ),
  )
  .map(([rows, rule]) => rows.map(row => ({ ...row, ...rule })));

export const arbitraryRooms = fc
  .array(fc.integer({ min: -1, max: 25 }), { minLength: ROOMS.length * DAYS, maxLength: ROOMS.length * DAYS })
  .map(counts =>
    ROOMS.flatMap((roomCode, r) =>
      Array.from({ length: DAYS }, (_, at) => ({
        roomCode,
        night: nightAt(at),
        free: Math.min(3, counts[r * DAYS + at] ?? 0),
      })).filter(({ free }) => free >= 0),
    ),
  );

export const arbitrarySold = fc.subarray([...ROOMS], { minLength: 2 }).chain(codes =>
  fc.tuple(
    ...codes.map(roomCode =>
      fc.record({
        roomCode: fc.constant(roomCode),
        maxTotal: fc.integer({ min: 3, max: 8 }),
        maxAdults: fc.integer({ min: 2, max: 6 }),
        maxChildren: fc.constantFrom(0, 0, 2, 6),
      }),
    ),
  ),
);

export const arbitraryStay: fc.Arbitrary<{ stay: StayRequest; today: string }> = fc
  .record({
    from: fc.integer({ min: 0, max: 5 }),
    nights: fc.integer({ min: 1, max: 3 }),
    occupancies: fc.array(
      fc.record({
        adults: fc.constantFrom(1, 1, 2, 2, 3),
        childAges: fc.array(fc.constantFrom(0, 2, 3, 7, 11, 12, 17), { maxLength: 2 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    nationality: fc.constantFrom('ES', 'DE', 'FR'),
    today: fc.constantFrom('2028-02-21', '2028-02-23', '2028-02-26', '2028-02-20', '2028-02-10'),
  })
  .map(({ from, nights, occupancies, nationality, today }) => ({
    stay: {
      checkIn: nightAt(from),
      checkOut: nightAt(from + nights),
      occupancies,
      market: { nationality, currency: 'EUR', language: 'en' },
    },
    today,
  }));
