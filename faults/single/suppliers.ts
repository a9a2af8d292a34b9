/**
 * Books at simulators of the suppliers, over HTTP, while they lose, delay and refuse requests and while nodes are
 * killed. Bookings are then compared with the reservations of the simulators. Settling an unknown outcome takes up to
 * half an hour, so the clock of the database is advanced after the faults.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../e2e/child-process.ts';
import type { Settlement } from '../../server/src/booking/port/supplier.ts';
import { type LeapingTime, leapingTime } from '../../server/test/leaping-time.ts';
import { SeededRandom } from '../../server/test/simulation/chance/seeded-random.ts';
import type { JudgedSupplier } from '../../server/test/simulation/checkers/run-facts.ts';
import { Ledger, type LedgerEntry, NEVER_MS } from '../../server/test/simulation/suppliers/ledger.ts';
import {
  connectSuppliers,
  hotelOf,
  type SimulatedSale,
  type SimulatedSupplier,
  startSuppliers,
} from '../../server/test/suppliers/connected-suppliers.ts';
import { COMMON_FAILURES, failing, isSilent, respond } from '../../server/test/suppliers/simulator-faults.ts';
import type { SimulatorFault } from '../../server/test/suppliers/supplier-simulator.ts';
import { countOpenJobs } from '../checkers/facts-store.ts';
import type { Fault, FaultContext, Verdict } from '../fault.ts';
import { startBookers, tally } from './stage/bookers.ts';
import { type Stage, withStage } from './stage/stage.ts';

const PARTNERS = 4;
const FAULT_EVERY_MS = 400;
const KILL_EVERY_MS = 12_000;
const GONE_MS = 1_000;
const CONNECTED_WITHIN_MS = 60_000;
const LONGEST_DELAY_MS = 3_000;
const STEP_MS = 2 * 60_000;
const JOBS_WITHIN_MS = 20_000;

/** The settling times that the adapters declare. */
const SETTLE_MS: Readonly<Record<SimulatedSupplier['code'], number>> = {
  liteapi: 2 * 60_000,
  hotelbeds: 5 * 60_000,
  rapid: 30 * 60_000,
};

export const suppliers: Fault = {
  name: 'suppliers',
  about:
    'bookings at simulated LiteAPI, Hotelbeds and Rapid that lose, delay and refuse requests, while nodes are killed',
  seconds: 60,
  async run(context) {
    const list = await startSuppliers({ nowMs: () => Date.now() });
    try {
      return await withStage(context, { gateways: 1, backends: 2, workers: 1 }, stage =>
        play(context, stage, list),
      );
    } finally {
      await Promise.all(list.map(({ simulator }) => simulator.close()));
    }
  },
};

async function play(
  context: FaultContext,
  stage: Stage,
  list: readonly SimulatedSupplier[],
): Promise<Verdict[]> {
  const { owner, operate } = stage.cluster;
  await connectSuppliers(owner, operate, list);
  for (const supplier of list) await untilSold(stage, supplier);
  const time = await leapingTime(owner);
  const random = new SeededRandom(context.seed);
  const partners = Array.from({ length: PARTNERS }, () => stage.newPartner({}));
  const bookers = startBookers(partners, {
    // The cheapest offers of suppliers cannot be cancelled free of charge.
    acceptsPenalties: true,
    request: partner => partner.requestFor(hotelOf(random.pick(list))),
  });
  const endMs = performance.now() + context.seconds * 1_000;
  const [injected] = await Promise.all([
    injectFaults(list, random, endMs),
    killNodes(stage, new SeededRandom(context.seed + 1), endMs),
  ]);
  for (const { simulator } of list) simulator.clearFaults();
  await bookers.stop();
  context.say(tally(bookers.answers));
  for (const { code, sales } of list) context.say(`${code} has ${sales().length} reservations`);
  const clock = new DatabaseClock(time);
  const judged = await stage.judge(owner, {
    facts: () => ({
      suppliers: list.map(supplier => judgedSupplier(supplier, ms => clock.databaseMsOf(ms))),
      databaseMsOf: ms => clock.databaseMsOf(ms),
    }),
    async whileOpen() {
      await clock.leap(STEP_MS);
      // Due jobs run before the clock is advanced again.
      await until(
        async () => (await countOpenJobs(owner)) === 0,
        JOBS_WITHIN_MS,
        () => 'jobs are still due',
      ).catch(() => {});
    },
  });
  return [
    {
      guarantee: 'faults reached the suppliers',
      compared: `${injected} faults, ${list.map(({ code, sales }) => `${sales().length} reservations at ${code}`).join(', ')}`,
      broken: list
        .filter(({ sales }) => sales().length === 0)
        .map(({ code }) => `there was no reservation at ${code}`),
    },
    ...judged,
  ];
}

/** Waits until a hotel of the supplier can be quoted. */
function untilSold({ partner }: Stage, supplier: SimulatedSupplier): Promise<void> {
  return until(
    async () => {
      const request = await partner.requestFor(hotelOf(supplier)).catch(() => undefined);
      return request !== undefined;
    },
    CONNECTED_WITHIN_MS,
    () => `${supplier.code} is not sold`,
  );
}

/** Returns the number of injected faults. A fault takes effect only if a matching request follows. */
async function injectFaults(
  list: readonly SimulatedSupplier[],
  random: SeededRandom,
  endMs: number,
): Promise<number> {
  let injected = 0;
  while (performance.now() < endMs) {
    const { simulator, operations } = random.pick(list);
    const operation = random.pick(['search', 'quote', 'book', 'book', 'book', 'lookup', 'cancel'] as const);
    // Faults that no request has triggered must not accumulate.
    simulator.clearFaults();
    simulator.fail(operations[operation], drawFault(random));
    injected += 1;
    await delay(FAULT_EVERY_MS);
  }
  return injected;
}

function drawFault(random: SeededRandom): SimulatorFault {
  const when = random.pick(['before', 'after'] as const);
  const kind = random.between(1, 10);
  if (kind === 1) return failing(respond(429), 'before');
  if (kind <= 3) {
    const until = delay(random.between(100, LONGEST_DELAY_MS));
    return { when, kind: 'hold', until };
  }
  const quick = Object.entries(COMMON_FAILURES).filter(([name]) => !isSilent(name));
  return failing(random.pick(quick)[1], when);
}

async function killNodes({ cluster, context }: Stage, random: SeededRandom, endMs: number): Promise<void> {
  for (;;) {
    const leftMs = endMs - performance.now();
    await delay(Math.max(0, Math.min(KILL_EVERY_MS, leftMs)));
    if (performance.now() >= endMs) return;
    const node = random.pick([...cluster.backends, ...cluster.workers]);
    await node.kill();
    await delay(GONE_MS);
    await node.start();
    context.say(`${node.name} was killed and started again`);
  }
}

/** The clock of the database, which runs ahead of the nodes after the faults. */
class DatabaseClock {
  readonly #time: LeapingTime;
  readonly #leaps: { atMs: number; byMs: number }[] = [];

  constructor(time: LeapingTime) {
    this.#time = time;
  }

  async leap(byMs: number): Promise<void> {
    this.#leaps.push({ atMs: Date.now(), byMs });
    await this.#time.leap(byMs);
  }

  databaseMsOf(nodeMs: number): number {
    return this.#leaps.reduce((ms, { atMs, byMs }) => (nodeMs >= atMs ? ms + byMs : ms), nodeMs);
  }
}

function judgedSupplier(
  { code, sales }: SimulatedSupplier,
  databaseMsOf: (ms: number) => number,
): JudgedSupplier {
  const ledger = new Ledger();
  ledger.entries.push(...sales().map(sale => entryOf(sale, databaseMsOf)));
  const settlement: Settlement = { settleMs: SETTLE_MS[code], speedUp: 1 };
  return { traits: { code, kind: 'TEST', settlement, freeUntilMs: NEVER_MS }, ledger };
}

/** The checkers compare only the reference, price and state of these reservations. */
function entryOf(
  { reference, supplierRef, netMinor, createdMs, isLive }: SimulatedSale,
  databaseMsOf: (ms: number) => number,
): LedgerEntry {
  const atMs = databaseMsOf(createdMs);
  return {
    ...{ reference, supplierRef, netMinor, createdMs: atMs, visibleFromMs: atMs },
    ...{ hotelId: '', checkIn: '', checkOut: '', currency: 'EUR', wasOnRequest: false },
    ...{ hotelConfirmsMs: NEVER_MS, hotelDeclinesMs: NEVER_MS, hotelCancelsMs: NEVER_MS },
    hotelRef: { text: '', fromMs: NEVER_MS },
    cancelled: isLive ? undefined : { atMs, visibleFromMs: atMs, penaltyMinor: 0, sentMs: atMs },
  };
}
