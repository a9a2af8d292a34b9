import { afterAll, beforeAll, expect, it } from 'vitest';
import { BOOKINGS, bookMany, DEADLINE_MS } from '../../../../test/suppliers/many-bookings.ts';
import { FAULTS } from '../../../../test/suppliers/rapid/faults.ts';
import { FAMILY, HOTEL, STAY, type Stage, startStage } from '../../../../test/suppliers/rapid/stage.ts';
import { type Ordered, SupplierClient } from '../conformance/supplier-client.ts';

const LAG_MS = 60_000;
/**
 * Every wait for a hidden itinerary advances the clock for all bookings. A real wait of half an hour would make all
 * links expire, so this wait is shorter.
 */
const SETTLE_MS = 2 * LAG_MS;
/** Quotes are renewed after this time, because the link to book them expires after twenty minutes. */
const QUOTE_LIFE_MS = 10 * 60_000;

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
  stage.simulator.set({ lookupLagMs: LAG_MS });
});
afterAll(() => stage.close());

it(`none of ${BOOKINGS} Rapid bookings with faults exists twice, and every outcome is settled`, async () => {
  const { clock, simulator, supplier } = stage;
  // Other bookings advance the clock during a call, so deadlines are in real time only.
  const client = new SupplierClient(supplier, {
    nowMs: () => clock.nowMs(),
    monotonicMs: () => Number.MAX_SAFE_INTEGER / 2,
    after: (delayMs, task) => clock.after(delayMs, task),
  });
  const quotes = new Map<number, { atMs: number; order: Promise<Ordered> }>();
  const order = (number: number): Promise<Ordered> => {
    const known = quotes.get(number % 2);
    if (known !== undefined && clock.nowMs() - known.atMs < QUOTE_LIFE_MS) return known.order;
    const ordered = () => client.ordered(number % 2 === 0 ? STAY : FAMILY, HOTEL);
    // A faulty response may have closed the connection of the next request. The service repeats such reads too.
    const made = ordered().catch(ordered).catch(ordered);
    quotes.set(number % 2, { atMs: clock.nowMs(), order: made });
    return made;
  };
  const { violations, counts } = await bookMany({
    simulator,
    settling: {
      supplier,
      newCall: () => client.call(undefined, { signal: AbortSignal.timeout(DEADLINE_MS) }),
      hidden: { clock, settleMs: SETTLE_MS },
    },
    faults: FAULTS,
    operations: ['book', 'lookup', 'cancel'],
    order,
    nowMs: () => clock.nowMs(),
    liveOf: reference => simulator.ledger.live(reference).length,
    forget: () => client.exchanges.splice(0),
  });
  expect(violations).toEqual([]);
  expect(counts.CONFIRMED + counts.REJECTED).toBe(BOOKINGS);
  expect(counts.CONFIRMED).toBeGreaterThan(BOOKINGS / 2);
  expect(counts.cancelled).toBeGreaterThan(0);
  const references = simulator.ledger.itineraries.map(({ reference }) => reference);
  expect(new Set(references).size).toBe(references.length);
}, 900_000);
