/**
 * Estimates the probabilities of a Fellegi–Sunter model by expectation maximisation, from unlabelled pairs.
 */
import { FEATURE_NAMES, FEATURES } from '../../server/src/mapping/scoring/features.ts';

export interface Estimate {
  /** The share of pairs that are the same hotel. */
  share: number;
  /** By feature and level: the probability among pairs of the same hotel (m) and of different hotels (u). */
  m: number[][];
  u: number[][];
}

/** Pairs with equal levels are counted together, so that an iteration is fast. */
export type Patterns = ReadonlyMap<string, { levels: readonly number[]; count: number }>;

const MISSING = FEATURE_NAMES.map(name => (FEATURES[name] as readonly string[]).indexOf('MISSING'));
/** Keeps every probability above zero, so that no weight becomes infinite. */
const SMOOTHING = 0.5;

/**
 * `u` starts as the frequencies among random candidate pairs. Some of these pairs are the same hotel, so each iteration
 * estimates `u` again from the pairs that are probably different.
 */
export function estimateModel(patterns: Patterns, randomPairs: Patterns, iterations: number): Estimate {
  const weighted = [...patterns.values()];
  let estimate: Estimate = { share: 0.05, m: startOfM(), u: frequencies([...randomPairs.values()], () => 1) };
  for (let i = 0; i < iterations; i++) {
    const posterior = new Map(weighted.map(pattern => [pattern, probability(estimate, pattern.levels)]));
    const total = weighted.reduce((sum, { count }) => sum + count, 0);
    const same = weighted.reduce((sum, pattern) => sum + pattern.count * (posterior.get(pattern) ?? 0), 0);
    estimate = {
      share: same / total,
      m: frequencies(weighted, pattern => posterior.get(pattern) ?? 0),
      u: frequencies(weighted, pattern => 1 - (posterior.get(pattern) ?? 0)),
    };
  }
  return estimate;
}

/**
 * Assumes at first that pairs of the same hotel usually have the first level of each feature, which is the best one.
 */
function startOfM(): number[][] {
  return FEATURE_NAMES.map((name, f) => {
    const levels = FEATURES[name].length - (MISSING[f] === -1 ? 0 : 1);
    const total = (2 ** levels - 1) / 2 ** levels;
    return FEATURES[name].map((_, i) => (i === MISSING[f] ? 1 : 2 ** -(i + 1) / total));
  });
}

type Pattern = { levels: readonly number[]; count: number };

function frequencies(patterns: readonly Pattern[], share: (pattern: Pattern) => number): number[][] {
  return FEATURE_NAMES.map((name, f) => {
    const counts: number[] = FEATURES[name].map(() => SMOOTHING);
    for (const pattern of patterns) {
      const level = pattern.levels[f] as number;
      counts[level] = (counts[level] as number) + pattern.count * share(pattern);
    }
    const missing = MISSING[f] as number;
    if (missing !== -1) counts[missing] = 0;
    const total = counts.reduce((sum, count) => sum + count, 0);
    return counts.map((count, i) => (i === missing ? 1 : count / total));
  });
}

function probability({ share, m, u }: Estimate, levels: readonly number[]): number {
  let logRatio = Math.log(share / (1 - share));
  for (let f = 0; f < levels.length; f++) {
    const level = levels[f] as number;
    logRatio += Math.log((m[f]?.[level] as number) / (u[f]?.[level] as number));
  }
  return 1 / (1 + Math.exp(-logRatio));
}
