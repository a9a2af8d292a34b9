/**
 * One window of one key: 240 cells, the latest cell index and the sum of the live cells.
 * Nothing but `count`, `takeBack` and `addAt` may change it: reading at a later time must leave every byte alone.
 */

import { CELLS } from '../windows.ts';
import type { CellPools, Cells } from './slab-pool.ts';

const NARROW_MAX = 65_535;
const WIDE_MAX = 4_294_967_295;

export class Ring {
  readonly #pools: CellPools;
  readonly cellMs: number;
  #cells: Cells;
  #start: number;
  /** Index of the latest counted cell since the origin of time. */
  last = 0;
  sum = 0;

  constructor(pools: CellPools, cellMs: number) {
    const slot = pools.narrow.take();
    this.#pools = pools;
    this.cellMs = cellMs;
    this.#cells = slot.cells;
    this.#start = slot.start;
  }

  /** The cell that a request at `timeMs` falls in. Time that stepped back stays in the latest cell, up to a window. */
  cellAt(timeMs: number): number {
    const cell = Math.floor(timeMs / this.cellMs);
    return this.last > cell && this.last - cell <= CELLS ? this.last : cell;
  }

  /** How many requests the window ending in `cell` holds. */
  liveAt(cell: number): number {
    const steps = cell - this.last;
    if (steps === 0 || this.sum === 0) return this.sum;
    if (steps < 0 || steps >= CELLS) return 0;
    let live = this.sum;
    let at = (this.last + 1) % CELLS;
    for (let step = 0; step < steps; step++) {
      live -= this.#cells[this.#start + at] as number;
      at = at + 1 === CELLS ? 0 : at + 1;
    }
    return live;
  }

  /** Adds to `cell`, given what the window held there. Cells left behind are cleared first. */
  count(cell: number, live: number, amount: number): void {
    if (cell !== this.last) this.#moveTo(cell);
    const at = cell % CELLS;
    let value = (this.#cells[this.#start + at] as number) + amount;
    if (value > NARROW_MAX) {
      this.#widen();
      value = Math.min(value, WIDE_MAX);
    }
    this.#cells[this.#start + at] = value;
    this.sum = live + amount;
  }

  /** Adds requests of an earlier or later cell, as a restart or another store remembers them. */
  addAt(cell: number, amount: number): void {
    if (cell >= this.last || this.sum === 0) {
      this.count(cell, this.liveAt(cell), amount);
    } else if (cell > this.last - CELLS) {
      const latest = this.last;
      const live = this.sum;
      this.last = cell;
      this.count(cell, live, amount);
      this.last = latest;
    }
  }

  /** Undoes the latest counted request. */
  takeBack(): void {
    if (this.sum === 0) return;
    let cell = this.last;
    while (this.#at(cell) === 0) cell--;
    this.#cells[this.#start + (cell % CELLS)] = this.#at(cell) - 1;
    this.sum--;
  }

  /** How long until one more request fits; 0 when one fits now. */
  waitMs(timeMs: number, limit: number): number {
    const cell = this.cellAt(timeMs);
    let mustGo = this.liveAt(cell) + 1 - limit;
    if (mustGo <= 0) return 0;
    for (let index = cell - CELLS + 1; index < this.last; index++) {
      mustGo -= this.#at(index);
      if (mustGo <= 0) return (index + CELLS) * this.cellMs - timeMs;
    }
    return (this.last + CELLS) * this.cellMs - timeMs;
  }

  /** Every cell in use within the window that ends in `cell`, oldest first. */
  forEach(cell: number, visit: (cell: number, count: number) => void): void {
    for (let index = Math.max(cell, this.last) - CELLS + 1; index <= this.last; index++) {
      const count = this.#at(index);
      if (count > 0) visit(index, count);
    }
  }

  release(): void {
    const slot = { cells: this.#cells, start: this.#start };
    (this.#cells instanceof Uint16Array ? this.#pools.narrow : this.#pools.wide).giveBack(slot);
  }

  #at(cell: number): number {
    return this.#cells[this.#start + (cell % CELLS)] as number;
  }

  #moveTo(cell: number): void {
    const steps = cell - this.last;
    if (this.sum > 0 && (steps < 0 || steps >= CELLS)) {
      this.#cells.fill(0, this.#start, this.#start + CELLS);
    } else if (this.sum > 0) {
      for (let index = this.last + 1; index <= cell; index++) {
        this.#cells[this.#start + (index % CELLS)] = 0;
      }
    }
    this.last = cell;
  }

  #widen(): void {
    if (this.#cells instanceof Uint32Array) return;
    const slot = this.#pools.wide.take();
    slot.cells.set(this.#cells.subarray(this.#start, this.#start + CELLS), slot.start);
    this.#pools.narrow.giveBack({ cells: this.#cells, start: this.#start });
    this.#cells = slot.cells;
    this.#start = slot.start;
  }
}
