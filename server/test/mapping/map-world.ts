/** Maps the hotels of a generated world, and stores the correct result with each decision. */

import type { SuppliedHotel } from '../../src/booking/port/supplied-content.ts';
import { type Candidate, CandidateIndex } from '../../src/mapping/candidates/candidate-index.ts';
import { CorpusStatistics } from '../../src/mapping/candidates/corpus-statistics.ts';
import { type NormalForm, normalFormOf } from '../../src/mapping/normal-form/normal-form.ts';
import { compareHotels } from '../../src/mapping/scoring/compare-hotels.ts';
import { type Decision, decideScored, resolveClaims } from '../../src/mapping/scoring/decide.ts';
import type { Comparison } from '../../src/mapping/scoring/features.ts';
import { type MappingModel, scoreOf } from '../../src/mapping/scoring/model.ts';
import type { CountryWorld, SupplierEntry } from './world/generate-world.ts';
import type { Profile } from './world/supplier-record.ts';
import type { Relation } from './world/true-hotel.ts';

/** A supplier's hotel with everything that it was compared with. */
export interface ComparedHotel {
  id: string;
  truth: string;
  relation: Relation | null;
  isInCatalogue: boolean;
  record: SuppliedHotel;
  form: NormalForm;
  pairs: { id: string; form: NormalForm; comparison: Comparison }[];
}

export interface PreparedCountry {
  ours: Candidate<string>[];
  theirs: { entry: SupplierEntry; form: NormalForm }[];
  corpus: CorpusStatistics;
}

export function prepareCountry(world: CountryWorld, profile: Profile): PreparedCountry {
  const corpus = new CorpusStatistics();
  const ours = world.catalogue.map(({ id, evidence }) => ({ id, form: normalFormOf(evidence) }));
  const theirs = world.suppliers[profile].map(entry => ({ entry, form: normalFormOf(entry.record) }));
  for (const { form } of ours) corpus.add('ours', form);
  for (const { form } of theirs) corpus.add('theirs', form);
  return { ours, theirs, corpus };
}

/** Blocks and compares the hotels of one supplier in one country. */
export function* compareCountry(world: CountryWorld, profile: Profile): Generator<ComparedHotel> {
  const { ours, theirs, corpus } = prepareCountry(world, profile);
  const index = new CandidateIndex(ours, corpus);
  const known = new Set(ours.map(({ id }) => id));
  for (const { entry, form } of theirs) {
    const pairs = index.find(form).map(candidate => ({
      ...candidate,
      comparison: compareHotels(candidate.form, form, corpus),
    }));
    const { truth, relation, record } = entry;
    yield { id: record.supplierId, truth, relation, isInCatalogue: known.has(truth), record, form, pairs };
  }
}

export interface Judged {
  hotel: ComparedHotel;
  decision: Decision<string>;
}

export function judgeHotels(
  hotels: readonly ComparedHotel[],
  model: MappingModel,
  { areClaimsResolved }: { areClaimsResolved: boolean } = { areClaimsResolved: true },
): Judged[] {
  const decisions = new Map<string, Decision<string>>();
  for (const hotel of hotels) {
    const scored = hotel.pairs.map(({ id, comparison }) => ({
      id,
      comparison,
      score: scoreOf(model, comparison.levels),
    }));
    decisions.set(hotel.id, decideScored(scored, model));
  }
  if (areClaimsResolved) resolveClaims(decisions, model);
  return hotels.map(hotel => ({ hotel, decision: decisions.get(hotel.id) as Decision<string> }));
}
