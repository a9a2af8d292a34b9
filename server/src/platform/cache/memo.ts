/**
 * Memoises immutable results of a function in bounded memory. The cache is cleared when it is full, so a hit costs only
 * one map lookup. It also interns values: equal keys return the same object. Pure.
 */
const DEFAULT_MAX = 10_000;

export class Memo<Key, Value> {
  readonly #max: number;
  readonly #values = new Map<Key, Value>();

  constructor(max = DEFAULT_MAX) {
    this.#max = max;
  }

  /** Nothing is stored if `compute` throws. */
  get(key: Key, compute: (key: Key) => Value): Value {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = compute(key);
    if (this.#values.size >= this.#max) this.#values.clear();
    this.#values.set(key, value);
    return value;
  }
}
