/**
 * The score of a match, from 0 to 1. It is the product of how well the name matches the query, the class of the name, and
 * the weight of the place. Factors that do not depend on the query are precomputed as the value of a name.
 */
import { distanceKm, type Point } from '../sphere.ts';

export const CODE_CLASS = 4;
/** Codes of regions and countries. They show where a place is (`Paris TX`) and are never results themselves. */
export const CONTEXT_CLASS = 6;

/**
 * Factors by class: canonical, preferred, major language, other, code, historic, context. A rare name counts if it was
 * typed in full. If only its beginning or a similar text was typed, the match is more often a coincidence.
 */
const WHOLE_FACTORS = [1, 0.98, 0.93, 0.85, 0.9, 0.7, 0];
const PART_FACTORS = [1, 0.88, 0.76, 0.6, 0, 0.42, 0];

/** `isWhole` means that the query is the whole name. */
export function classFactor(nameClass: number, isWhole: boolean): number {
  return (isWhole ? WHOLE_FACTORS : PART_FACTORS)[nameClass] as number;
}

/** The factor for a place with weight 0. Users who type a name in full may well mean a small place. */
const MIN_WHOLE = 0.45;
const MIN_PART = 0.35;

export function weightFactor(weight: number, isWhole: boolean): number {
  const min = isWhole ? MIN_WHOLE : MIN_PART;
  return min + (1 - min) * weight;
}

/**
 * The class and weight factors as one integer, for sorting and for the segment trees. A name with value 0 is never found.
 */
export function nameValue(nameClass: number, weight: number, isWhole: boolean): number {
  const factor = classFactor(nameClass, isWhole);
  return factor === 0 ? 0 : 1 + Math.round(65_534 * factor * weightFactor(weight, isWhole));
}

/** The highest score that a name with this value can reach at this quality, without boosts. */
export function maxScore(value: number, quality: number): number {
  return (quality * value) / 65_534;
}

/** Names with a smaller value cannot reach this score at this quality. */
export function minValue(score: number, quality: number): number {
  return Math.floor((score / quality) * 65_534);
}

const SMALL_PLACE = 0.4;

/**
 * The quality of an exact match. A few letters are often a rare or short name in full, but the user has probably not
 * finished typing. Small places, and names that are neither canonical nor in the requested language, therefore count
 * less.
 */
export function exactQuality(letters: number, isOwnName: boolean, weight: number): number {
  if (letters >= 6) return 1;
  const ofName = letters <= 3 && !isOwnName ? 0.78 : 1;
  const strictness = letters === 5 ? 0.7 : 1;
  return ofName * (1 - strictness * SMALL_PLACE * (1 - weight));
}

/**
 * The quality of a prefix match. `covered` is the share of the name that was typed. `endsWord` means that the typed part
 * ends with a word of the name.
 */
export function prefixQuality(covered: number, endsWord: boolean): number {
  return 0.71 + 0.08 * covered + (endsWord ? 0.03 : 0);
}

/** The highest quality of a prefix match, when only one letter is missing. */
export function maxPrefixQuality(letters: number): number {
  return prefixQuality(letters / (letters + 1), true);
}

/** The quality of a match that begins at a later word of the name. */
export function wordQuality(covered: number, endsWord: boolean): number {
  return 0.46 + 0.24 * covered + (endsWord ? 0.04 : 0);
}

/** The highest quality of such a match, when only one letter and a space come before it. */
export function maxWordQuality(letters: number): number {
  return wordQuality(letters / (letters + 2), true);
}

/** The quality of a match in which all words of the query were found. */
export function wordsQuality(covered: number): number {
  return 0.45 + 0.35 * covered;
}

/** The words of the whole name in another order. */
export const REORDERED = 0.72;

/** The whole name, followed by the location of the place, as in `Paris, Texas`. */
export const NAME_WITH_CONTEXT = 0.92;

export function errorFactor(errors: number, letters: number): number {
  return 1 - (1.5 * errors) / (letters + 3);
}

export function similarQuality(errors: number, letters: number, covered: number): number {
  return (0.4 + 0.32 * covered) * errorFactor(errors, letters);
}

const NEAR_KM = 150;
const NEAR_BOOST = 0.3;

export const MAX_NEAR_BOOST = 1 + NEAR_BOOST;

/** The boost for a place that is close to the user. At a distance of 150 km, half of it is left. */
export function nearBoost(near: Point, place: Point): number {
  return 1 + NEAR_BOOST / (1 + (distanceKm(near, place) / NEAR_KM) ** 2);
}
