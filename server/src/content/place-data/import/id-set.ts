/** A set of integers, stored as a paged bitmap. All GeoNames ids take about two megabytes. Pure. */
const PAGE_BITS = 1 << 16;

export class IdSet {
  readonly #pages = new Map<number, Uint8Array>();

  has(id: number): boolean {
    const page = this.#pages.get(Math.floor(id / PAGE_BITS));
    const bit = id % PAGE_BITS;
    return page !== undefined && ((page[bit >> 3] as number) & (1 << (bit & 7))) !== 0;
  }

  /** Returns false if the set already contains the id. */
  add(id: number): boolean {
    const number = Math.floor(id / PAGE_BITS);
    let page = this.#pages.get(number);
    if (page === undefined) {
      page = new Uint8Array(PAGE_BITS / 8);
      this.#pages.set(number, page);
    }
    const bit = id % PAGE_BITS;
    const byte = page[bit >> 3] as number;
    if ((byte & (1 << (bit & 7))) !== 0) return false;
    page[bit >> 3] = byte | (1 << (bit & 7));
    return true;
  }
}
