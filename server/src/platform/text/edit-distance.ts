/**
 * Damerau–Levenshtein distance with adjacent transpositions (optimal string alignment). It is the number of letters
 * that were left out, added, replaced, or swapped with their neighbour, compared with a name or the beginning of a
 * name. Only the diagonal band that `limit` errors can reach is computed, with three reused rows. Cost: O(limit ×
 * length), and a single pass without a table for a limit of 1.
 */

export const MAX_POINTS = 128;
const TOO_MANY = 99;

export function allowedErrors(letters: number): number {
  if (letters < 3) return 0;
  return letters < 6 ? 1 : 2;
}

export class EditDistance {
  #before = new Uint8Array(MAX_POINTS + 2);
  #previous = new Uint8Array(MAX_POINTS + 2);
  #row = new Uint8Array(MAX_POINTS + 2);
  /**
   * The number of letters of the name that the typed text corresponds to. If several lengths have the fewest errors,
   * the longest is used.
   */
  matched = 0;

  /**
   * Calculates the distance to the best-matching prefix of a name. If it exceeds `limit`, the result is any greater
   * number.
   */
  ofPrefix(
    typed: Int32Array,
    typedLength: number,
    name: Int32Array,
    nameLength: number,
    limit: number,
  ): number {
    if (limit === 1 && typedLength <= MAX_POINTS)
      return this.#ofPrefixOneError(typed, typedLength, name, nameLength);
    const width = Math.min(nameLength, typedLength + limit, MAX_POINTS);
    if (!this.#fill(typed, typedLength, name, width, limit)) return TOO_MANY;
    let least = TOO_MANY;
    for (let j = Math.max(0, typedLength - limit); j <= width; j++) {
      if ((this.#previous[j] as number) > least) continue;
      least = this.#previous[j] as number;
      this.matched = j;
    }
    return least;
  }

  /** A single error can only be where the texts first differ, so no table is needed. */
  #ofPrefixOneError(typed: Int32Array, typedLength: number, name: Int32Array, nameLength: number): number {
    let at = 0;
    while (at < typedLength && at < nameLength && typed[at] === name[at]) at++;
    const continuesAt = (from: number, to: number) => {
      const left = typedLength - from;
      if (to + left > nameLength) return false;
      for (let i = 0; i < left; i++) if (typed[from + i] !== name[to + i]) return false;
      return true;
    };
    this.matched = typedLength;
    if (at === typedLength) return 0;
    if (at < nameLength && typedLength < MAX_POINTS && continuesAt(at, at + 1)) {
      this.matched = typedLength + 1;
      return 1;
    }
    if (at < nameLength && continuesAt(at + 1, at + 1)) return 1;
    const isSwapped = typed[at] === name[at + 1] && typed[at + 1] === name[at];
    if (isSwapped && at + 1 < typedLength && continuesAt(at + 2, at + 2)) return 1;
    if (!continuesAt(at + 1, at)) return TOO_MANY;
    this.matched = typedLength - 1;
    return 1;
  }

  ofWhole(
    typed: Int32Array,
    typedLength: number,
    name: Int32Array,
    nameLength: number,
    limit: number,
  ): number {
    if (Math.abs(typedLength - nameLength) > limit || nameLength > MAX_POINTS) return TOO_MANY;
    if (!this.#fill(typed, typedLength, name, nameLength, limit)) return TOO_MANY;
    this.matched = nameLength;
    return this.#previous[nameLength] as number;
  }

  /** Fills one row per typed letter. Returns false as soon as every entry of a row exceeds `limit`. */
  #fill(typed: Int32Array, typedLength: number, name: Int32Array, width: number, limit: number): boolean {
    if (width < typedLength - limit || typedLength > MAX_POINTS) return false;
    for (let j = 0; j <= width; j++) this.#previous[j] = j;
    for (let i = 1; i <= typedLength; i++) {
      const [before, previous, row] = [this.#before, this.#previous, this.#row];
      const from = Math.max(1, i - limit);
      const to = Math.min(width, i + limit);
      row[from - 1] = from === 1 ? i : TOO_MANY;
      let least = row[from - 1] as number;
      for (let j = from; j <= to; j++) {
        let cost = (previous[j - 1] as number) + (typed[i - 1] === name[j - 1] ? 0 : 1);
        if (j < i + limit) cost = Math.min(cost, (previous[j] as number) + 1);
        cost = Math.min(cost, (row[j - 1] as number) + 1);
        if (i > 1 && j > 1 && typed[i - 1] === name[j - 2] && typed[i - 2] === name[j - 1]) {
          cost = Math.min(cost, (before[j - 2] as number) + 1);
        }
        row[j] = cost;
        if (cost < least) least = cost;
      }
      if (least > limit) return false;
      this.#before = previous;
      this.#previous = row;
      this.#row = before;
    }
    return true;
  }
}
