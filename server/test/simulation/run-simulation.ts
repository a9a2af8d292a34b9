/**
 * One run of the simulation: two nodes, clients and suppliers with the faults of a seed, then a calm period, then the
 * checks.
 */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { OpenDatabase } from '../../src/platform/database/connect.ts';
import { drawLimits, type Limits } from './chance/limits.ts';
import { seedCrypto } from './chance/seed-crypto.ts';
import { SeededRandom } from './chance/seeded-random.ts';
import { describeWeather, drawWeather, heal, type Weather } from './chance/weather.ts';
import { checkAlways, checkChanges, checkInTheEnd } from './checkers/check-guarantees.ts';
import type { FollowedChanges } from './checkers/run-facts.ts';
import type { ClientAnswer } from './clients/client-history.ts';
import { bookAndMore, followChanges, lookAtBooking } from './clients/client-programs.ts';
import { SimulatedClient } from './clients/simulated-client.ts';
import { JobTurns } from './nodes/job-turns.ts';
import type { SharedConnection } from './nodes/shared-connection.ts';
import { type NodeParts, type SimulatedNode, startNode } from './nodes/simulated-node.ts';
import { SimulatedProcess } from './nodes/simulated-process.ts';
import { readFacts } from './read-facts.ts';
import { drawSuppliers } from './suppliers/draw-suppliers.ts';
import { SimulatedSupplier } from './suppliers/simulated-supplier.ts';
import { Timeline } from './timeline.ts';

export interface SimulationOptions {
  seed: number;
  connection: SharedConnection;
  /** Used to create `json` parameters. */
  db: OpenDatabase;
  createCalls?: NodeParts['createCalls'];
  /** Overrides what the seed draws. */
  weather?: Partial<Weather> | undefined;
}

export interface SimulationResult {
  faults: string[];
  trace: readonly string[];
}

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
/**
 * Counted from the end of the faults. A booking needs attention after a day with an unknown outcome, and rereads happen
 * daily.
 */
const STATED_MS = 26 * HOUR_MS;
/** Some runs continue for at least this long after the faults have ended, so that the hotels have time to act. */
const HOTELS_ACT_MS = 100 * 60 * SECOND_MS;
const MOST_BOOKERS = 3;
/** Approximate number of awaits in a node during a run. */
const AWAITS = 160;

export async function runSimulation(options: SimulationOptions): Promise<SimulationResult> {
  const { seed, connection } = options;
  await connection.clean(drawLimits(seed).creditMinor);
  const restore = seedCrypto(new SeededRandom(seed + 1_000_000));
  try {
    return await new Simulation(options).run();
  } finally {
    restore();
  }
}

class Simulation {
  readonly #options: SimulationOptions;
  readonly #timeline = new Timeline();
  readonly #random: SeededRandom;
  readonly #weather;
  readonly #companies: SimulatedSupplier[];
  readonly #nodes: SimulatedNode[] = [];
  readonly #turns: JobTurns;
  readonly #answers: ClientAnswer[] = [];
  readonly #wantedTestMode = new Map<string, boolean>();
  readonly #feeds: FollowedChanges[] = [];
  readonly #unheardMs: number[] = [];
  readonly #limits: Limits;
  #crashesLeft: number;
  #isHealed = false;
  #isWritten = false;

  constructor(options: SimulationOptions) {
    this.#options = options;
    this.#random = new SeededRandom(options.seed);
    this.#limits = drawLimits(options.seed);
    this.#weather = { ...drawWeather(this.#random), ...options.weather };
    this.#crashesLeft = this.#weather.crashes;
    const parts = { timeline: this.#timeline, random: this.#random, weather: this.#weather };
    this.#companies = drawSuppliers(this.#random).map(traits => new SimulatedSupplier(traits, parts));
    this.#turns = new JobTurns({
      ...parts,
      connection: options.connection,
      db: options.db,
      nodes: this.#nodes,
    });
    this.#timeline.note(describeWeather(this.#weather));
    for (const name of ['north', 'south']) this.#nodes.push(this.#start(name));
  }

  async run(): Promise<SimulationResult> {
    let isOver = false;
    const reader = this.#client('reader');
    const followed = followChanges(reader, () => isOver);
    const count = this.#random.between(1, MOST_BOOKERS);
    const bookers = Array.from({ length: count }, (_, i) => this.#client(`booker-${i + 1}`));
    await this.#until(Promise.all(bookers.map(bookAndMore)));
    const faults = checkAlways(await this.#facts());
    this.#heal();
    if (faults.length === 0) faults.push(...(await this.#settle()));
    if (faults.length === 0) {
      isOver = true;
      const { organisationId, environment } = reader;
      this.#feeds.push({ organisationId, environment, ...(await this.#until(followed)) });
      await this.#until(Promise.all(bookers.map(lookAtBooking)));
      const facts = await this.#facts();
      faults.push(...checkAlways(facts), ...checkChanges(facts));
    }
    return { faults: [...new Set(faults)], trace: this.#timeline.trace };
  }

  #client(name: string): SimulatedClient {
    const isReader = name === 'reader';
    const [environment, testMode] = this.#random.pick<[Environment, boolean]>(
      isReader
        ? [['production', false]]
        : [
            ['production', false],
            ['production', false],
            ['production', true],
            ['sandbox', true],
          ],
    );
    if (!isReader) this.#wantedTestMode.set(name, testMode);
    const organisationId = isReader || this.#random.chance(0.8) ? 'org_a' : 'org_b';
    return new SimulatedClient(
      name,
      { organisationId, environment, testMode },
      {
        timeline: this.#timeline,
        random: this.#random,
        weather: this.#weather,
        nodes: this.#nodes,
        answers: this.#answers,
      },
    );
  }

  #start(name: string): SimulatedNode {
    const { connection, db, createCalls } = this.#options;
    const random = this.#random;
    const offMs = this.#weather.clockSteps > 0 ? random.between(-5, 5) * SECOND_MS : 0;
    const process = new SimulatedProcess(name, this.#timeline, offMs);
    this.#planFate(process);
    this.#timeline.note(`${name} starts`);
    return startNode({
      process,
      connection,
      companies: this.#companies,
      random,
      weather: this.#weather,
      json: value => db.json(value),
      onWrite: () => {
        this.#isWritten = true;
        this.#turns.touched();
      },
      onUnheard: () => this.#unheardMs.push(this.#timeline.nowMs),
      spendLimit: this.#limits.spend,
      createCalls,
    });
  }

  #planFate(process: SimulatedProcess): void {
    if (this.#isHealed) return;
    const random = this.#random;
    const { pauses, clockSteps } = this.#weather;
    for (let i = 0; i < pauses; i++) {
      process.plan(random.between(1, AWAITS), () =>
        process.pause(random.pick([2, 20, 40, 100, 700, 2_400]) * SECOND_MS),
      );
    }
    for (let i = 0; i < clockSteps; i++) {
      process.plan(random.between(1, AWAITS), () =>
        process.stepCalendar(
          random.pick([-24 * HOUR_MS, -HOUR_MS, -5 * SECOND_MS, 5 * SECOND_MS, 24 * HOUR_MS]),
        ),
      );
    }
    if (this.#crashesLeft > 0 && random.chance(0.7)) {
      process.plan(random.between(1, AWAITS), () => {
        this.#crashesLeft--;
        process.crash();
        this.#timeline.at(random.between(1, 90) * SECOND_MS, () => this.#restart(process.name));
      });
    }
  }

  #restart(name: string): void {
    const index = this.#nodes.findIndex(({ process }) => process.name === name);
    if (this.#nodes[index]?.process.isAlive) return;
    this.#nodes[index] = this.#start(name);
    this.#turns.touched();
  }

  #heal(): void {
    this.#timeline.note('the faults stop');
    this.#isHealed = true;
    heal(this.#weather);
    for (const { process } of [...this.#nodes]) {
      process.spare();
      if (!process.isAlive) this.#restart(process.name);
    }
  }

  /**
   * Waits until the guarantees of `checkInTheEnd` hold or the documented time has passed. Violations that remain are
   * final.
   */
  async #settle(): Promise<string[]> {
    const { nowMs } = this.#timeline;
    const endMs = nowMs + STATED_MS;
    const fromMs = this.#random.chance(0.2) ? nowMs + HOTELS_ACT_MS : nowMs;
    for (;;) {
      this.#isWritten = false;
      while (!this.#isWritten && this.#timeline.nowMs < endMs) await this.#step();
      const isOver = this.#timeline.nowMs >= endMs;
      const isQuiet =
        this.#timeline.nowMs >= fromMs && this.#companies.every(({ inFlight }) => inFlight === 0);
      if (!isQuiet && !isOver) continue;
      const facts = await this.#facts();
      const faults = checkInTheEnd(facts);
      if (faults.length === 0 || isOver) return [...faults, ...checkAlways(facts)];
    }
  }

  async #step(): Promise<void> {
    if (!(await this.#timeline.step())) throw new Error('the timeline is empty');
  }

  /** Advances the simulation until the promise has settled. */
  async #until<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const watched = work.finally(() => {
      isDone = true;
    });
    watched.catch(() => {});
    while (!isDone) await this.#step();
    return watched;
  }

  #facts() {
    return readFacts(this.#options, {
      nowMs: this.#timeline.nowMs,
      suppliers: this.#companies,
      answers: this.#answers,
      feeds: this.#feeds,
      unheardMs: this.#unheardMs,
      wantedTestMode: this.#wantedTestMode,
      limits: this.#limits,
    });
  }
}
