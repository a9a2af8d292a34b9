/** Many bookings with random faults. Hotelbeds accepts a reference twice, so only the service prevents a second reservation. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AdapterWorld,
  FAMILY,
  hotelWithCode,
  STAY,
  startAdapter,
} from '../../../../test/suppliers/hotelbeds/adapter-world.ts';
import { IN_DUBAI, ORDINARY } from '../../../../test/suppliers/hotelbeds/facts.ts';
import { FAILURES, REFUSALS } from '../../../../test/suppliers/hotelbeds/faults.ts';
import { BOOKINGS, bookMany, DEADLINE_MS } from '../../../../test/suppliers/many-bookings.ts';
import { failing, faultsOf } from '../../../../test/suppliers/simulator-faults.ts';

/** The price of one in this many bookings rises beyond the tolerance. */
const RAISED_EVERY = 50;

let world: AdapterWorld;

beforeAll(async () => {
  world = await startAdapter();
  for (const { rooms } of world.simulator.state.hotels) for (const room of rooms) room.allotment = 1_000_000;
  world.simulator.movePrice(IN_DUBAI, 178, 'BEYOND_TOLERANCE');
});
afterAll(() => world.close());

it(`none of ${BOOKINGS} Hotelbeds bookings with faults exists twice, and every outcome is settled`, async () => {
  const { simulator, supplier, client, clock } = world;
  const { ledger } = simulator.state;
  const stay = await client.ordered(STAY, hotelWithCode(ORDINARY));
  const family = await client.ordered(FAMILY, hotelWithCode(ORDINARY));
  const raised = await client.ordered(STAY, hotelWithCode(IN_DUBAI));
  const isRaised = (number: number) => number % RAISED_EVERY === 0;
  const { violations, counts } = await bookMany({
    simulator,
    settling: {
      supplier,
      newCall: () => client.call(undefined, { signal: AbortSignal.timeout(DEADLINE_MS) }),
    },
    faults: faultsOf(FAILURES),
    refusals: Object.fromEntries(
      Object.entries(REFUSALS).map(([name, failure]) => [name, failing(failure, 'before')]),
    ),
    operations: ['book', 'list', 'detail', 'cancel'],
    order: async number => (isRaised(number) ? raised : number % 2 === 0 ? stay : family),
    nowMs: () => clock.nowMs(),
    liveOf: reference => ledger.live(reference).length,
    isWrong: isRaised,
    forget: () => client.exchanges.splice(0),
  });
  expect(violations).toEqual([]);
  expect(counts.CONFIRMED + counts.REJECTED + counts.ATTENTION).toBe(BOOKINGS);
  expect(counts.CONFIRMED).toBeGreaterThan(BOOKINGS / 2);
  expect(counts.cancelled).toBeGreaterThan(0);
  const references = ledger.all().map(({ clientReference }) => clientReference);
  expect(new Set(references).size).toBe(references.length);
}, 900_000);
