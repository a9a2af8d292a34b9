/** How much a name and a place count. Score = quality of the match × class of the name × weight of the place. */

export const CODE_CLASS = 4;
/** Codes of regions and countries: they name where a place lies (`Paris TX`), and are never found themselves. */
export const CONTEXT_CLASS = 6;

/** By class of name: canonical, preferred, major language, other, code, historic, context. */
const CLASS_FACTORS = [1, 0.98, 0.95, 0.88, 0.9, 0.7, 0];

export function classFactor(nameClass: number): number {
  return CLASS_FACTORS[nameClass] as number;
}

const LEAST_WEIGHT_FACTOR = 0.3;

export function weightFactor(weight: number): number {
  return LEAST_WEIGHT_FACTOR + (1 - LEAST_WEIGHT_FACTOR) * weight;
}

/** The part of the score that does not depend on the query, as it is kept in the trees; 0 is never found. */
export function nameValue(nameClass: number, weight: number): number {
  if (nameClass === CONTEXT_CLASS) return 0;
  return 1 + Math.round(65_534 * classFactor(nameClass) * weightFactor(weight));
}
