/** Provider calls that continue after the response was sent. A stopping process waits for them. */
import { type Clock, sleep } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';

export class OpenCalls {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #open = new Set<Promise<unknown>>();

  constructor({ clock, log }: { clock: Clock; log: Log }) {
    this.#clock = clock;
    this.#log = log;
  }

  /**
   * Returns the result of `work`, or undefined if it fails or takes longer than `ms`. After `ms`, the work continues. A
   * failure is only logged.
   */
  async within<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
    const watched = work.catch(err => {
      this.#log.error({ err }, 'outcome of a provider call not recorded, reconciliation will settle it');
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

  /** Waits until all calls have ended or the time is up. Reconciliation resolves the rest. */
  async stop(maxMs: number): Promise<void> {
    await Promise.race([Promise.all(this.#open), sleep(this.#clock, maxMs)]);
  }
}
