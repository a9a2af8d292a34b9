/**
 * Sheds load by class, before any work is done. Each class has its own cap, so slow searches cannot starve bookings;
 * under contention one key holds at most half of a class. When the event loop is late, classes go one after another
 * in their order; booking and cancel never go for that reason.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { TRAFFIC_CLASSES, type TrafficClass } from '@serai/contract/operation.ts';
import { ApiError } from '../platform/api-error.ts';
import type { Clock, Timer } from '../platform/clock.ts';

const LATE_MS = 200;
const LOOK_EVERY_MS = 1_000;
const MAX_LEVEL = TRAFFIC_CLASSES.indexOf('book');

export type ClassCaps = Record<TrafficClass, number>;

/** How late the event loop was at its 99th percentile since the last call. */
export type LoopDelay = () => number;

export class Admission {
  readonly #caps: ClassCaps;
  readonly #clock: Clock;
  readonly #loopDelayMs: LoopDelay;
  readonly #inFlight = new Map<TrafficClass, { total: number; byKey: Map<string, number> }>();
  /** How many classes are shed, from the first on. */
  #level = 0;
  #wasLate = false;
  #refusals = 0;
  #timer: Timer | undefined;

  constructor(caps: ClassCaps, clock: Clock, loopDelayMs: LoopDelay = measureLoopDelay()) {
    this.#caps = caps;
    this.#clock = clock;
    this.#loopDelayMs = loopDelayMs;
    for (const name of TRAFFIC_CLASSES) this.#inFlight.set(name, { total: 0, byKey: new Map() });
    this.#look();
  }

  /** Takes a place, or throws SERVICE_UNAVAILABLE. The caller gives it back with `leave`. */
  enter(name: TrafficClass, keyId: string): void {
    const load = this.#load(name);
    const cap = this.#caps[name];
    const held = load.byKey.get(keyId) ?? 0;
    const shed = TRAFFIC_CLASSES.indexOf(name) < this.#level;
    if (shed || load.total >= cap || (load.total * 2 >= cap && held * 2 >= cap)) throw this.#overloaded();
    load.total++;
    load.byKey.set(keyId, held + 1);
  }

  leave(name: TrafficClass, keyId: string): void {
    const load = this.#load(name);
    const held = load.byKey.get(keyId) ?? 0;
    load.total--;
    if (held <= 1) load.byKey.delete(keyId);
    else load.byKey.set(keyId, held - 1);
  }

  inFlight(name: TrafficClass): number {
    return this.#load(name).total;
  }

  /** The classes that are shed now. */
  shedding(): readonly TrafficClass[] {
    return TRAFFIC_CLASSES.slice(0, this.#level);
  }

  stop(): void {
    this.#timer?.cancel();
  }

  #load(name: TrafficClass) {
    return this.#inFlight.get(name) as { total: number; byKey: Map<string, number> };
  }

  /**
   * One class more for every second that the loop is late again, one less for every second that it is not. A single
   * late second is a hiccup and changes nothing.
   */
  #look(): void {
    const isLate = this.#loopDelayMs() > LATE_MS;
    if (isLate && this.#wasLate) this.#level = Math.min(MAX_LEVEL, this.#level + 1);
    if (!isLate) this.#level = Math.max(0, this.#level - 1);
    this.#wasLate = isLate;
    this.#timer = this.#clock.after(LOOK_EVERY_MS, () => this.#look());
  }

  #overloaded(): ApiError {
    // 1 to 5 seconds in turn, so that those refused together do not come back together.
    const retryAfterSeconds = 1 + (this.#refusals++ % 5);
    return new ApiError('SERVICE_UNAVAILABLE', 'The service is overloaded. Try again shortly.', {
      retryAfterSeconds,
    });
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
