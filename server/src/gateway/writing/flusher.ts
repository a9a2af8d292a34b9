/**
 * Writes collected data at intervals, one run at a time. A failure is logged once and the run is retried. No request
 * waits for a run.
 */
import type { Clock, Timer } from '../../platform/clock.ts';
import { withDeadline } from '../../platform/deadline.ts';
import type { Log } from '../../platform/log.ts';

interface FlusherParts {
  clock: Clock;
  log: Log;
  /** The name used in log messages, for example "usage counts". */
  what: string;
  everyMs: number;
  /**
   * Returns false if there was nothing to send. On failure, it must keep the data and throw. With `all`, it also sends
   * data that is not due yet.
   */
  send: (all: boolean) => Promise<boolean>;
}

const LAST_RUN_MS = 5_000;

export class Flusher {
  readonly #parts: FlusherParts;
  #timer: Timer | undefined;
  #early: Timer | undefined;
  #running: Promise<void> | undefined;
  #failing = false;

  constructor(parts: FlusherParts) {
    this.#parts = parts;
  }

  start(): void {
    const { clock, everyMs } = this.#parts;
    this.#timer = clock.after(everyMs, () => {
      this.start();
      void this.#run(false);
    });
  }

  /** Starts a run before the interval is over, but not synchronously. */
  soon(): void {
    if (this.#failing || this.#early !== undefined || this.#running !== undefined) return;
    this.#early = this.#parts.clock.after(0, () => {
      this.#early = undefined;
      void this.#run(false);
    });
  }

  /** Sends everything that was collected before this call. Never throws. */
  async flush(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
    await this.#run(true);
  }

  cancel(): void {
    this.#timer?.cancel();
    this.#early?.cancel();
  }

  /** Runs once more and waits at most five seconds for this run. */
  async stop(): Promise<void> {
    this.cancel();
    const { clock, log, what } = this.#parts;
    await withDeadline(this.flush(), LAST_RUN_MS, clock).catch(() => {
      log.warn(`${what} could not be written before shutdown`);
    });
  }

  #run(all: boolean): Promise<void> {
    this.#running ??= this.#runOnce(all).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #runOnce(all: boolean): Promise<void> {
    const { send, log, what } = this.#parts;
    try {
      // Only a run that wrote something proves that writing works again.
      if (!(await send(all))) return;
      if (this.#failing) log.info(`${what} can be written again`);
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) log.warn({ err: error }, `${what} cannot be written; trying again`);
      this.#failing = true;
    }
  }
}
