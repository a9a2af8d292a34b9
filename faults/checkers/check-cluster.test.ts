import { expect, test } from 'vitest';
import { notRejectedEarly } from '../../server/test/simulation/checkers/states-match-ledgers.ts';
import { Ledger } from '../../server/test/simulation/suppliers/ledger.ts';
import { checkCluster } from './check-cluster.ts';
import type { ClusterFacts } from './cluster-facts.ts';

const NIGHT = {
  environment: 'sandbox',
  hotel_id: 'htl_1',
  night: '2027-01-01',
  room_code: 'DBL',
  total: 3,
  sold: 1,
  held: 1,
  excess: 0,
  booked: 1,
  kept: 1,
} as const;
const ENDPOINT = {
  endpoint_id: 'whe_1',
  organisation_id: 'org_1',
  environment: 'sandbox',
  event_types: ['booking.confirmed'],
  created_at: new Date(0),
};
const EVENT = {
  ...ENDPOINT,
  event_id: 'evt_1',
  type: 'booking.confirmed',
  at: new Date(1),
  booking_id: null,
};
const DELIVERY = { event_id: 'evt_1', endpoint_id: 'whe_1', status: 'DELIVERED' };

function brokenIn(facts: object): string[] {
  const nothing = { bookings: [], history: [], events: [], attempts: [], jobs: [], quotes: [], answers: [] };
  const none = { suppliers: [], feeds: [], cells: [], endpoints: [], deliveries: [], received: undefined };
  const money = { balances: [], entries: [] };
  const all = { nowMs: 0, wantedTestMode: new Map(), ...nothing, ...none, ...money, ...facts };
  return checkCluster(all as unknown as ClusterFacts).flatMap(({ guarantee, broken }) =>
    broken.length === 0 ? [] : [guarantee.slice(0, 2)],
  );
}

const brokenFor = (members: object) =>
  brokenIn({
    endpoints: [ENDPOINT],
    events: [EVENT],
    deliveries: [DELIVERY],
    received: new Map([['whe_1', new Set(['evt_1'])]]),
    ...members,
  });

test.each([
  ['more rooms are sold and held than exist', { sold: 3, booked: 3 }, ['I4']],
  ['a sold room has no booking', { booked: 0 }, ['I4']],
  ['a held room has no hold', { kept: 0 }, ['I4']],
  ['the counters match', {}, []],
])('the checker reports exactly the violated guarantees of own inventory when %s', (_, members, expected) => {
  expect(brokenIn({ cells: [{ ...NIGHT, ...members }] })).toEqual(expected);
});

test.each([
  ['it was delivered', {}, []],
  ['it has no delivery', { deliveries: [] }, ['I7']],
  ['its delivery is pending', { deliveries: [{ ...DELIVERY, status: 'PENDING' }] }, ['I7']],
  [
    'its delivery failed permanently, which staff can see and replay',
    { deliveries: [{ ...DELIVERY, status: 'FAILED' }] },
    [],
  ],
  ['it counts as delivered but was not received', { received: new Map([['whe_1', new Set()]]) }, ['I7']],
  [
    'no endpoint subscribes to its type',
    { endpoints: [{ ...ENDPOINT, event_types: [] }], deliveries: [] },
    [],
  ],
])('the checker reports exactly the violated guarantees of an event when %s', (_, members, expected) => {
  expect(brokenFor(members)).toEqual(expected);
});

test('the checker reports a reservation without a matching booking', () => {
  const ledger = new Ledger();
  ledger.entries.push({ reference: 'A' } as Ledger['entries'][number]);
  const traits = { code: 'own', kind: 'LIVE', settlement: { settleMs: 1, speedUp: 1 }, freeUntilMs: 0 };
  expect(brokenIn({ suppliers: [{ traits, ledger }] })).toEqual(['I2', 'I8']);
});

test('the checker expects a production booking to be looked up at the production provider', () => {
  const supplier = (kind: 'TEST' | 'LIVE', lookups: readonly number[]) => {
    const ledger = new Ledger();
    for (const atMs of lookups) {
      const lookup = {
        operation: 'lookup',
        about: 'A',
        sentMs: atMs,
        by: 'own',
        heard: { kind: 'ABSENT', atMs },
      };
      ledger.sent.push(lookup as Ledger['sent'][number]);
    }
    return { traits: { code: 'own', kind, settlement: { settleMs: 1, speedUp: 1 }, freeUntilMs: 0 }, ledger };
  };
  const at = new Date(2_000_000);
  const about = { booking_id: 'bkg_A', provider: 'own', test_mode: false };
  const facts = {
    bookings: [{ ...about, status: 'REJECTED', organisation_id: 'org_1', environment: 'production' }],
    attempts: [{ ...about, operation: 'book', outcome: 'UNKNOWN', started_at: new Date(0) }],
    history: [{ ...about, event: 'booking.rejected', reason: 'NOT_FOUND_AT_PROVIDER', at }],
  };
  const live = supplier('LIVE', [1_000_000, 1_900_000]);
  const broken = (suppliers: object[]) =>
    notRejectedEarly({ ...facts, suppliers } as unknown as ClusterFacts);
  expect(broken([supplier('TEST', []), live])).toEqual([]);
  expect(broken([supplier('TEST', []), supplier('LIVE', [])])).toHaveLength(1);
});
