/**
 * One object for equal values: a hundred thousand keys have a handful of scopes and limits between them. Spares memory,
 * and what all requests share stays in the processor's caches. Values must never change.
 */
const MAX = 10_000;

export class SharedValues<T> {
  readonly #byText = new Map<string, T>();

  /** The value known by this text, else the one that `make` makes. */
  get(text: string, make: () => T): T {
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    if (this.#byText.size >= MAX) this.#byText.clear();
    const made = make();
    this.#byText.set(text, made);
    return made;
  }
}
