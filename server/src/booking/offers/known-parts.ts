/**
 * Memoises parts of a response that depend on several values, in bounded memory. One value is the key of a map, and a few parts with
 * the same key are compared one by one. Joining all values to a key would take longer.
 */
const DEFAULT_MAX = 4_096;
const MAX_PER_KEY = 64;
const NONE: readonly never[] = [];

export class KnownParts<Key, Part> {
  readonly #max: number;
  readonly #byKey = new Map<Key, Part[]>();
  #count = 0;

  constructor(max = DEFAULT_MAX) {
    this.#max = max;
  }

  /** The parts to compare. */
  of(key: Key): readonly Part[] {
    return this.#byKey.get(key) ?? NONE;
  }

  /** Everything is forgotten when the memory is full. Further parts of the same key are not kept. */
  keep(key: Key, part: Part): void {
    if (this.#count >= this.#max) {
      this.#byKey.clear();
      this.#count = 0;
    }
    const known = this.#byKey.get(key) ?? [];
    if (known.length >= MAX_PER_KEY) return;
    known.push(part);
    this.#byKey.set(key, known);
    this.#count++;
  }
}
