/** How much a name and a place count. Score = quality of the match × class of the name × weight of the place. */

export const CODE_CLASS = 4;
/** Codes of regions and countries: they name where a place lies (`Paris TX`), and are never found themselves. */
export const CONTEXT_CLASS = 6;

/**
 * By class of name: canonical, preferred, major language, other, code, historic, context. A rare name counts for a place
 * when it was typed to its end; the beginning of one, or something like it, is more often chance.
 */
const WHOLE_FACTORS = [1, 0.98, 0.93, 0.85, 0.9, 0.7, 0];
const PART_FACTORS = [1, 0.88, 0.76, 0.6, 0, 0.42, 0];

/** `isWhole`: the query stands for the whole name. */
export function classFactor(nameClass: number, isWhole: boolean): number {
  return (isWhole ? WHOLE_FACTORS : PART_FACTORS)[nameClass] as number;
}

/** Of a place that counts nothing. Who types a name to its end may well mean a small place. */
const LEAST_WHOLE = 0.45;
const LEAST_PART = 0.35;

export function weightFactor(weight: number, isWhole: boolean): number {
  const least = isWhole ? LEAST_WHOLE : LEAST_PART;
  return least + (1 - least) * weight;
}

/** The factors of the score that do not depend on the query, as a number for sorting and for the trees; 0 is never found. */
export function nameValue(nameClass: number, weight: number, isWhole: boolean): number {
  const factor = classFactor(nameClass, isWhole);
  return factor === 0 ? 0 : 1 + Math.round(65_534 * factor * weightFactor(weight, isWhole));
}

/** No score of a name of this value is greater, where the query meets it with this quality. Lifts are left out. */
export function mostScore(value: number, quality: number): number {
  return (quality * value) / 65_534;
}

/** Names of a lesser value do not reach this score with this quality. */
export function leastValue(score: number, quality: number): number {
  return Math.floor((score / quality) * 65_534);
}
