import { afterAll, beforeAll, expect, it } from 'vitest';
import { FAULTS, settleBooking, settleCancellation } from '../../../../test/suppliers/liteapi/settle.ts';
import { FAMILY, HOTEL, STAY, type Stage, startStage } from '../../../../test/suppliers/liteapi/stage.ts';
import { newReference } from '../conformance/supplier-client.ts';

/** `SERAI_SIMULATED_BOOKINGS=10000` runs the number that the release needs. */
const BOOKINGS = Number(process.env.SERAI_SIMULATED_BOOKINGS ?? 300);
const CONCURRENT = 8;
const DEADLINE_MS = 400;
const FAULT_PERCENT = 30;

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
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
  // Faults that never respond take real time, so they are rarer than the others.
  const quick = Object.entries(FAULTS).filter(([name]) => !/^(hang|slow)/.test(name));
  const slow = Object.entries(FAULTS).filter(([name]) => /^(hang|slow)/.test(name));
  const choose = () => {
    const faults = random() < 0.02 ? slow : quick;
    return faults[Math.floor(random() * faults.length)]?.[1];
  };
  const newCall = () => stage.client.call(undefined, { signal: AbortSignal.timeout(DEADLINE_MS) });
  const quotes = [await stage.client.ordered(STAY, HOTEL), await stage.client.ordered(FAMILY, HOTEL)];
  const counts = { BOOKED: 0, NOT_BOOKED: 0, OPEN: 0, cancelled: 0 };
  const wrong: string[] = [];

  const one = async (number: number): Promise<void> => {
    const quote = quotes[number % quotes.length];
    if (quote === undefined) return;
    for (const operation of ['book', 'lookup', 'cancel']) {
      const fault = random() * 100 < FAULT_PERCENT ? choose() : undefined;
      if (fault !== undefined) stage.simulator.fail(operation, fault);
    }
    const reference = newReference();
    const known = { ...quote.known, reference };
    const { settled } = await settleBooking(stage.supplier, newCall, { ...quote.request, reference }, known);
    counts[settled] += 1;
    const live = () => stage.simulator.ledger.live(reference).length;
    if (settled !== (live() === 1 ? 'BOOKED' : 'NOT_BOOKED')) wrong.push(`${reference} ${settled} ${live()}`);
    if (settled !== 'BOOKED' || number % 4 !== 0) return;
    const { isCancelled } = await settleCancellation(stage.supplier, newCall, known);
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
  const references = stage.simulator.ledger.bookings.map(({ clientReference }) => clientReference);
  expect(new Set(references).size).toBe(references.length);
}, 600_000);
