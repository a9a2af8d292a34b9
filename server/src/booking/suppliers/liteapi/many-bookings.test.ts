import { afterAll, beforeAll, expect, it } from 'vitest';
import { FAULTS } from '../../../../test/suppliers/liteapi/faults.ts';
import { FAMILY, HOTEL, STAY, type Stage, startStage } from '../../../../test/suppliers/liteapi/stage.ts';
import { BOOKINGS, bookMany, DEADLINE_MS } from '../../../../test/suppliers/many-bookings.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.close());

it(`none of ${BOOKINGS} LiteAPI bookings with faults exists twice, and every outcome is settled`, async () => {
  const { client, clock, simulator, supplier } = stage;
  const orders = [await client.ordered(STAY, HOTEL), await client.ordered(FAMILY, HOTEL)] as const;
  const { violations, counts } = await bookMany({
    simulator,
    settling: {
      supplier,
      newCall: () => client.call(undefined, { signal: AbortSignal.timeout(DEADLINE_MS) }),
    },
    faults: FAULTS,
    operations: ['book', 'lookup', 'cancel'],
    order: async number => (number % 2 === 0 ? orders[0] : orders[1]),
    nowMs: () => clock.nowMs(),
    liveOf: reference => simulator.ledger.live(reference).length,
    forget: () => client.exchanges.splice(0),
  });
  expect(violations).toEqual([]);
  expect(counts.CONFIRMED + counts.REJECTED).toBe(BOOKINGS);
  expect(counts.CONFIRMED).toBeGreaterThan(BOOKINGS / 2);
  expect(counts.cancelled).toBeGreaterThan(0);
  const references = simulator.ledger.bookings.map(({ clientReference }) => clientReference);
  expect(new Set(references).size).toBe(references.length);
}, 900_000);
