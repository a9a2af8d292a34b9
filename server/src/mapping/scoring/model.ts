/**
 * The Fellegi–Sunter model: each level of a feature has the probability `m` among pairs of the same hotel, the
 * probability `u` among pairs of different hotels, and the weight log2(m/u). The score of a pair is the sum of its
 * weights, in bits. Pure.
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
  /**
   * The prior log-odds in bits: log2(share / (1 − share)), where share is the share of compared pairs that are the same
   * hotel.
   */
  prior: number;
  thresholds: {
    /** From this score on, a pair is matched automatically, unless there is a doubt. */
    same: number;
    /** From this score on, a pair needs manual review. */
    review: number;
    /** The lead in bits that the best candidate needs over the second one. */
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
        throw new Error(
          `Model ${file.version} has no weight for ${feature} ${level}. Estimate the weights again.`,
        );
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
  /** In bits. A positive weight is evidence that both are the same hotel. */
  weight: number;
}

/** The evidence of a decision, by feature. Features without evidence are left out. */
export function evidenceOf(model: MappingModel, { levels }: Comparison): EvidenceLine[] {
  const lines = FEATURE_NAMES.map((feature, i) => {
    const at = levels[i] as number;
    const weight = Math.round((model.weights[i]?.[at] ?? 0) * 100) / 100;
    return { feature, level: FEATURES[feature][at] as string, weight };
  });
  return lines.filter(({ level }) => !NEUTRAL.has(level));
}
