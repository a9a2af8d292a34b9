/**
 * The rings of many keys side by side: a slot holds one key's three windows of 240 cells, and for each window
 * the latest cell index and the sum of the live cells. One array for many keys spares the collector
 * a hundred thousand small ones. Only the methods that say so change anything.
 */
import { CELLS, WINDOWS } from '../windows.ts';

/** Index into WINDOWS. */
export type Window = 0 | 1 | 2;

const SLOTS = 256;
const SLOT_CELLS = WINDOWS.length * CELLS;
/** One cache line for a slot, of which a decision in the latest cell touches nothing else. Per window: */
const HEAD = 16;
/** Sum of the live cells, */
const SUM = 3;
/** count of the latest cell, whose place in the ring is 0 until the ring moves on, */
const LATEST = 6;
/** the cell in which a wait is known to end, and the limit for which it is known. */
const UNTIL = 9;
const UNTIL_LIMIT = 12;
const MAX_COUNT = 2_147_483_647;

/** Times are small enough for cells of 250 ms to stay within 31 bits for 17 years. */
export function clockCell(window: Window, timeMs: number): number {
  return (timeMs / WINDOWS[window].cellMs) | 0;
}

export class RingSlab {
  readonly slots = SLOTS;
  readonly #cells: Uint16Array | Uint32Array;
  readonly #heads = new Int32Array(SLOTS * HEAD);
  readonly #maxCount: number;

  /** Most cells count few requests, so keys start narrow and move when a cell outgrows 65 535. */
  constructor(width: 'narrow' | 'wide') {
    const length = SLOTS * SLOT_CELLS;
    this.#cells = width === 'narrow' ? new Uint16Array(length) : new Uint32Array(length);
    this.#maxCount = width === 'narrow' ? 65_535 : MAX_COUNT;
  }

  last(slot: number, window: Window): number {
    return this.#heads[slot * HEAD + window] as number;
  }

  /**
   * The cell that a request counts in, given the cell of the clock. Time that stepped back stays in the latest
   * cell; more than a window back, the latest was wrong and the clock is believed.
   */
  cellFor(slot: number, window: Window, clockCell: number): number {
    const last = this.#heads[slot * HEAD + window] as number;
    return last > clockCell && last - clockCell <= CELLS ? last : clockCell;
  }

  /** How many requests the window that ends in `cell` holds. */
  liveAt(slot: number, window: Window, cell: number): number {
    const head = slot * HEAD + window;
    const last = this.#heads[head] as number;
    const sum = this.#heads[head + SUM] as number;
    const steps = cell - last;
    if (steps === 0 || sum === 0) return sum;
    if (steps < 0 || steps >= CELLS) return 0;
    const start = slot * SLOT_CELLS + window * CELLS;
    let gone = 0;
    for (let at = (last + 1) % CELLS, step = 0; step < steps; step++) {
      gone += this.#cells[start + at] as number;
      at = at + 1 === CELLS ? 0 : at + 1;
    }
    return sum - gone;
  }

  /**
   * Adds to `cell`, given what the window that ends there holds; cells left behind are cleared.
   * False, and nothing changed, when the counters are too narrow.
   */
  count(slot: number, window: Window, cell: number, live: number, amount: number): boolean {
    const head = slot * HEAD + window;
    if (cell !== this.#heads[head] && !this.#moveTo(slot, window, cell)) return false;
    this.#heads[head + LATEST] = (this.#heads[head + LATEST] as number) + amount;
    this.#heads[head + SUM] = live + amount;
    this.#heads[head + UNTIL_LIMIT] = 0;
    return true;
  }

  /** Adds to an earlier or later cell what a restart or another store remembers; false as for `count`. */
  addAt(slot: number, window: Window, cell: number, atMost: number): boolean {
    const head = slot * HEAD + window;
    const last = this.#heads[head] as number;
    const sum = this.#heads[head + SUM] as number;
    const amount = Math.min(atMost, MAX_COUNT - sum);
    if (cell >= last || sum === 0) {
      return this.count(slot, window, cell, this.liveAt(slot, window, cell), amount);
    }
    if (cell <= last - CELLS) return true;
    const count = this.#count(slot, window, cell) + amount;
    if (count > this.#maxCount) return false;
    this.#cells[this.#at(slot, window, cell)] = count;
    this.#heads[head + SUM] = sum + amount;
    this.#heads[head + UNTIL_LIMIT] = 0;
    return true;
  }

  /**
   * How long until one more request fits; 0 when one fits now. The end of the wait does not move while nothing
   * is counted and the limit stays, so it is found once and kept: a client that hammers costs no walk.
   */
  waitMs(slot: number, window: Window, timeMs: number, limit: number): number {
    const cell = this.cellFor(slot, window, clockCell(window, timeMs));
    const mustGo = this.liveAt(slot, window, cell) + 1 - limit;
    if (mustGo <= 0) return 0;
    const head = slot * HEAD + window;
    if (this.#heads[head + UNTIL_LIMIT] !== limit) {
      this.#heads[head + UNTIL] = this.#lastToGo(slot, window, cell, mustGo) + CELLS;
      this.#heads[head + UNTIL_LIMIT] = limit;
    }
    return (this.#heads[head + UNTIL] as number) * WINDOWS[window].cellMs - Math.floor(timeMs);
  }

  /** Every cell in use within the window that ends in `cell`, oldest first. */
  forEach(slot: number, window: Window, cell: number, visit: (cell: number, count: number) => void): void {
    const last = this.last(slot, window);
    const start = slot * SLOT_CELLS + window * CELLS;
    const first = Math.max(cell, last) - CELLS + 1;
    for (let index = first, at = first % CELLS; index < last; index++) {
      const count = this.#cells[start + at] as number;
      if (count > 0) visit(index, count);
      at = at + 1 === CELLS ? 0 : at + 1;
    }
    const latest = this.#heads[slot * HEAD + window + LATEST] as number;
    if (first <= last && latest > 0) visit(last, latest);
  }

  /** Takes over a slot of another slab, byte for byte. */
  copy(slot: number, from: RingSlab, fromSlot: number): void {
    const cells = from.#cells.subarray(fromSlot * SLOT_CELLS, (fromSlot + 1) * SLOT_CELLS);
    this.#cells.set(cells, slot * SLOT_CELLS);
    this.#heads.set(from.#heads.subarray(fromSlot * HEAD, (fromSlot + 1) * HEAD), slot * HEAD);
  }

  clear(slot: number): void {
    this.#cells.fill(0, slot * SLOT_CELLS, (slot + 1) * SLOT_CELLS);
    this.#heads.fill(0, slot * HEAD, (slot + 1) * HEAD);
  }

  #at(slot: number, window: Window, cell: number): number {
    return slot * SLOT_CELLS + window * CELLS + (cell % CELLS);
  }

  #count(slot: number, window: Window, cell: number): number {
    const head = slot * HEAD + window;
    if (cell === this.#heads[head]) return this.#heads[head + LATEST] as number;
    return this.#cells[this.#at(slot, window, cell)] as number;
  }

  /** The oldest cell with whose end `mustGo` requests have gone. */
  #lastToGo(slot: number, window: Window, cell: number, mustGo: number): number {
    const last = this.last(slot, window);
    let left = mustGo;
    for (let index = cell - CELLS + 1; index < last; index++) {
      left -= this.#count(slot, window, index);
      if (left <= 0) return index;
    }
    return last;
  }

  #moveTo(slot: number, window: Window, cell: number): boolean {
    const head = slot * HEAD + window;
    const last = this.#heads[head] as number;
    if (this.#heads[head + SUM] !== 0) {
      const latest = this.#heads[head + LATEST] as number;
      if (latest > this.#maxCount) return false;
      const start = slot * SLOT_CELLS + window * CELLS;
      this.#cells[start + (last % CELLS)] = latest;
      if (cell < last || cell - last >= CELLS) this.#cells.fill(0, start, start + CELLS);
      else for (let index = last + 1; index <= cell; index++) this.#cells[start + (index % CELLS)] = 0;
    }
    this.#heads[head + LATEST] = 0;
    this.#heads[head] = cell;
    return true;
  }
}
