/**
 * Bit sets over the positions of rules. A search of thousands of offers intersects them instead of testing each rule.
 * Pure.
 */

export type Bits = Uint32Array;

const WORD = 32;

export function wordsFor(size: number): number {
  return Math.ceil(size / WORD);
}

export function setBit(bits: Bits, position: number): void {
  bits[position >>> 5] = (bits[position >>> 5] as number) | (1 << (position & 31));
}

export function clearBit(bits: Bits, position: number): void {
  bits[position >>> 5] = (bits[position >>> 5] as number) & ~(1 << (position & 31));
}

/** Keeps in `bits` only what is also in `others`. */
export function intersect(bits: Bits, others: Bits): void {
  for (let i = 0; i < bits.length; i++) bits[i] = (bits[i] as number) & (others[i] as number);
}

/** The first position in all three sets within a range of words, or -1. */
export function firstInAll(a: Bits, b: Bits, c: Bits, fromWord: number, toWord: number): number {
  for (let i = fromWord; i < toWord; i++) {
    const common = (a[i] as number) & (b[i] as number) & (c[i] as number);
    if (common !== 0) return i * WORD + 31 - Math.clz32(common & -common);
  }
  return -1;
}

/** For a condition that lists values: the rules that match each value. */
export class ListIndex {
  /** Rules without the condition. They match every value. */
  readonly #others: Bits;
  readonly #positions = new Map<string, number[]>();
  readonly #known = new Map<string, Bits>();

  /** `wanted` has the values of each rule, or undefined for a rule without the condition. */
  private constructor(words: number, wanted: readonly (readonly string[] | undefined)[]) {
    this.#others = new Uint32Array(words);
    for (const [position, values] of wanted.entries()) {
      if (values === undefined) setBit(this.#others, position);
      for (const value of values ?? []) {
        const positions = this.#positions.get(value);
        if (positions === undefined) this.#positions.set(value, [position]);
        else positions.push(position);
      }
    }
  }

  /** Returns undefined if no rule has the condition. */
  static of(words: number, wanted: readonly (readonly string[] | undefined)[]): ListIndex | undefined {
    return wanted.some(values => values !== undefined) ? new ListIndex(words, wanted) : undefined;
  }

  /** The result must not be changed. */
  matching(value: string | null): Bits {
    const positions = value === null ? undefined : this.#positions.get(value);
    if (value === null || positions === undefined) return this.#others;
    let bits = this.#known.get(value);
    if (bits === undefined) {
      bits = this.#others.slice();
      for (const position of positions) setBit(bits, position);
      this.#known.set(value, bits);
    }
    return bits;
  }

  matchingAny(values: readonly string[]): Bits {
    const [only] = values;
    if (values.length <= 1) return this.matching(only ?? null);
    let bits = this.#others;
    for (const value of values) {
      const positions = this.#positions.get(value);
      if (positions === undefined) continue;
      if (bits === this.#others) bits = bits.slice();
      for (const position of positions) setBit(bits, position);
    }
    return bits;
  }
}
