/**
 * A bounded cache that lets go of what was not used since it was last asked for a place. Nearly as good as "least recently
 * used", and a hit writes one flag where that keeps a list: with a hundred thousand entries a hit costs a third.
 */
export interface Entry {
  /** The cache's alone; false to begin with. */
  used: boolean;
}

export class SecondChanceCache<E extends Entry> {
  readonly #max: number;
  readonly #entries = new Map<string, E>();
  /** Goes round and round; where it stands is whose turn it is to go. */
  #hand: MapIterator<[string, E]> | undefined;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(id: string): E | undefined {
    const entry = this.#entries.get(id);
    if (entry !== undefined && !entry.used) entry.used = true;
    return entry;
  }

  /** Without counting as a use. */
  peek(id: string): E | undefined {
    return this.#entries.get(id);
  }

  set(id: string, entry: E): void {
    if (this.#entries.size >= this.#max && !this.#entries.has(id)) this.#evict();
    this.#entries.set(id, entry);
  }

  /** Entries may be deleted while they are read. */
  entries(): MapIterator<[string, E]> {
    return this.#entries.entries();
  }

  delete(id: string): void {
    this.#entries.delete(id);
  }

  clear(): void {
    this.#entries.clear();
    this.#hand = undefined;
  }

  /** Every use buys one turn of the hand, so this ends within two rounds. */
  #evict(): void {
    for (;;) {
      this.#hand ??= this.#entries.entries();
      const { value, done } = this.#hand.next();
      if (done) {
        this.#hand = undefined;
        continue;
      }
      const [id, entry] = value;
      if (!entry.used) {
        this.#entries.delete(id);
        return;
      }
      entry.used = false;
    }
  }
}
