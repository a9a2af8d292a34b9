/** Hands out runs of 240 counters from large arrays: a hundred thousand small ones would burden the collector. */
import { CELLS } from '../windows.ts';

export type Cells = Uint16Array | Uint32Array;

export interface Slot {
  cells: Cells;
  start: number;
}

const SLOTS_PER_SLAB = 256;

export class SlabPool {
  readonly #makeSlab: (length: number) => Cells;
  readonly #free: Slot[] = [];

  constructor(makeSlab: (length: number) => Cells) {
    this.#makeSlab = makeSlab;
  }

  /** The counters are all zero. */
  take(): Slot {
    const slot = this.#free.pop();
    if (slot !== undefined) return slot;
    const cells = this.#makeSlab(SLOTS_PER_SLAB * CELLS);
    for (let index = SLOTS_PER_SLAB - 1; index > 0; index--) this.#free.push({ cells, start: index * CELLS });
    return { cells, start: 0 };
  }

  giveBack(slot: Slot): void {
    slot.cells.fill(0, slot.start, slot.start + CELLS);
    this.#free.push(slot);
  }
}

/** Most cells count few requests; a ring moves to wide counters when one of its cells outgrows 65 535. */
export interface CellPools {
  narrow: SlabPool;
  wide: SlabPool;
}

export function createCellPools(): CellPools {
  return {
    narrow: new SlabPool(length => new Uint16Array(length)),
    wide: new SlabPool(length => new Uint32Array(length)),
  };
}
