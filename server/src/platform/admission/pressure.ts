/**
 * How hard pressed this process is: how late its event loop is, and how long is waited for the database and for turns. When it
 * stays late, classes of requests go one after another in their order; booking and cancel never go for that reason.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { TRAFFIC_CLASSES, type TrafficClass } from '@serai/contract/operation.ts';
import type { Clock, Timer } from '../clock.ts';
import { turnWaitMs } from '../take-turn.ts';

/** Of the event loop, or of a connection to the database. */
const LATE_MS = 200;
const LOOK_EVERY_MS = 1_000;
const MAX_LEVEL = TRAFFIC_CLASSES.indexOf('book');

/** Milliseconds since the last call. */
export interface PressureGauges {
  /** How late the event loop was at its 99th percentile. */
  loopDelayMs?: (() => number) | undefined;
  /** How long a connection to the database was waited for at most. None while it is away: that is no overload. */
  databaseWaitMs?: (() => number) | undefined;
  /** How long a turn would be waited for now. */
  turnWaitMs?: (() => number) | undefined;
}

export class Pressure {
  readonly #clock: Clock;
  readonly #gauges: { [Name in keyof PressureGauges]-?: () => number };
  /** How many classes are shed, from the first on. */
  #level = 0;
  #loopDelayMs = 0;
  #databaseWaitMs = 0;
  #timer: Timer | undefined;

  constructor(clock: Clock, gauges: PressureGauges = {}) {
    this.#clock = clock;
    this.#gauges = {
      loopDelayMs: gauges.loopDelayMs ?? measureLoopDelay(),
      databaseWaitMs: gauges.databaseWaitMs ?? (() => 0),
      turnWaitMs: gauges.turnWaitMs ?? turnWaitMs,
    };
    this.#look();
  }

  /** Of the last second. */
  get loopDelayMs(): number {
    return this.#loopDelayMs;
  }

  get databaseWaitMs(): number {
    return this.#databaseWaitMs;
  }

  get turnWaitMs(): number {
    return this.#gauges.turnWaitMs();
  }

  /** Late in the last second, or still shedding because of earlier ones. */
  get isLate(): boolean {
    return this.#isLateNow() || this.#level > 0;
  }

  /** The classes that are shed now. */
  shedding(): readonly TrafficClass[] {
    return TRAFFIC_CLASSES.slice(0, this.#level);
  }

  isShed(name: TrafficClass): boolean {
    return this.#level > 0 && TRAFFIC_CLASSES.indexOf(name) < this.#level;
  }

  stop(): void {
    this.#timer?.cancel();
  }

  /**
   * One class more for every second that is late again, one less for every second that is not. A single late second is a
   * hiccup: only background work and dear searches heed it.
   */
  #look(): void {
    const wasLate = this.#isLateNow();
    this.#loopDelayMs = this.#gauges.loopDelayMs();
    this.#databaseWaitMs = this.#gauges.databaseWaitMs();
    const isLate = this.#isLateNow();
    if (isLate && wasLate) this.#level = Math.min(MAX_LEVEL, this.#level + 1);
    if (!isLate) this.#level = Math.max(0, this.#level - 1);
    this.#timer = this.#clock.after(LOOK_EVERY_MS, () => this.#look());
  }

  #isLateNow(): boolean {
    return Math.max(this.#loopDelayMs, this.#databaseWaitMs) > LATE_MS;
  }
}

function measureLoopDelay(): () => number {
  const histogram = monitorEventLoopDelay({ resolution: 20 });
  histogram.enable();
  return () => {
    const delayMs = histogram.percentile(99) / 1e6;
    histogram.reset();
    return delayMs;
  };
}
