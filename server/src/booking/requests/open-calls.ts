/** Calls that go on after their request was answered. A process that ends waits for them. */
import { type Clock, sleep } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';

export class OpenCalls {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #open = new Set<Promise<unknown>>();

  constructor({ clock, log }: { clock: Clock; log: Log }) {
    this.#clock = clock;
    this.#log = log;
  }

  /** What `work` comes to within the time, else undefined; then it goes on. Its failure reaches nobody. */
  async within<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
    const watched = work.catch(err => {
      this.#log.error({ err }, 'what a provider said could not be written down; a check will follow');
      return undefined;
    });
    this.#open.add(watched);
    void watched.finally(() => this.#open.delete(watched));
    const giveUp = new AbortController();
    try {
      return await Promise.race([watched, sleep(this.#clock, ms, giveUp.signal).then(() => undefined)]);
    } finally {
      giveUp.abort();
    }
  }

  /** Until all are over, or the time is up: what is cut then is found by its job. */
  async stop(maxMs: number): Promise<void> {
    await Promise.race([Promise.all(this.#open), sleep(this.#clock, maxMs)]);
  }
}
