/** Sends what was gathered at intervals, one run at a time. A run that fails is told once and tried again; nobody waits. */
import type { Clock, Timer } from '../../platform/clock.ts';
import { withDeadline } from '../../platform/deadline.ts';
import type { Log } from '../../platform/log.ts';

interface FlusherParts {
  clock: Clock;
  log: Log;
  /** For the log: "the usage". */
  what: string;
  everyMs: number;
  /**
   * Keeps what it could not send and throws; false when there was nothing to send. `all`: what would wait for a later
   * run goes as well.
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

  /** Runs before the interval is over, though not within this call. */
  soon(): void {
    if (this.#failing || this.#early !== undefined || this.#running !== undefined) return;
    this.#early = this.#parts.clock.after(0, () => {
      this.#early = undefined;
      void this.#run(false);
    });
  }

  /** Sends all that was gathered before the call. Never throws. */
  async flush(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
    await this.#run(true);
  }

  /** Begins no more runs. */
  cancel(): void {
    this.#timer?.cancel();
    this.#early?.cancel();
  }

  /** Ends with one more run, waited for at most five seconds. */
  async stop(): Promise<void> {
    this.cancel();
    const { clock, log, what } = this.#parts;
    await withDeadline(this.flush(), LAST_RUN_MS, clock).catch(() => {
      log.warn(`${what} could not be written before the end`);
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
      // Only what was written shows that it can be.
      if (!(await send(all))) return;
      if (this.#failing) log.info(`${what} can be written again`);
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) log.warn({ err: error }, `${what} cannot be written; trying again`);
      this.#failing = true;
    }
  }
}
