/** Hands out slots of slabs and takes them back. */
import { RingSlab } from './ring-slab.ts';

export interface Place {
  readonly slab: RingSlab;
  readonly slot: number;
}

export class SlabPool {
  readonly #width: 'narrow' | 'wide';
  readonly #free: Place[] = [];

  constructor(width: 'narrow' | 'wide') {
    this.#width = width;
  }

  /** The slot is all zero. */
  take(): Place {
    const place = this.#free.pop();
    if (place !== undefined) return place;
    const slab = new RingSlab(this.#width);
    for (let slot = slab.slots - 1; slot > 0; slot--) this.#free.push({ slab, slot });
    return { slab, slot: 0 };
  }

  giveBack(place: Place): void {
    place.slab.clear(place.slot);
    this.#free.push(place);
  }
}
