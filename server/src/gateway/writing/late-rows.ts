/**
 * Writes rows some time after their first change, in small batches. The load from 100,000 keys is therefore spread as
 * evenly as their requests, and a row that changes several times is written once.
 */
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { Flusher } from './flusher.ts';

/** How often due rows are looked up. */
const PACE_MS = 500;
/** About two milliseconds of work before other requests get a turn. */
const BATCH = 500;

interface LateRowsParts<Row> {
  clock: Clock;
  log: Log;
  what: string;
  /** A row is written at most this long after `begin`, if the database keeps up. */
  withinMs: number;
  /** Runs before rows are written, even if there are none. */
  prepare?: () => Promise<void>;
  /** Takes over the rows. On failure, it must call `begin` for them again and throw. */
  write: (rows: Row[]) => Promise<void>;
}

export class LateRows<Row> {
  readonly #parts: LateRowsParts<Row>;
  readonly #flusher: Flusher;
  readonly #queue = new TimedQueue<Row>();

  constructor(parts: LateRowsParts<Row>) {
    this.#parts = parts;
    const { clock, log, what } = parts;
    this.#flusher = new Flusher({ clock, log, what, everyMs: PACE_MS, send: all => this.#send(all) });
  }

  begin(row: Row): void {
    this.#queue.add(row, this.#parts.clock.monotonicMs());
  }

  start(): void {
    this.#flusher.start();
  }

  flush(): Promise<void> {
    return this.#flusher.flush();
  }

  stop(): Promise<void> {
    return this.#flusher.stop();
  }

  async #send(all: boolean): Promise<boolean> {
    const { clock, withinMs, prepare, write } = this.#parts;
    await prepare?.();
    // The next run may be up to one interval late, so this run also takes the rows that would then miss the
    // deadline.
    const begunByMs = clock.monotonicMs() - (all ? 0 : withinMs - 2 * PACE_MS);
    for (let written = 0; ; ) {
      const rows = this.#queue.take(begunByMs, BATCH);
      if (rows.length === 0) return written > 0;
      await write(rows);
      written += rows.length;
    }
  }
}

const COMPACT_FROM = 1_024;

/**
 * A queue of items with the time at which each was added. It allocates no object per item, so 100,000 items are cheap.
 */
export class TimedQueue<T> {
  #items: T[] = [];
  #sinceMs: number[] = [];
  #first = 0;

  get size(): number {
    return this.#items.length - this.#first;
  }

  /** Times must not decrease. */
  add(item: T, nowMs: number): void {
    this.#items.push(item);
    this.#sinceMs.push(nowMs);
  }

  /** Removes and returns up to `atMost` items that were added by the given time, oldest first. */
  take(cameByMs: number, atMost: number): T[] {
    let end = this.#first;
    const limit = Math.min(this.#items.length, end + atMost);
    while (end < limit && (this.#sinceMs[end] as number) <= cameByMs) end++;
    const taken = this.#items.slice(this.#first, end);
    this.#first = end;
    this.#compact();
    return taken;
  }

  #compact(): void {
    if (this.#first < COMPACT_FROM || this.#first * 2 < this.#items.length) return;
    this.#items = this.#items.slice(this.#first);
    this.#sinceMs = this.#sinceMs.slice(this.#first);
    this.#first = 0;
  }
}
