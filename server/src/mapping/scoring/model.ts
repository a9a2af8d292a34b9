/**
 * The Fellegi–Sunter model: each level of a feature has the probabilities `m` among equal and `u` among different
 * hotels, and the weight log2(m/u). The score of a pair is the sum of its weights, in bits. Pure.
 */
import { type Comparison, FEATURE_NAMES, FEATURES, type Feature, NEUTRAL } from './features.ts';

export interface LevelWeight {
  m: number;
  u: number;
  /** log2(m/u), in bits. */
  weight: number;
}

/** The versioned data file. `tools/mapping/estimate-weights.ts` writes it. */
export interface ModelFile {
  version: string;
  /** The share of compared pairs that are the same hotel, in bits: log2(share / (1 − share)). */
  prior: number;
  thresholds: {
    /** Pairs from this score on are the same hotel, if nothing forbids it. */
    same: number;
    /** Pairs from this score on are reviewed by a person. */
    review: number;
    /** A second candidate closer than this to the best makes the best one doubtful. */
    margin: number;
  };
  features: Record<string, Record<string, LevelWeight>>;
}

export interface MappingModel extends Omit<ModelFile, 'features'> {
  /** By feature and level, in the order of `FEATURES`. */
  weights: readonly (readonly number[])[];
}

export function readModel(file: ModelFile): MappingModel {
  const weights = FEATURE_NAMES.map(feature =>
    FEATURES[feature].map(level => {
      const weight = NEUTRAL.has(level) ? 0 : file.features[feature]?.[level]?.weight;
      if (weight === undefined)
        throw new Error(`The model ${file.version} has no weight for ${feature} ${level}`);
      return weight;
    }),
  );
  return { version: file.version, prior: file.prior, thresholds: file.thresholds, weights };
}

export function scoreOf(model: MappingModel, levels: readonly number[]): number {
  let score = 0;
  for (let i = 0; i < levels.length; i++) score += model.weights[i]?.[levels[i] as number] ?? 0;
  return score;
}

/** The estimated probability that a pair with this score is the same hotel. */
export function probabilityOf(model: MappingModel, score: number): number {
  return 1 / (1 + 2 ** -(score + model.prior));
}

export interface EvidenceLine {
  feature: Feature;
  level: string;
  /** Bits. Positive weights speak for the same hotel. */
  weight: number;
}

/** The evidence of a decision, in a form that a person can follow. Features without a value are left out. */
export function evidenceOf(model: MappingModel, { levels }: Comparison): EvidenceLine[] {
  const lines = FEATURE_NAMES.map((feature, i) => {
    const at = levels[i] as number;
    const weight = Math.round((model.weights[i]?.[at] ?? 0) * 100) / 100;
    return { feature, level: FEATURES[feature][at] as string, weight };
  });
  return lines.filter(({ level }) => !NEUTRAL.has(level));
}
