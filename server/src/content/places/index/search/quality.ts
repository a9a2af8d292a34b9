/** How well a name meets a query, 0 to 1: exact > beginning of the name > all words > beginning of a word > similar. */

export const EXACT = 1;

/** `covered` is the part of the name that was typed. `endsWord` says that the typed part ends with a word of the name. */
export function prefixQuality(covered: number, endsWord: boolean): number {
  return 0.62 + 0.25 * covered + (endsWord ? 0.04 : 0);
}

/** The same from a later word of the name on. */
export function wordQuality(covered: number, endsWord: boolean): number {
  return 0.5 + 0.25 * covered + (endsWord ? 0.04 : 0);
}

/** All words met, in any order; `covered` is the part of the name that was typed. */
export function wordsQuality(covered: number): number {
  return 0.55 + 0.37 * covered;
}

/** With so many typing errors in so many letters. */
export function similarQuality(errors: number, letters: number, covered: number): number {
  return (0.5 + 0.2 * covered) * (1 - errors / (letters + 2));
}
