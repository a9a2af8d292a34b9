/** Decides whether a supplier's hotel is one of ours: a match, a candidate for manual review, or none. Pure. */
import type { Candidate } from '../candidates/candidate-index.ts';
import type { CorpusStatistics } from '../candidates/corpus-statistics.ts';
import type { NormalForm } from '../normal-form/normal-form.ts';
import { compareHotels } from './compare-hotels.ts';
import type { Comparison, Veto } from './features.ts';
import { type MappingModel, scoreOf } from './model.ts';

export interface Scored<Id> {
  id: Id;
  score: number;
  comparison: Comparison;
}

/** The reason why the best candidate was not matched automatically. */
export type Doubt =
  | { kind: 'VETO'; vetoes: readonly Veto[] }
  | { kind: 'SCORE' }
  /** Another catalogue hotel fits almost as well. */
  | { kind: 'MARGIN' }
  /** Another hotel of the same provider matches the same catalogue hotel. */
  | { kind: 'TAKEN' }
  /** The hotel does not agree with another provider's hotel that is mapped to the same catalogue hotel. */
  | { kind: 'LINKAGE' };

export type Decision<Id> =
  | { outcome: 'SAME'; best: Scored<Id>; others: readonly Scored<Id>[] }
  | { outcome: 'REVIEW'; best: Scored<Id>; others: readonly Scored<Id>[]; doubt: Doubt }
  | { outcome: 'DIFFERENT'; best: Scored<Id> | undefined };

const MAX_OTHERS = 4;

export function decide<Id>(
  form: NormalForm,
  candidates: readonly Candidate<Id>[],
  corpus: CorpusStatistics,
  model: MappingModel,
): Decision<Id> {
  const scored: Scored<Id>[] = [];
  for (const { id, form: ours } of candidates) {
    const comparison = compareHotels(ours, form, corpus);
    scored.push({ id, score: scoreOf(model, comparison.levels), comparison });
  }
  return decideScored(scored, model);
}

export function decideScored<Id>(scored: Scored<Id>[], model: MappingModel): Decision<Id> {
  const { same, review, margin } = model.thresholds;
  // At equal scores, the candidate with fewer vetoes comes first.
  scored.sort((a, b) => b.score - a.score || a.comparison.vetoes.length - b.comparison.vetoes.length);
  const [best, second] = scored;
  if (best === undefined || best.score < review) return { outcome: 'DIFFERENT', best };
  const others = scored.slice(1, 1 + MAX_OTHERS).filter(({ score }) => score >= review);
  const doubtful = (doubt: Doubt): Decision<Id> => ({ outcome: 'REVIEW', best, others, doubt });
  if (best.comparison.vetoes.length > 0) return doubtful({ kind: 'VETO', vetoes: best.comparison.vetoes });
  if (best.score < same) return doubtful({ kind: 'SCORE' });
  if (second !== undefined && best.score - second.score < margin) return doubtful({ kind: 'MARGIN' });
  return { outcome: 'SAME', best, others };
}

/**
 * Ensures that at most one hotel of a provider is matched automatically with a catalogue hotel. If several match, the
 * best one keeps the match only if it leads by the margin. All others need review. Changes the decisions in the map.
 */
export function resolveClaims<Theirs, Id>(decisions: Map<Theirs, Decision<Id>>, model: MappingModel): void {
  const claims = new Map<Id, { id: Theirs; score: number }[]>();
  for (const [id, decision] of decisions) {
    if (decision.outcome !== 'SAME') continue;
    const list = claims.get(decision.best.id);
    if (list === undefined) claims.set(decision.best.id, [{ id, score: decision.best.score }]);
    else list.push({ id, score: decision.best.score });
  }
  for (const list of claims.values()) {
    if (list.length === 1) continue;
    list.sort((a, b) => b.score - a.score);
    const [first, second] = list;
    const lead = (first?.score ?? 0) - (second?.score ?? 0);
    const losers = lead >= model.thresholds.margin ? list.slice(1) : list;
    for (const { id } of losers) {
      const decision = decisions.get(id);
      if (decision?.outcome === 'SAME')
        decisions.set(id, { ...decision, outcome: 'REVIEW', doubt: { kind: 'TAKEN' } });
    }
  }
}

/**
 * Complete linkage: a hotel is matched only if it also agrees with every hotel of other providers that is mapped to the
 * same catalogue hotel. Two hotels are never linked only through a third one.
 */
export function agreesWithAll(
  form: NormalForm,
  members: readonly NormalForm[],
  corpus: CorpusStatistics,
  model: MappingModel,
): boolean {
  return members.every(member => {
    const { levels, vetoes } = compareHotels(member, form, corpus);
    return vetoes.length === 0 && scoreOf(model, levels) >= model.thresholds.review;
  });
}
