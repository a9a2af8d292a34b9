/** One life of a node: its clocks and everything it waits for. Once it has crashed, nothing of it ever goes on. */
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

  /** 0 when it runs. */
  get pauseLeftMs(): number {
    return Math.max(0, this.#pausedUntilMs - this.timeline.nowMs);
  }

  /** Something that happens to this process: later while it stands still, never once it is dead. */
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

  /** At every await: false when this is where it crashes. */
  survives(): boolean {
    if (this.#isAlive) this.#fate.get(++this.#steps)?.();
    return this.#isAlive;
  }

  /** What happens to it at its so manieth await. */
  plan(step: number, happens: () => void): void {
    this.#fate.set(step, happens);
  }

  /** Whatever was still to happen to it does not. */
  spare(): void {
    this.#fate.clear();
  }

  crash(): void {
    if (!this.#isAlive) return;
    this.#isAlive = false;
    this.timeline.note(`${this.name} crashes`);
    for (const told of this.#onCrash) told();
  }

  /** Answers what takes the listener away. */
  onCrash(told: () => void): () => void {
    this.#onCrash.add(told);
    return () => this.#onCrash.delete(told);
  }

  /** As when the machine was busy or asleep: everything of it waits, its clocks go on. */
  pause(ms: number): void {
    this.timeline.note(`${this.name} stands still for ${ms} ms`);
    this.#pausedUntilMs = this.timeline.nowMs + ms;
  }

  stepCalendar(ms: number): void {
    this.timeline.note(`${this.name} steps its calendar by ${ms} ms`);
    this.#calendarOffMs += ms;
  }
}
