/**
 * Writes rows some time after their first change, in small batches. The load of 100,000 keys is thus spread as evenly
 * as their requests, and a row that changes several times is written once.
 */
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { Flusher } from './flusher.ts';
import { WaitingLine } from './waiting-line.ts';

/** How often due rows are looked up. */
const PACE_MS = 500;
/** About two milliseconds of work before other requests get a turn. */
const BATCH = 500;

interface LateRowsParts<Row> {
  clock: Clock;
  log: Log;
  /** A name for log messages, for example "the usage". */
  what: string;
  /** A row is written at most this long after `begin`, if the database keeps up. */
  withinMs: number;
  /** Runs before rows are written, and also if there are none. */
  prepare?: () => Promise<void>;
  /** Takes over the rows. On failure it must call `begin` for them again and throw. */
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

  /** Writes all rows that were begun before the call. */
  flush(): Promise<void> {
    return this.#flusher.flush();
  }

  stop(): Promise<void> {
    return this.#flusher.stop();
  }

  async #send(all: boolean): Promise<boolean> {
    const { clock, withinMs, prepare, write } = this.#parts;
    await prepare?.();
    // The next run may come one interval later and must not miss the deadline.
    const begunByMs = clock.monotonicMs() - (all ? 0 : withinMs - 2 * PACE_MS);
    for (let written = 0; ; ) {
      const rows = this.#line.take(begunByMs, BATCH);
      if (rows.length === 0) return written > 0;
      await write(rows);
      written += rows.length;
    }
  }
}
