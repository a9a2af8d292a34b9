/** Runs the shutdown steps of a process in reverse order. A failing step is logged and does not prevent the others. */
import type { Log } from './log.ts';

export class Stops {
  readonly #log: Log;
  readonly #steps: { name: string; stop: () => unknown }[] = [];
  #running: Promise<void> | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  add(name: string, stop: () => unknown): void {
    this.#steps.push({ name, stop });
  }

  run(): Promise<void> {
    this.#running ??= this.#runAll();
    return this.#running;
  }

  async #runAll(): Promise<void> {
    for (const { name, stop } of this.#steps.toReversed()) {
      try {
        await stop();
      } catch (error) {
        this.#log.error({ err: error, step: name }, 'a shutdown step failed');
      }
    }
  }
}
