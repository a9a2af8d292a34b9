import { type MappingModel, probabilityOf } from '../../server/src/mapping/scoring/model.ts';
import type { Judged } from '../../server/test/mapping/map-world.ts';
import { precisionBound } from '../../server/test/mapping/precision-bound.ts';

export interface Quality {
  records: number;
  /** Supplier hotels whose true hotel is in the catalogue. */
  matchable: number;
  /** Matchable hotels whose true hotel was not among the candidates. */
  lostByBlocking: number;
  automatic: number;
  wrong: number;
  /** Wrong matches by the relation of the two hotels. */
  wrongBy: Map<string, number>;
  review: number;
  /** Reviewed hotels whose best candidate is the right one. */
  reviewRight: number;
  againstVeto: number;
  pairs: number;
  /** Only pairs without a veto, because a veto overrides the score. */
  calibration: { from: number; to: number; pairs: number; predicted: number; same: number }[];
}

const BINS = [0, 0.001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999, 1.0001];

export function emptyQuality(): Quality {
  return {
    records: 0,
    matchable: 0,
    lostByBlocking: 0,
    automatic: 0,
    wrong: 0,
    wrongBy: new Map(),
    review: 0,
    reviewRight: 0,
    againstVeto: 0,
    pairs: 0,
    calibration: BINS.slice(1).map((to, i) => ({
      from: BINS[i] as number,
      to,
      pairs: 0,
      predicted: 0,
      same: 0,
    })),
  };
}

export function addJudged(quality: Quality, { hotel, decision }: Judged, model: MappingModel): void {
  quality.records += 1;
  quality.pairs += hotel.pairs.length;
  if (hotel.isInCatalogue) {
    quality.matchable += 1;
    if (!hotel.pairs.some(({ id }) => id === hotel.truth)) quality.lostByBlocking += 1;
  }
  addCalibration(quality, hotel, model);
  if (decision.outcome === 'REVIEW') {
    quality.review += 1;
    if (decision.best.id === hotel.truth) quality.reviewRight += 1;
  }
  if (decision.outcome !== 'SAME') return;
  quality.automatic += 1;
  if (decision.best.comparison.vetoes.length > 0) quality.againstVeto += 1;
  if (decision.best.id === hotel.truth) return;
  quality.wrong += 1;
  const relation = hotel.relation ?? 'unrelated';
  quality.wrongBy.set(relation, (quality.wrongBy.get(relation) ?? 0) + 1);
}

function addCalibration(quality: Quality, hotel: Judged['hotel'], model: MappingModel): void {
  for (const { id, comparison } of hotel.pairs) {
    if (comparison.vetoes.length > 0) continue;
    const score = comparison.levels.reduce((sum, level, f) => sum + (model.weights[f]?.[level] ?? 0), 0);
    const probability = probabilityOf(model, score);
    const bin = quality.calibration.find(({ to }) => probability < to);
    if (bin === undefined) continue;
    bin.pairs += 1;
    bin.predicted += probability;
    if (id === hotel.truth) bin.same += 1;
  }
}

export const precisionOf = ({ wrong, automatic }: Quality) => (automatic === 0 ? 0 : 1 - wrong / automatic);
export const boundOf = ({ wrong, automatic }: Quality) => precisionBound(wrong, automatic);
export const recallOf = ({ wrong, automatic, matchable }: Quality) => (automatic - wrong) / matchable;

/** B-cubed: the precision and recall of each record's group, averaged over all records. */
export function bCubed(groups: Iterable<readonly { truth: string; predicted: string }[]>): {
  precision: number;
  recall: number;
} {
  let [precision, recall, total] = [0, 0, 0];
  for (const records of groups) {
    const count = (key: (record: { truth: string; predicted: string }) => string) => {
      const counts = new Map<string, number>();
      for (const record of records) counts.set(key(record), (counts.get(key(record)) ?? 0) + 1);
      return counts;
    };
    const [byTruth, byPredicted, byBoth] = [
      count(({ truth }) => truth),
      count(({ predicted }) => predicted),
      count(({ truth, predicted }) => `${truth}\n${predicted}`),
    ];
    for (const { truth, predicted } of records) {
      const both = byBoth.get(`${truth}\n${predicted}`) ?? 0;
      precision += both / (byPredicted.get(predicted) ?? 1);
      recall += both / (byTruth.get(truth) ?? 1);
      total += 1;
    }
  }
  return { precision: precision / total, recall: recall / total };
}
