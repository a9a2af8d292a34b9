/** One lifetime of a process: its clocks and everything it waits for. After a crash, nothing continues. */
import type { Clock, Timer } from '../../../src/platform/clock.ts';
import type { Timeline } from '../timeline.ts';

export class SimulatedProcess {
  readonly name: string;
  readonly timeline: Timeline;
  readonly clock: Clock;
  #isAlive = true;
  #pausedUntilMs = 0;
  #calendarOffMs: number;
  #steps = 0;
  readonly #fate = new Map<number, () => void>();
  readonly #onCrash = new Set<() => void>();

  constructor(name: string, timeline: Timeline, calendarOffMs: number) {
    this.name = name;
    this.timeline = timeline;
    this.#calendarOffMs = calendarOffMs;
    const bornMs = timeline.nowMs;
    this.clock = {
      nowMs: () => timeline.nowMs + this.#calendarOffMs,
      monotonicMs: () => timeline.nowMs - bornMs,
      after: (delayMs, task) => this.later(delayMs, task),
    };
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** 0 if the process is not paused. */
  get pauseLeftMs(): number {
    return Math.max(0, this.#pausedUntilMs - this.timeline.nowMs);
  }

  /** Runs a task in this process: later if the process is paused, and never after a crash. */
  later(delayMs: number, task: () => unknown): Timer {
    let timer: Timer;
    const run = (): unknown => {
      if (!this.#isAlive) return undefined;
      if (this.pauseLeftMs > 0) {
        timer = this.timeline.at(this.pauseLeftMs, run);
        return undefined;
      }
      return this.survives() ? task() : undefined;
    };
    timer = this.timeline.at(delayMs, run);
    return { cancel: () => timer.cancel() };
  }

  /** Called at every await. Returns false if the process crashes here. */
  survives(): boolean {
    if (this.#isAlive) this.#fate.get(++this.#steps)?.();
    return this.#isAlive;
  }

  /** Sets what happens at the n-th await. */
  plan(step: number, happens: () => void): void {
    this.#fate.set(step, happens);
  }

  /** Cancels everything that was planned with `plan`. */
  spare(): void {
    this.#fate.clear();
  }

  crash(): void {
    if (!this.#isAlive) return;
    this.#isAlive = false;
    this.timeline.note(`${this.name} crashes`);
    for (const told of this.#onCrash) told();
  }

  /** Returns a function that removes the listener. */
  onCrash(told: () => void): () => void {
    this.#onCrash.add(told);
    return () => this.#onCrash.delete(told);
  }

  /** Simulates a busy or suspended machine: everything waits, but the clocks continue. */
  pause(ms: number): void {
    this.timeline.note(`${this.name} pauses for ${ms} ms`);
    this.#pausedUntilMs = this.timeline.nowMs + ms;
  }

  stepCalendar(ms: number): void {
    this.timeline.note(`${this.name} steps its system clock by ${ms} ms`);
    this.#calendarOffMs += ms;
  }
}
