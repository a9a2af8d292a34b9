/**
 * Estimates the weights and thresholds of the mapping model from the tuning data, and writes the model file. It never
 * reads the hold-out data. Usage: `node tools/run.mjs tools/mapping/estimate-weights.ts <version>`
 */
import { writeFile } from 'node:fs/promises';
import { FEATURE_NAMES, FEATURES, NEUTRAL } from '../../server/src/mapping/scoring/features.ts';
import { type LevelWeight, type ModelFile, readModel } from '../../server/src/mapping/scoring/model.ts';
import { type ComparedHotel, compareCountry, judgeHotels } from '../../server/test/mapping/map-world.ts';
import { precisionBound } from '../../server/test/mapping/precision-bound.ts';
import { generateWorld, SEEDS } from '../../server/test/mapping/world/generate-world.ts';
import type { Profile } from '../../server/test/mapping/world/supplier-record.ts';
import { estimateModel } from './expectation-maximisation.ts';

const FILE = new URL('../../server/src/mapping/scoring/model.json', import.meta.url);
const PROFILES: readonly Profile[] = ['CLEAN', 'WHOLESALER', 'RESELLER'];
/** Stricter than the required 99.9 %, because the thresholds are chosen and measured on the same data. */
const WANTED_PRECISION = 0.9996;
/** An automatic match needs at least this estimated probability, even if the tuning data would allow less. */
const WANTED_PROBABILITY = 0.99;
/**
 * The minimum leads that are tried, in bits. A lead of 4 bits makes the best candidate 16 times as likely as the
 * second.
 */
const MARGINS = [4, 6, 9];
/** The share of true pairs that must be matched or reviewed. The others may be decided as different. */
const KEPT_FOR_REVIEW = 0.985;

const version = process.argv[2] ?? '1';
const groups: ComparedHotel[][] = [];
for (const world of generateWorld(SEEDS.tuning)) {
  for (const profile of PROFILES) groups.push([...compareCountry(world, profile)]);
}

const patterns = new Map<string, { levels: readonly number[]; count: number }>();
const randomPairs = new Map<string, { levels: readonly number[]; count: number }>();
let seen = 0;
for (const hotel of groups.flat()) {
  for (const { comparison } of hotel.pairs) {
    countPattern(patterns, comparison.levels);
    if (seen++ % 7 === 0) countPattern(randomPairs, comparison.levels);
  }
}

function countPattern(map: typeof patterns, levels: readonly number[]): void {
  const key = levels.join();
  const pattern = map.get(key);
  if (pattern === undefined) map.set(key, { levels, count: 1 });
  else pattern.count += 1;
}

const estimate = estimateModel(patterns, randomPairs, 40);
const features: Record<string, Record<string, LevelWeight>> = {};
FEATURE_NAMES.forEach((name, f) => {
  features[name] = {};
  FEATURES[name].forEach((level, i) => {
    if (NEUTRAL.has(level)) return;
    const [m, u] = [estimate.m[f]?.[i] as number, estimate.u[f]?.[i] as number];
    (features[name] as Record<string, LevelWeight>)[level] = {
      m: digits(m),
      u: digits(u),
      weight: round(Math.log2(m / u)),
    };
  });
});

const file: ModelFile = {
  version,
  prior: round(Math.log2(estimate.share / (1 - estimate.share))),
  thresholds: { same: 0, review: 0, margin: 0 },
  features,
};
chooseThresholds();
await writeFile(FILE, `${JSON.stringify(file, undefined, 2)}\n`);
console.log(`Wrote model ${version}: prior ${file.prior}, thresholds ${JSON.stringify(file.thresholds)}`);

/** Chooses the thresholds that give the most automatic matches at the required precision. */
function chooseThresholds(): void {
  const scores = trueScores();
  const review = round(scores[Math.floor(scores.length * (1 - KEPT_FOR_REVIEW))] as number);
  const floor = Math.ceil(2 * (Math.log2(WANTED_PROBABILITY / (1 - WANTED_PROBABILITY)) - file.prior)) / 2;
  const judged = groups.map(judgeBest);
  let best = { right: -1, same: Number.POSITIVE_INFINITY, margin: 0 };
  for (const margin of MARGINS) {
    for (let same = Math.max(floor, Math.ceil(review)); same < 40; same += 0.5) {
      const { right, wrong } = countMatches(judged, same, margin);
      if (precisionBound(wrong, right + wrong) < WANTED_PRECISION) continue;
      if (right > best.right) best = { right, same, margin };
      break;
    }
  }
  file.thresholds = { same: best.same, review, margin: best.margin };
}

/**
 * The best candidate of a hotel, with its lead over the second one and over other hotels that match the same candidate.
 */
interface BestCandidate {
  score: number;
  lead: number;
  leadOverRivals: number;
  isRight: boolean;
}

function judgeBest(hotels: readonly ComparedHotel[]): BestCandidate[] {
  const model = readModel({ ...file, thresholds: { same: -100, review: -100, margin: 0 } });
  const claims = new Map<string, (BestCandidate & { id: string })[]>();
  for (const { hotel, decision } of judgeHotels(hotels, model, { areClaimsResolved: false })) {
    if (decision.outcome !== 'SAME') continue;
    const { id, score } = decision.best;
    const lead = score - (decision.others[0]?.score ?? Number.NEGATIVE_INFINITY);
    const claim = { id, score, lead, leadOverRivals: Number.POSITIVE_INFINITY, isRight: id === hotel.truth };
    claims.set(id, [...(claims.get(id) ?? []), claim]);
  }
  for (const rivals of claims.values()) {
    rivals.sort((a, b) => b.score - a.score);
    rivals.forEach((rival, i) => {
      const other = rivals[i === 0 ? 1 : 0];
      if (other !== undefined) rival.leadOverRivals = rival.score - other.score;
    });
  }
  return [...claims.values()].flat();
}

function countMatches(
  groups: readonly BestCandidate[][],
  same: number,
  margin: number,
): { right: number; wrong: number } {
  const counts = { right: 0, wrong: 0 };
  for (const { score, lead, leadOverRivals, isRight } of groups.flat()) {
    if (score < same || lead < margin || leadOverRivals < margin) continue;
    counts[isRight ? 'right' : 'wrong'] += 1;
  }
  return counts;
}

function trueScores(): number[] {
  const model = readModel(file);
  const scores: number[] = [];
  for (const hotel of groups.flat()) {
    const pair = hotel.pairs.find(({ id }) => id === hotel.truth);
    if (pair === undefined) continue;
    scores.push(pair.comparison.levels.reduce((sum, level, f) => sum + (model.weights[f]?.[level] ?? 0), 0));
  }
  return scores.sort((a, b) => a - b);
}

function round(bits: number): number {
  return Math.round(bits * 1000) / 1000;
}

function digits(probability: number): number {
  return Number(probability.toPrecision(4));
}
