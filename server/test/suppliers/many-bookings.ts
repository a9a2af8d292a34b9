/**
 * Many bookings with random faults, several at a time. Afterwards the ledger of the simulator must agree with every
 * outcome.
 */
import { newReference, type Ordered } from '../../src/booking/suppliers/conformance/supplier-client.ts';
import { SeededRandom } from '../simulation/chance/seeded-random.ts';
import {
  findViolations,
  type Settled,
  type Settling,
  settleBooking,
  settleCancellation,
} from './settle-booking.ts';
import { type Faults, isSilent } from './simulator-faults.ts';
import type { SimulatedExchange, SupplierSimulator } from './supplier-simulator.ts';

/** `SERAI_SIMULATED_BOOKINGS=10000` runs the number of bookings that is required before a release. */
export const BOOKINGS = Number(process.env.SERAI_SIMULATED_BOOKINGS ?? 120);
/**
 * How long a call waits for a response that never comes. Much longer than any other response takes, even on a busy
 * machine.
 */
export const DEADLINE_MS = 5_000;

const SEED = 17;
const CONCURRENT = 8;
const FAULT_CHANCE = 0.3;
/**
 * Responses that never come take the whole deadline, so only large runs have some. The tests of single faults cover
 * them as well.
 */
const SILENT_FROM = 1_000;
const SILENT_CHANCE = 0.01;
const REFUSAL_CHANCE = 0.1;

export interface ManyBookings {
  simulator: SupplierSimulator;
  settling: Settling<'book' | 'lookup' | 'cancel'>;
  faults: Faults;
  /** Faults in which the supplier certainly did not book. */
  refusals?: Faults;
  /** The operations of the simulator that may fail. The first is the booking. */
  operations: readonly [string, ...string[]];
  /** The number starts at 1. */
  order(number: number): Promise<Ordered>;
  nowMs(): number;
  liveOf(reference: string): number;
  /** Whether the reservation of this booking is not as requested, so that it needs attention. */
  isWrong?(number: number): boolean;
  /** Called after every hundredth booking, to free memory. */
  forget?(): void;
}

export interface ManyOutcomes {
  violations: readonly string[];
  counts: Readonly<Record<Settled | 'cancelled', number>>;
}

export async function bookMany(run: ManyBookings, bookings = BOOKINGS): Promise<ManyOutcomes> {
  const { simulator, settling, order, liveOf } = run;
  const random = new SeededRandom(SEED);
  const choose = faultChooser(run, random, bookings >= SILENT_FROM);
  const counts = { CONFIRMED: 0, REJECTED: 0, ATTENTION: 0, cancelled: 0 };
  const violations: string[] = [];

  async function one(number: number): Promise<void> {
    const { request, known: ordered } = await order(number);
    for (const [index, operation] of run.operations.entries()) {
      const fault = random.chance(FAULT_CHANCE) ? choose(index === 0) : undefined;
      if (fault !== undefined) simulator.fail(operation, fault);
    }
    const reference = newReference();
    const known = { ...ordered, reference, sentAtMs: run.nowMs() };
    const { settled, first } = await settleBooking(settling, { ...request, reference }, known);
    counts[settled] += 1;
    violations.push(
      ...findViolations(liveOf(reference), reference, settled).map(text => `${text} after ${first.kind}`),
    );
    const isWrong = run.isWrong?.(number) ?? false;
    if (isWrong && settled === 'CONFIRMED') violations.push(`${reference} is confirmed although it is wrong`);
    if (!isWrong && settled === 'ATTENTION') violations.push(`${reference} was not settled`);
    if (settled !== 'CONFIRMED' || number % 4 !== 0) return;
    const { isCancelled } = await settleCancellation(settling, known);
    if (isCancelled !== (liveOf(reference) === 0))
      violations.push(`${reference}: cancelled is ${isCancelled}, but the ledger disagrees`);
    if (isCancelled) counts.cancelled += 1;
  }

  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < bookings) {
      next += 1;
      const number = next;
      await one(number);
      // Not every booking uses up its faults.
      if (number % 10 === 0) simulator.clearFaults();
      if (number % 100 !== 0) continue;
      (simulator.exchanges as SimulatedExchange[]).length = 0;
      run.forget?.();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, worker));
  return { violations, counts };
}

function faultChooser({ faults, refusals = {} }: ManyBookings, random: SeededRandom, hasSilent: boolean) {
  const all = Object.entries(faults);
  const quick = all.filter(([name]) => !isSilent(name)).map(([, fault]) => fault);
  const silent = all.filter(([name]) => isSilent(name)).map(([, fault]) => fault);
  const refused = Object.values(refusals);
  return (isBooking: boolean) => {
    if (isBooking && refused.length > 0 && random.chance(REFUSAL_CHANCE)) return random.pick(refused);
    return random.pick(hasSilent && random.chance(SILENT_CHANCE) ? silent : quick);
  };
}
