/**
 * The sliding-window counters of one key: a ring of 240 cells for each rate window, and the sum of each ring. Times are
 * in milliseconds, and a cell is the time ÷ the cell length. Reading never changes a ring.
 */
import type { CellCount } from './key-counts.ts';
import {
  admit,
  CELLS,
  EACH_WINDOW,
  type LimitDecision,
  type Limits,
  type PerWindow,
  refuse,
  WINDOWS,
  type WindowIndex,
} from './limiter.ts';

const MAX_NARROW_COUNT = 65_535;

/** Numbers at fixed indices, in an array or in shared memory. */
interface Numbers {
  [index: number]: number;
}

export interface CounterStorage {
  /** 16 bits are enough for the counts of most keys and halve the memory. The first larger count widens all cells. */
  cells: Uint16Array | Uint32Array;
  /** The latest cell of each window. */
  last: Numbers;
  /** The number of requests in the window that ends in its latest cell. */
  sum: Numbers;
}

export class SlidingWindowCounters {
  #cells: CounterStorage['cells'];
  readonly #last: Numbers;
  readonly #sum: Numbers;
  /** Identifies the counters in Redis that include these counts. 0 if there are none. */
  born = 0;

  /** Default: storage of its own. */
  constructor(storage?: CounterStorage) {
    this.#cells = storage?.cells ?? new Uint16Array(WINDOWS.length * CELLS);
    this.#last = storage?.last ?? [0, 0, 0];
    this.#sum = storage?.sum ?? [0, 0, 0];
  }

  decide(timeMs: number, limits: Limits): LimitDecision {
    const before = this.peek(timeMs, limits);
    if (!before.admitted) return before;
    this.count(timeMs);
    const [minute, hour, day] = before.remaining;
    const remaining: PerWindow = [minute - 1, hour - 1, day - 1];
    return remaining.includes(0) ? admit(remaining, this.#waitsMs(timeMs, limits)) : admit(remaining);
  }

  peek(timeMs: number, limits: Limits): LimitDecision {
    const remaining: PerWindow = [
      Math.max(0, limits.perMinute - this.#usedAt(0, this.#cellAt(0, timeMs))),
      Math.max(0, limits.perHour - this.#usedAt(1, this.#cellAt(1, timeMs))),
      Math.max(0, limits.perDay - this.#usedAt(2, this.#cellAt(2, timeMs))),
    ];
    return remaining.includes(0) ? refuse(remaining, this.#waitsMs(timeMs, limits)) : admit(remaining);
  }

  /** Counts requests without checking the limits. */
  count(timeMs: number, requests = 1): void {
    for (const window of EACH_WINDOW) {
      const cell = this.#cellAt(window, timeMs);
      this.#moveTo(window, cell);
      this.#increase(window, cell, requests);
    }
  }

  /** Adds the count of a cell that was stored elsewhere. Ignores a cell that has left the window. */
  addAt(window: WindowIndex, { cell, count }: CellCount): void {
    const last = this.#last[window] as number;
    if (cell > last || this.#sum[window] === 0) this.#moveTo(window, cell);
    else if (cell <= last - CELLS) return;
    this.#increase(window, cell, count);
  }

  /** Returns the non-empty cells of the window that ends at this time, oldest first. */
  cellsAt(window: WindowIndex, timeMs: number): CellCount[] {
    const found: CellCount[] = [];
    const last = this.#last[window] as number;
    for (let cell = Math.max(last, this.#cellAt(window, timeMs)) - CELLS + 1; cell <= last; cell++) {
      const count = this.#cells[place(window, cell)] as number;
      if (count > 0) found.push({ cell, count });
    }
    return found;
  }

  /** Returns whether the counters can be dropped because nothing has been counted since. They must not be used then. */
  retireIfIdle(sinceMs: number): boolean {
    return this.isIdleSince(sinceMs);
  }

  /** Computes the sums again, after a thread has ended in the middle of a change. */
  recount(): void {
    for (const window of EACH_WINDOW) {
      let sum = 0;
      for (let at = window * CELLS; at < (window + 1) * CELLS; at++) sum += this.#cells[at] as number;
      this.#sum[window] = sum;
    }
  }

  isIdleSince(timeMs: number): boolean {
    return ((this.#last[2] as number) + 1) * WINDOWS[2].cellMs <= timeMs;
  }

  /**
   * Returns the cell in which a request at this time is counted. If the clock stepped back, this is still the latest
   * cell. If it stepped back by more than a window, the latest cell was wrong and the clock is trusted.
   */
  #cellAt(window: WindowIndex, timeMs: number): number {
    const cell = Math.floor(timeMs / WINDOWS[window].cellMs);
    const last = this.#last[window] as number;
    return last > cell && last - cell <= CELLS ? last : cell;
  }

  /** The number of requests in the window that ends in `cell`. */
  #usedAt(window: WindowIndex, cell: number): number {
    const last = this.#last[window] as number;
    const steps = cell - last;
    if (steps < 0 || steps >= CELLS) return 0;
    let used = this.#sum[window] as number;
    if (used === 0) return 0;
    for (let step = 1; step <= steps; step++) used -= this.#cells[place(window, last + step)] as number;
    // Negative if another thread has changed the counters at the same time.
    return Math.max(0, used);
  }

  /** Makes `cell` the latest cell and clears the cells that have left the window. */
  #moveTo(window: WindowIndex, cell: number): void {
    const last = this.#last[window] as number;
    if (cell === last) return;
    const used = this.#usedAt(window, cell);
    if (used === 0) this.#cells.fill(0, window * CELLS, (window + 1) * CELLS);
    else for (let passed = last + 1; passed <= cell; passed++) this.#cells[place(window, passed)] = 0;
    this.#last[window] = cell;
    this.#sum[window] = used;
  }

  #increase(window: WindowIndex, cell: number, amount: number): void {
    const at = place(window, cell);
    const count = (this.#cells[at] as number) + amount;
    if (count > MAX_NARROW_COUNT && this.#cells instanceof Uint16Array)
      this.#cells = Uint32Array.from(this.#cells);
    this.#cells[at] = count;
    this.#sum[window] = (this.#sum[window] as number) + amount;
  }

  #waitsMs(timeMs: number, limits: Limits): PerWindow {
    return [
      this.#waitMs(0, timeMs, limits.perMinute),
      this.#waitMs(1, timeMs, limits.perHour),
      this.#waitMs(2, timeMs, limits.perDay),
    ];
  }

  /** Time until enough cells have expired for one more request. */
  #waitMs(window: WindowIndex, timeMs: number, limit: number): number {
    const latest = this.#cellAt(window, timeMs);
    let excess = this.#usedAt(window, latest) + 1 - limit;
    if (excess <= 0) return 0;
    let cell = latest - CELLS;
    while (excess > 0 && cell < latest) excess -= this.#cells[place(window, ++cell)] as number;
    return (cell + CELLS) * WINDOWS[window].cellMs - Math.floor(timeMs);
  }
}

function place(window: WindowIndex, cell: number): number {
  return window * CELLS + (cell % CELLS);
}
