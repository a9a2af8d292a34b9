/**
 * Circuit breaker: stops calls to a supplier that mostly fails, and lets a probe through from time to time. It opens when at least
 * half of 20 or more calls within 10 seconds failed. It makes no calls itself.
 */
import type { Clock } from '../../platform/clock.ts';

const WINDOW_MS = 10_000;
const MIN_CALLS = 20;
const PROBE_AFTER_MS = 10_000;
const SLICES = 10;
const SLICE_MS = WINDOW_MS / SLICES;

interface Slice {
  number: number;
  calls: number;
  failures: number;
}

export class CircuitBreaker {
  readonly #clock: Clock;
  readonly #slices: Slice[] = [];
  #openedAtMs: number | undefined;
  #probing = false;
  /** Raised when the circuit opens, probes or closes. Results of calls from an earlier generation are ignored. */
  #generation = 0;
  #sinceMs: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#sinceMs = clock.nowMs();
  }

  /** Whether `enter` would reject a call. False while the next call may probe. */
  get isOpen(): boolean {
    if (this.#openedAtMs === undefined) return false;
    return this.#probing || this.#clock.monotonicMs() - this.#openedAtMs < PROBE_AFTER_MS;
  }

  /** True from opening until a probe succeeds. */
  get isFailing(): boolean {
    return this.#openedAtMs !== undefined;
  }

  /** Unix time at which `isFailing` last changed. */
  get sinceMs(): number {
    return this.#sinceMs;
  }

  /**
   * Returns undefined if the call must not be made, otherwise a number to pass to `leave` when it ends. A call that
   * is let through after the circuit opened is the probe that decides whether it closes.
   */
  enter(): number | undefined {
    if (this.isOpen) return undefined;
    if (this.#openedAtMs !== undefined) {
      this.#probing = true;
      this.#generation += 1;
    }
    return this.#generation;
  }

  /** `success` is undefined if the call says nothing about the supplier's health. */
  leave(generation: number, success: boolean | undefined): void {
    if (generation !== this.#generation) return;
    const probed = this.#probing;
    this.#probing = false;
    if (success === undefined) return;
    if (!probed) {
      if (this.#openedAtMs === undefined) this.#count(success);
      return;
    }
    this.#generation += 1;
    this.#slices.length = 0;
    if (success) this.#sinceMs = this.#clock.nowMs();
    this.#openedAtMs = success ? undefined : this.#clock.monotonicMs();
  }

  #count(success: boolean): void {
    const nowMs = this.#clock.monotonicMs();
    const number = Math.floor(nowMs / SLICE_MS);
    while (this.#slices[0] && this.#slices[0].number <= number - SLICES) this.#slices.shift();
    let slice = this.#slices.at(-1);
    if (slice?.number !== number) {
      slice = { number, calls: 0, failures: 0 };
      this.#slices.push(slice);
    }
    slice.calls += 1;
    if (!success) slice.failures += 1;
    const calls = this.#slices.reduce((sum, each) => sum + each.calls, 0);
    const failures = this.#slices.reduce((sum, each) => sum + each.failures, 0);
    if (calls < MIN_CALLS || failures * 2 < calls) return;
    this.#openedAtMs = nowMs;
    this.#generation += 1;
    this.#sinceMs = this.#clock.nowMs();
  }
}
