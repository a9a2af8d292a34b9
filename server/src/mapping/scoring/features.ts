/**
 * The features that two hotels are compared by, and the levels of each. A level is stored by its name in the model
 * and in every decision, so a changed or new level needs a new model version. Pure.
 */
export const FEATURES = {
  /** RARE: the same words, among them one that few hotels in the country have. EXTRA: one name has more words. */
  NAME: ['SAME_RARE', 'SAME', 'SPELLING', 'PLACE_ONLY', 'EXTRA', 'MIXED', 'DIFFERENT'],
  DISTANCE: ['WITHIN_50_M', 'WITHIN_150_M', 'WITHIN_500_M', 'WITHIN_2_KM', 'FAR', 'MISSING'],
  ADDRESS: ['SAME', 'SAME_STREET', 'OTHER_NUMBER', 'OTHER_STREET', 'MISSING'],
  POSTCODE: ['SAME', 'SAME_AREA', 'DIFFERENT', 'MISSING'],
  CITY: ['SAME', 'SIMILAR', 'DIFFERENT', 'MISSING'],
  /** SHARED: the same, but another hotel of one side has it too. */
  PHONE: ['SAME', 'SHARED', 'DIFFERENT', 'MISSING'],
  HOST: ['SAME', 'SHARED', 'DIFFERENT', 'MISSING'],
  CHAIN: ['SAME', 'DIFFERENT', 'MISSING'],
  KIND: ['SAME', 'CLOSE', 'DIFFERENT', 'MISSING'],
  STARS: ['SAME', 'CLOSE', 'DIFFERENT', 'MISSING'],
  /** OTHER: both have pictures, but none in common. It is no evidence, because every supplier has pictures of its own. */
  PICTURE: ['SAME', 'SHARED', 'OTHER', 'MISSING'],
  ID: ['SAME', 'DIFFERENT', 'MISSING'],
} as const;

export type Feature = keyof typeof FEATURES;
export type Level<F extends Feature = Feature> = (typeof FEATURES)[F][number];

/** Levels that are no evidence and have the weight 0. */
export const NEUTRAL: ReadonlySet<string> = new Set(['MISSING', 'OTHER']);

export const FEATURE_NAMES = Object.keys(FEATURES) as readonly Feature[];

/** Reasons why two hotels are never matched automatically, whatever their score. */
export const VETOES = [
  /** The names contain different numbers: Tower 1 and Tower 2. */
  'NUMBERS',
  /** Only one name has a word such as Express, Suites or Annex. */
  'SUB_BRAND',
  /** Each name has a word of its own that the other lacks. */
  'NAME',
  /** Only one name has a further word, and they are not known to be in the same house: Sol and Sol Garden next door. */
  'EXTRA_WORD',
  /** A hotel and apartments. */
  'KIND',
  'CHAIN',
  /** Both the address and the coordinates differ. */
  'PLACE',
  /** A shared code system has different ids for them. */
  'ID',
] as const;
export type Veto = (typeof VETOES)[number];

/** Two hotels compared: the index of the level of each feature in the order of `FEATURE_NAMES`, and the vetoes. */
export interface Comparison {
  levels: readonly number[];
  vetoes: readonly Veto[];
}
