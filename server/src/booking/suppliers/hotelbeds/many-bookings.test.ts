/** Many bookings with random faults. Afterwards, the ledger of the simulator has at most one reservation for each. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AdapterWorld,
  FAMILY,
  hotelWithCode,
  STAY,
  startAdapter,
} from '../../../../test/suppliers/hotelbeds/adapter-world.ts';
import { IN_DUBAI, ORDINARY } from '../../../../test/suppliers/hotelbeds/facts.ts';
import { inject, REFUSALS, SILENT_FAULTS } from '../../../../test/suppliers/hotelbeds/faults.ts';
import { randomFrom } from '../../../../test/suppliers/hotelbeds/inventory.ts';
import { findViolations, settleBooking } from '../../../../test/suppliers/hotelbeds/settle-booking.ts';
import type { SimulatedExchange } from '../../../../test/suppliers/supplier-simulator.ts';
import { newReference } from '../conformance/supplier-client.ts';

/** `SERAI_SIMULATED_BOOKINGS=10000` runs the number that a release needs. */
const BOOKINGS = Number(process.env.SERAI_SIMULATED_BOOKINGS ?? 300);
const CONCURRENT = 8;
const DEADLINE_MS = 2_000;
const FAULT_PERCENT = 30;
const MAX_CANCELS = 30;
const SLOW = new Set(['hang', 'trickle']);
/** The bomb takes long to compress. */
const QUICK_FAULTS = Object.keys(SILENT_FAULTS).filter(name => !SLOW.has(name) && name !== 'a gzip bomb');

let world: AdapterWorld;

beforeAll(async () => {
  world = await startAdapter();
  for (const { rooms } of world.simulator.state.hotels) for (const room of rooms) room.allotment = 1_000_000;
  world.simulator.movePrice(IN_DUBAI, 178, 'BEYOND_TOLERANCE');
});
afterAll(() => world.close());

it(`of ${BOOKINGS} bookings with faults, none exists twice and every outcome is settled`, {
  timeout: 600_000,
}, async () => {
  const random = randomFrom(17);
  const { simulator, supplier, client } = world;
  const ordinary = [
    await client.ordered(STAY, hotelWithCode(ORDINARY)),
    await client.ordered(FAMILY, hotelWithCode(ORDINARY)),
  ];
  const raised = await client.ordered(STAY, hotelWithCode(IN_DUBAI));
  const counts = { CONFIRMED: 0, REJECTED: 0, ATTENTION: 0, cancelled: 0 };
  const violations: string[] = [];

  const failNext = (operation: string, canRefuse: boolean) => {
    if (random(100) >= FAULT_PERCENT) return;
    if (canRefuse && random(3) === 0) {
      const names = Object.keys(REFUSALS);
      const refusal = REFUSALS[names[random(names.length)] ?? ''];
      if (refusal !== undefined) simulator.fail(operation, inject(refusal, 'before'));
      return;
    }
    const names = random(100) === 0 ? [...SLOW] : QUICK_FAULTS;
    const fault = SILENT_FAULTS[names[random(names.length)] ?? ''];
    if (fault !== undefined) simulator.fail(operation, inject(fault, random(2) === 0 ? 'before' : 'after'));
  };

  const call = () => client.call(undefined, { signal: AbortSignal.timeout(DEADLINE_MS) });

  async function one(number: number): Promise<void> {
    const isRaised = number % 50 === 0;
    const order = isRaised ? raised : ordinary[number % 2];
    if (order === undefined) return;
    for (const operation of ['book', 'list', 'detail', 'cancel']) failNext(operation, operation === 'book');
    const reference = newReference();
    const known = { ...order.known, reference };
    const { settled } = await settleBooking({
      supplier,
      request: { ...order.request, reference },
      known,
      call,
    });
    counts[settled] += 1;
    violations.push(...findViolations(simulator, reference, settled));
    if (isRaised && settled === 'CONFIRMED') violations.push(`${reference} is confirmed at a higher price`);
    if (settled === 'ATTENTION' && !isRaised) violations.push(`${reference} was not settled`);
    if (settled !== 'CONFIRMED' || number % 4 !== 0) return;
    const isCancelled = await settleCancellation(known);
    if (isCancelled !== (simulator.state.ledger.live(reference).length === 0)) {
      violations.push(`${reference}: cancelled is ${isCancelled}, but the ledger disagrees`);
    }
    if (isCancelled) counts.cancelled += 1;
  }

  /** Cancels until the state is known. */
  async function settleCancellation(known: Parameters<typeof supplier.cancel>[1]): Promise<boolean> {
    for (let i = 0; i < MAX_CANCELS; i += 1) {
      const { kind } = await supplier.cancel(call(), known);
      if (kind === 'CANCELLED' || kind === 'ALREADY') return true;
      if (kind === 'REFUSED') return false;
    }
    return false;
  }

  let next = 0;
  await Promise.all(
    Array.from({ length: CONCURRENT }, async () => {
      while (next < BOOKINGS) {
        next += 1;
        await one(next);
        // Not every booking uses up its faults.
        if (next % 10 === 0) simulator.clearFaults();
        // Tests of this size do not need the exchanges.
        if (next % 100 === 0) {
          (simulator.exchanges as SimulatedExchange[]).length = 0;
          client.exchanges.length = 0;
        }
      }
    }),
  );

  expect(violations).toEqual([]);
  expect(counts.CONFIRMED + counts.REJECTED + counts.ATTENTION).toBeGreaterThanOrEqual(BOOKINGS);
  expect(counts.CONFIRMED).toBeGreaterThan(BOOKINGS / 2);
  expect(counts.cancelled).toBeGreaterThan(0);
  const references = new Set(simulator.state.ledger.all().map(({ clientReference }) => clientReference));
  expect(references.size).toBe(simulator.state.ledger.all().length);
});
