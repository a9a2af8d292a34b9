/**
 * The features by which two hotels are compared, and the levels of each. The model and all decisions store levels by
 * name, so a changed or new level needs a new model version. Pure.
 */
export const FEATURES = {
  /**
   * SAME_RARE: the same words, one of which few hotels in the country have. EXTRA: only one name has additional words.
   */
  NAME: ['SAME_RARE', 'SAME', 'SPELLING', 'PLACE_ONLY', 'EXTRA', 'MIXED', 'DIFFERENT'],
  DISTANCE: ['WITHIN_50_M', 'WITHIN_150_M', 'WITHIN_500_M', 'WITHIN_2_KM', 'FAR', 'MISSING'],
  ADDRESS: ['SAME', 'SAME_STREET', 'OTHER_NUMBER', 'OTHER_STREET', 'MISSING'],
  POSTCODE: ['SAME', 'SAME_AREA', 'DIFFERENT', 'MISSING'],
  CITY: ['SAME', 'SIMILAR', 'DIFFERENT', 'MISSING'],
  /** SHARED: both have the same value, but other hotels have it too. */
  PHONE: ['SAME', 'SHARED', 'DIFFERENT', 'MISSING'],
  HOST: ['SAME', 'SHARED', 'DIFFERENT', 'MISSING'],
  CHAIN: ['SAME', 'DIFFERENT', 'MISSING'],
  KIND: ['SAME', 'CLOSE', 'DIFFERENT', 'MISSING'],
  STARS: ['SAME', 'CLOSE', 'DIFFERENT', 'MISSING'],
  /** OTHER: both have pictures, but none in common. This is no evidence, because suppliers use different pictures. */
  PICTURE: ['SAME', 'SHARED', 'OTHER', 'MISSING'],
  ID: ['SAME', 'DIFFERENT', 'MISSING'],
} as const;

export type Feature = keyof typeof FEATURES;
export type Level<F extends Feature = Feature> = (typeof FEATURES)[F][number];

/** Levels without evidence. Their weight is 0. */
export const NEUTRAL: ReadonlySet<string> = new Set(['MISSING', 'OTHER']);

export const FEATURE_NAMES = Object.keys(FEATURES) as readonly Feature[];

/** Reasons why two hotels are never matched automatically, whatever their score. */
export const VETOES = [
  /** The names contain different numbers: Tower 1 and Tower 2. */
  'NUMBERS',
  /** The names differ in words such as Express, Suites or Annex. */
  'SUB_BRAND',
  /** The names have different words. */
  'NAME',
  /**
   * Only one name has an additional word, and the addresses are not known to be the same or the phones differ: Sol, and
   * Sol Garden next door.
   */
  'EXTRA_WORD',
  /** The kinds of property differ, for example a hotel and an apartment. */
  'KIND',
  'CHAIN',
  /** Both the address and the coordinates differ. */
  'PLACE',
  /** The hotels have different ids in a shared code system. */
  'ID',
] as const;
export type Veto = (typeof VETOES)[number];

/**
 * The result of comparing two hotels: the index of each feature's level, in the order of `FEATURE_NAMES`, and the
 * vetoes.
 */
export interface Comparison {
  levels: readonly number[];
  vetoes: readonly Veto[];
}
