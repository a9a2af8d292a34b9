/**
 * How hard pressed this process is: how late its event loop is, and how long work that takes turns has to wait. When the
 * loop stays late, classes of requests go one after another in their order; booking and cancel never go for that reason.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { TRAFFIC_CLASSES, type TrafficClass } from '@serai/contract/operation.ts';
import type { Clock, Timer } from '../clock.ts';
import { turnWaitMs } from '../take-turn.ts';

const LATE_MS = 200;
const LOOK_EVERY_MS = 1_000;
const MAX_LEVEL = TRAFFIC_CLASSES.indexOf('book');

/** How late the event loop was at its 99th percentile since the last call. */
export type LoopDelay = () => number;

export class Pressure {
  readonly #clock: Clock;
  readonly #measureDelay: LoopDelay;
  readonly #turnWaitMs: () => number;
  /** How many classes are shed, from the first on. */
  #level = 0;
  #loopDelayMs = 0;
  #timer: Timer | undefined;

  constructor(
    clock: Clock,
    loopDelayMs: LoopDelay = measureLoopDelay(),
    turnWait: () => number = turnWaitMs,
  ) {
    this.#clock = clock;
    this.#measureDelay = loopDelayMs;
    this.#turnWaitMs = turnWait;
    this.#look();
  }

  /** Of the last second. */
  get loopDelayMs(): number {
    return this.#loopDelayMs;
  }

  get turnWaitMs(): number {
    return this.#turnWaitMs();
  }

  /** Late in the last second, or still shedding because of earlier ones. */
  get isLate(): boolean {
    return this.#loopDelayMs > LATE_MS || this.#level > 0;
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
   * One class more for every second that the loop is late again, one less for every second that it is not. A single
   * late second is a hiccup: only background work and dear searches heed it.
   */
  #look(): void {
    const wasLate = this.#loopDelayMs > LATE_MS;
    this.#loopDelayMs = this.#measureDelay();
    const isLate = this.#loopDelayMs > LATE_MS;
    if (isLate && wasLate) this.#level = Math.min(MAX_LEVEL, this.#level + 1);
    if (!isLate) this.#level = Math.max(0, this.#level - 1);
    this.#timer = this.#clock.after(LOOK_EVERY_MS, () => this.#look());
  }
}

function measureLoopDelay(): LoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: 20 });
  histogram.enable();
  return () => {
    const delayMs = histogram.percentile(99) / 1e6;
    histogram.reset();
    return delayMs;
  };
}
