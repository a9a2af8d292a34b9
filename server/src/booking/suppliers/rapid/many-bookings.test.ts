import { afterAll, beforeAll, expect, it } from 'vitest';
import { FAULTS, settleBooking, settleCancellation } from '../../../../test/suppliers/rapid/settle.ts';
import { FAMILY, HOTEL, STAY, type Stage, startStage } from '../../../../test/suppliers/rapid/stage.ts';
import { newReference, type Ordered, SupplierClient } from '../conformance/supplier-client.ts';

/** `SERAI_SIMULATED_BOOKINGS=10000` runs the number that the release needs. */
const BOOKINGS = Number(process.env.SERAI_SIMULATED_BOOKINGS ?? 300);
const CONCURRENT = 8;
const DEADLINE_MS = 1_000;
const FAULT_PERCENT = 30;
const LAG_MS = 60_000;
/** The link of a booking expires after twenty minutes. */
const QUOTE_LIFE_MS = 10 * 60_000;

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
  stage.simulator.set({ lookupLagMs: LAG_MS });
});
afterAll(() => stage.close());

/** A deterministic sequence (mulberry32), so that a failing run can be repeated. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

it(`of ${BOOKINGS} bookings with faults, none exists twice and every outcome is settled`, async () => {
  const random = randomOf(17);
  const { clock, simulator, supplier } = stage;
  // Other workers advance the clock during a call, so deadlines are in real time only.
  const client = new SupplierClient(supplier, {
    nowMs: () => clock.nowMs(),
    monotonicMs: () => Number.MAX_SAFE_INTEGER / 2,
    after: (delayMs, task) => clock.after(delayMs, task),
  });
  // Faults that never respond take real time, so they are rarer than the others.
  const quick = Object.entries(FAULTS).filter(([name]) => !/^(hang|slow)/.test(name));
  const slow = Object.entries(FAULTS).filter(([name]) => /^(hang|slow)/.test(name));
  const choose = () => {
    const faults = random() < 0.02 ? slow : quick;
    return faults[Math.floor(random() * faults.length)]?.[1];
  };
  const newCall = () => client.call(undefined, { signal: AbortSignal.timeout(DEADLINE_MS) });
  // Every wait for a hidden itinerary advances the clock, so it is shorter than at Rapid. Otherwise all links would expire.
  const settlement = { settleMs: 2 * LAG_MS, speedUp: 1 };
  const settling = { supplier: { ...supplier, settlement }, clock, newCall };
  const quotes = new Map<number, { atMs: number; order: Promise<Ordered> }>();
  const quoteOf = (number: number): Promise<Ordered> => {
    const known = quotes.get(number);
    if (known !== undefined && clock.nowMs() - known.atMs < QUOTE_LIFE_MS) return known.order;
    const ordered = () => client.ordered(number === 0 ? STAY : FAMILY, HOTEL);
    // A faulty response may have closed the connection of the next request. The service repeats such reads too.
    const order = ordered().catch(ordered).catch(ordered);
    quotes.set(number, { atMs: clock.nowMs(), order });
    return order;
  };
  const counts = { BOOKED: 0, NOT_BOOKED: 0, OPEN: 0, cancelled: 0 };
  const wrong: string[] = [];

  const one = async (number: number): Promise<void> => {
    const quote = await quoteOf(number % 2);
    for (const operation of ['book', 'lookup', 'cancel']) {
      const fault = random() * 100 < FAULT_PERCENT ? choose() : undefined;
      if (fault !== undefined) simulator.fail(operation, fault);
    }
    const reference = newReference();
    const known = { ...quote.known, reference, sentAtMs: clock.nowMs() };
    const { settled, first } = await settleBooking(settling, { ...quote.request, reference }, known);
    counts[settled] += 1;
    const live = () => simulator.ledger.live(reference).length;
    if (settled !== (live() === 1 ? 'BOOKED' : 'NOT_BOOKED'))
      wrong.push(`${reference} ${settled} ${live()} ${JSON.stringify(first)}`);
    if (settled !== 'BOOKED' || number % 4 !== 0) return;
    const { isCancelled } = await settleCancellation(settling, known);
    if (isCancelled !== (live() === 0)) wrong.push(`${reference} cancelled ${isCancelled} ${live()}`);
    if (isCancelled) counts.cancelled += 1;
  };

  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < BOOKINGS) {
      next += 1;
      await one(next);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, worker));

  expect(wrong).toEqual([]);
  expect(counts.OPEN).toBe(0);
  expect(counts.BOOKED + counts.NOT_BOOKED).toBe(BOOKINGS);
  expect(counts.BOOKED).toBeGreaterThan(BOOKINGS / 2);
  expect(counts.cancelled).toBeGreaterThan(0);
  const references = simulator.ledger.itineraries.map(({ reference }) => reference);
  expect(new Set(references).size).toBe(references.length);
}, 900_000);
