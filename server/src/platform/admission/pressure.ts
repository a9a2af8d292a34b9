/**
 * Measures the load of this process: the delay of its event loop, and the wait for database connections and turns. If
 * the process stays late, traffic classes are shed one after another. Bookings and cancellations are never shed for
 * that reason.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { TRAFFIC_CLASSES, type TrafficClass } from '@serai/contract/operation.ts';
import type { Clock, Timer } from '../clock.ts';
import { turnWaitMs } from '../take-turn.ts';

/** The limit for the event loop delay and for the wait for a database connection. */
const LATE_MS = 200;
const LOOK_EVERY_MS = 1_000;
const MAX_LEVEL = TRAFFIC_CLASSES.indexOf('book');

/** Gauges in milliseconds. The first two return the value since their last call. */
export interface PressureGauges {
  /** 99th percentile of the event loop delay, as far as this process caused it. */
  loopDelayMs?: (() => number) | undefined;
  /** The longest wait for a database connection. Zero while the database is down, because that is not overload. */
  databaseWaitMs?: (() => number) | undefined;
  turnWaitMs?: (() => number) | undefined;
}

/** Gauges of a process that sheds nothing. */
export const NEVER_LATE: Required<PressureGauges> = {
  loopDelayMs: () => 0,
  databaseWaitMs: () => 0,
  turnWaitMs: () => 0,
};

export class Pressure {
  readonly #clock: Clock;
  readonly #gauges: { [Name in keyof PressureGauges]-?: () => number };
  /** The number of classes that are shed, starting with the least important. */
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

  get loopDelayMs(): number {
    return this.#loopDelayMs;
  }

  get databaseWaitMs(): number {
    return this.#databaseWaitMs;
  }

  get turnWaitMs(): number {
    return this.#gauges.turnWaitMs();
  }

  /** True if the process was late in the last second, or is still shedding because of earlier seconds. */
  get isLate(): boolean {
    return this.#isLateNow() || this.#level > 0;
  }

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
   * Runs once a second. Sheds another class if the process was late in this check and in the previous one. Sheds one
   * class fewer if it was not late. A single late check only affects background work and expensive searches.
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

/**
 * Returns only the part of the delay that this thread caused. If other programs use the processor, the thread gets less
 * CPU time than its event loop was busy, and the delay is reduced by that ratio.
 */
function measureLoopDelay(): () => number {
  const histogram = monitorEventLoopDelay({ resolution: 20 });
  histogram.enable();
  let used = process.threadCpuUsage();
  let utilization = performance.eventLoopUtilization();
  return () => {
    const delayMs = histogram.percentile(99) / 1e6;
    histogram.reset();
    const [usedBefore, utilizationBefore] = [used, utilization];
    used = process.threadCpuUsage();
    utilization = performance.eventLoopUtilization();
    const cpuMs = (used.user + used.system - usedBefore.user - usedBefore.system) / 1_000;
    return delayMs * shareOfProcessor(cpuMs, utilization.active - utilizationBefore.active);
  };
}

/**
 * The share of the event loop's busy time for which the thread got a processor. At most 1, because both values are
 * approximate.
 */
export function shareOfProcessor(cpuMs: number, busyMs: number): number {
  return busyMs > 0 ? Math.min(1, cpuMs / busyMs) : 1;
}
