/**
 * Compares a provider's hotels in one country with the catalogue, and plans the decisions that differ from those in
 * force.
 */
import type { Database } from '../../platform/database/connect.ts';
import { type Candidate, CandidateIndex } from '../candidates/candidate-index.ts';
import { CorpusStatistics } from '../candidates/corpus-statistics.ts';
import { type HotelToMap, listHotelsToMap, listMembers } from '../content/supplier-hotel-store.ts';
import type { NewDecision } from '../ledger/decision-store.ts';
import type { MappingCatalogue } from '../mapping-catalogue.ts';
import { NORMAL_FORM_VERSION, type NormalForm, normalFormOf } from '../normal-form/normal-form.ts';
import { agreesWithAll, type Decision, decide, resolveClaims } from '../scoring/decide.ts';
import { evidenceOf, type MappingModel } from '../scoring/model.ts';
import type { ProviderScope } from '../supplied-hotel.ts';

export interface PlannedDecision extends NewDecision {
  /** The decision in force at planning time. The planned decision is written only if it is still in force. */
  basedOn: string | null;
}

export interface CountryPlan {
  planned: PlannedDecision[];
  hotels: number;
  same: number;
  review: number;
  different: number;
  added: number;
  /** Existing mappings that are changed or removed. */
  changed: number;
  /** Hotels with a manual decision or an alarm, which runs do not change. */
  kept: number;
  /** Automatic mappings in force before the run. */
  mapped: number;
}

interface PlanParts {
  db: Database;
  catalogue: MappingCatalogue;
  model: MappingModel;
  signal: AbortSignal;
}

const PAGE = 2_000;
/** Number of hotels to process before yielding to other work. This takes a few milliseconds. */
const SLICE = 25;

type LoadedHotel = Omit<HotelToMap, 'content'>;

export async function planCountry(
  parts: PlanParts,
  scope: ProviderScope,
  country: string | null,
): Promise<CountryPlan> {
  const { model } = parts;
  const theirs = await loadTheirs(parts, scope, country);
  const ours = country === null ? [] : await loadOurs(parts, scope, country);
  const corpus = new CorpusStatistics();
  for (const { form } of ours) corpus.add('ours', form);
  for (const { normalForm } of theirs) corpus.add('theirs', normalForm);
  const index = new CandidateIndex(ours, corpus);
  const open = theirs.filter(hotel => !isKept(hotel));
  const decisions = new Map<string, Decision<string>>();
  for (const [i, { supplierId, normalForm }] of open.entries()) {
    decisions.set(supplierId, decide(normalForm, index.find(normalForm), corpus, model));
    if (i % SLICE === 0) await takeTurns(parts.signal);
  }
  resolveClaims(decisions, model);
  rejectTaken(decisions, theirs.filter(isKept));
  await checkLinkage(parts, scope, {
    decisions,
    forms: new Map(open.map(hotel => [hotel.supplierId, hotel.normalForm])),
    corpus,
  });
  return planChanges(open, decisions, model, theirs.length - open.length);
}

/** Runs change neither manual decisions nor hotels with an alarm. */
const isKept = ({ isManual, alarm }: LoadedHotel) => isManual === true || alarm !== null;

async function loadTheirs(
  { db, signal }: PlanParts,
  scope: ProviderScope,
  country: string | null,
): Promise<LoadedHotel[]> {
  const hotels: LoadedHotel[] = [];
  for (let after = ''; ; ) {
    const page = await listHotelsToMap(db, scope, {
      country,
      after,
      limit: PAGE,
      version: NORMAL_FORM_VERSION,
    });
    for (const [i, { content, ...hotel }] of page.entries()) {
      // Content that an older version of Serai stored has an outdated normal form, which is computed again.
      hotels.push(content === null ? hotel : { ...hotel, normalForm: normalFormOf(content) });
      if (i % SLICE === 0) await takeTurns(signal);
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return hotels;
    after = last.supplierId;
  }
}

async function loadOurs(
  { db, catalogue, signal }: PlanParts,
  { environment }: ProviderScope,
  country: string,
): Promise<Candidate<string>[]> {
  const hotels: Candidate<string>[] = [];
  for (let after = ''; ; ) {
    const page = await catalogue.listHotels(db, environment, { country, after, limit: PAGE });
    for (const [i, { hotelId, evidence }] of page.entries()) {
      hotels.push({ id: hotelId, form: normalFormOf(evidence) });
      if (i % SLICE === 0) await takeTurns(signal);
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return hotels;
    after = last.hotelId;
  }
}

/** Yields to the event loop, so that the process can serve requests during a run. */
async function takeTurns(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>(resolve => setImmediate(resolve));
}

/** If another hotel of the provider was mapped manually to the same catalogue hotel, the match needs review. */
function rejectTaken(decisions: Map<string, Decision<string>>, kept: readonly LoadedHotel[]): void {
  const taken = new Set(
    kept.flatMap(({ outcome, hotelId }) => (outcome === 'SAME' && hotelId !== null ? [hotelId] : [])),
  );
  for (const [id, decision] of decisions) {
    if (decision.outcome !== 'SAME' || !taken.has(decision.best.id)) continue;
    decisions.set(id, { ...decision, outcome: 'REVIEW', doubt: { kind: 'TAKEN' } });
  }
}

async function checkLinkage(
  { db, model, signal }: PlanParts,
  scope: ProviderScope,
  {
    decisions,
    forms,
    corpus,
  }: {
    decisions: Map<string, Decision<string>>;
    forms: ReadonlyMap<string, NormalForm>;
    corpus: CorpusStatistics;
  },
): Promise<void> {
  const matched = [...decisions].filter(([, { outcome }]) => outcome === 'SAME');
  for (let from = 0; from < matched.length; from += PAGE) {
    const page = matched.slice(from, from + PAGE);
    const ids = page.flatMap(([, { best }]) => (best === undefined ? [] : [best.id]));
    const members = Map.groupBy(await listMembers(db, scope, ids), ({ hotelId }) => hotelId);
    for (const [id, decision] of page) {
      const form = forms.get(id);
      if (decision.outcome !== 'SAME' || form === undefined) continue;
      const group = (members.get(decision.best.id) ?? []).map(({ normalForm }) => normalForm);
      if (agreesWithAll(form, group, corpus, model)) continue;
      decisions.set(id, { ...decision, outcome: 'REVIEW', doubt: { kind: 'LINKAGE' } });
    }
    await takeTurns(signal);
  }
}

function planChanges(
  open: readonly LoadedHotel[],
  decisions: ReadonlyMap<string, Decision<string>>,
  model: MappingModel,
  kept: number,
): CountryPlan {
  const plan: CountryPlan = {
    planned: [],
    hotels: open.length + kept,
    same: 0,
    review: 0,
    different: 0,
    added: 0,
    changed: 0,
    kept,
    mapped: 0,
  };
  for (const hotel of open) {
    const decision = decisions.get(hotel.supplierId);
    if (decision === undefined) continue;
    plan[decision.outcome === 'SAME' ? 'same' : decision.outcome === 'REVIEW' ? 'review' : 'different'] += 1;
    if (hotel.outcome === 'SAME') plan.mapped += 1;
    const hotelId = decision.outcome === 'DIFFERENT' ? null : decision.best.id;
    if (decision.outcome === hotel.outcome && hotelId === hotel.hotelId) continue;
    if (hotel.outcome === 'SAME') plan.changed += 1;
    else if (decision.outcome === 'SAME') plan.added += 1;
    plan.planned.push({ ...newDecision(hotel.supplierId, decision, model), basedOn: hotel.decisionId });
  }
  return plan;
}

function newDecision(supplierId: string, decision: Decision<string>, model: MappingModel): NewDecision {
  const { outcome, best } = decision;
  return {
    supplierId,
    outcome,
    hotelId: outcome === 'DIFFERENT' ? null : decision.best.id,
    score: best === undefined ? null : Math.round(best.score * 100) / 100,
    doubt: outcome === 'REVIEW' ? decision.doubt.kind : null,
    alarm: null,
    evidence: best === undefined || outcome === 'DIFFERENT' ? [] : evidenceOf(model, best.comparison),
    vetoes: best === undefined || outcome === 'DIFFERENT' ? [] : best.comparison.vetoes,
  };
}
