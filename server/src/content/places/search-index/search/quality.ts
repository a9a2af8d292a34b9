/** How well a name meets a query, 0 to 1: exact > beginning of the name > all words > beginning of a word > similar. */

/**
 * Few letters are somewhere the whole of a rare or short name; who types them is more often not at the end yet. So the
 * fewer they are, the more small places stand back, and names that are neither canonical nor of the asked language.
 */
export function exactQuality(letters: number, isOwnName: boolean, weight: number): number {
  if (letters >= 6) return 1;
  const ofName = letters <= 3 && !isOwnName ? 0.78 : 1;
  const patience = letters === 5 ? 0.7 : 1;
  return ofName * (1 - patience * SMALL_PLACE * (1 - weight));
}

const SMALL_PLACE = 0.4;

/** The most that the beginning of a name gets for so many letters: one more follows. */
export function mostPrefixQuality(letters: number): number {
  return prefixQuality(letters / (letters + 1), true);
}

/** `covered` is the part of the name that was typed. `endsWord` says that the typed part ends with a word of the name. */
export function prefixQuality(covered: number, endsWord: boolean): number {
  return 0.71 + 0.08 * covered + (endsWord ? 0.03 : 0);
}

/** The same from a later word of the name on. */
export function wordQuality(covered: number, endsWord: boolean): number {
  return 0.46 + 0.24 * covered + (endsWord ? 0.04 : 0);
}

/** The most of that: another word stands before it. */
export function mostWordQuality(letters: number): number {
  return wordQuality(letters / (letters + 2), true);
}

/** All words met; `covered` is the part of the name that was typed. */
export function wordsQuality(covered: number): number {
  return 0.45 + 0.35 * covered;
}

/** The whole name in another order. */
export const REORDERED = 0.72;

/** The whole name, and where it lies: `Paris, Texas`. */
export const NAME_WITH_CONTEXT = 0.92;

/** With so many typing errors in so many letters. */
export function similarQuality(errors: number, letters: number, covered: number): number {
  return (0.4 + 0.32 * covered) * (1 - (1.5 * errors) / (letters + 3));
}
