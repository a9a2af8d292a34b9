/**
 * Writes rows a while after they were begun, in small batches: what a hundred thousand keys leave behind is written as
 * evenly as it came, and a row that is used again meanwhile is written once.
 */
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { Flusher } from './flusher.ts';
import { WaitingLine } from './waiting-line.ts';

/** How often is looked for rows that are due. */
const PACE_MS = 500;
/** About two milliseconds of work before requests have their turn. */
const BATCH = 500;

interface LateRowsParts<Row> {
  clock: Clock;
  log: Log;
  /** For the log: "the usage". */
  what: string;
  /** A row is written at most this long after it was begun, as far as the database keeps up. */
  withinMs: number;
  /** Runs before any row is written, also when there is none. */
  prepare?: () => Promise<void>;
  /** From here on the rows are the writer's: what it could not write it begins again, and throws. */
  write: (rows: Row[]) => Promise<void>;
}

export class LateRows<Row> {
  readonly #parts: LateRowsParts<Row>;
  readonly #flusher: Flusher;
  readonly #line = new WaitingLine<Row>();

  constructor(parts: LateRowsParts<Row>) {
    this.#parts = parts;
    const { clock, log, what } = parts;
    this.#flusher = new Flusher({ clock, log, what, everyMs: PACE_MS, send: all => this.#send(all) });
  }

  begin(row: Row): void {
    this.#line.add(row, this.#parts.clock.monotonicMs());
  }

  start(): void {
    this.#flusher.start();
  }

  /** Writes all that was begun before the call. */
  flush(): Promise<void> {
    return this.#flusher.flush();
  }

  stop(): Promise<void> {
    return this.#flusher.stop();
  }

  async #send(all: boolean): Promise<boolean> {
    const { clock, withinMs, prepare, write } = this.#parts;
    await prepare?.();
    // The next look may come a pace later and must not be too late.
    const begunByMs = clock.monotonicMs() - (all ? 0 : withinMs - 2 * PACE_MS);
    for (let written = 0; ; ) {
      const rows = this.#line.take(begunByMs, BATCH);
      if (rows.length === 0) return written > 0;
      await write(rows);
      written += rows.length;
    }
  }
}
