/**
 * The job that maps all hotels of a provider, country by country. A first pass counts the changes, so that a run that
 * would change too much stops before it writes anything. The second pass writes one country at a time.
 */
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { newId } from '../../platform/ids/ids.ts';
import { DONE, type JobKinds, type JobResult, type RunningJob } from '../../platform/jobs/job.ts';
import { enqueue } from '../../platform/jobs/job-store.ts';
import { listCountries } from '../content/supplier-hotel-store.ts';
import { lockMappings, writeDecisions } from '../ledger/decision-store.ts';
import { keepUnchanged } from '../ledger/queue-store.ts';
import type { MappingCatalogue } from '../mapping-catalogue.ts';
import type { MappingModel } from '../scoring/model.ts';
import type { ProviderScope } from '../supplied-hotel.ts';
import { type CountryPlan, type PlannedDecision, planCountry } from './plan-country.ts';
import {
  failOpenRun,
  findRun,
  insertRun,
  isNewModel,
  type MappingRun,
  type RunFigures,
  updateRun,
} from './run-store.ts';

const KIND = 'mapping.run';
const HOUR_MS = 3_600_000;
/** The share of a provider's mappings that a run may change without confirmation. */
const CHANGED_SHARE = 0.01;
const BATCH = 500;

export interface RunParts {
  catalogue: MappingCatalogue;
  model: MappingModel;
}

const keyOf = ({ environment, provider }: ProviderScope) => `${environment}/${provider}`;

export function mappingJobs(parts: RunParts): JobKinds {
  return {
    [KIND]: {
      expectedMs: 60_000,
      limitMs: 4 * HOUR_MS,
      serviceReason: 'Suppliers and their hotels belong to the operator.',
      run: job => runMapping(parts, job),
      async onGivenUp(tx, key) {
        const [environment = '', provider = ''] = key.split('/');
        await failOpenRun(tx, { environment: environment as ProviderScope['environment'], provider });
      },
    },
  };
}

/** Must be called in the transaction that inserts the run. */
export function planRun(tx: Database, scope: ProviderScope, runId: string): Promise<void> {
  return enqueue(tx, { kind: KIND, key: keyOf(scope), organisationId: null, payload: { runId }, delayMs: 0 });
}

/** Requests a run after the content of a provider has changed. Returns false if a run is still open. */
export async function requestRun(tx: Database, scope: ProviderScope, model: MappingModel): Promise<boolean> {
  if ((await listCountries(tx, scope)).length === 0) return true;
  const runId = newId('mrn');
  const run = { runId, confirms: null, modelVersion: model.version, requestedBy: 'content sync' };
  if ((await insertRun(tx, scope, run)) === undefined) return false;
  await planRun(tx, scope, runId);
  return true;
}

export async function runMapping(
  parts: RunParts,
  { db, payload, signal }: Pick<RunningJob, 'db' | 'payload' | 'signal'>,
): Promise<JobResult> {
  const { runId } = payload as { runId: string };
  const run = await findRun(db, runId);
  // If the run has already ended, a repeated job has nothing to do.
  if (run === undefined || (run.state !== 'QUEUED' && run.state !== 'RUNNING')) return DONE;
  const countries = await listCountries(db, run);
  const plan = (country: string | null) => planCountry({ db, signal, ...parts }, run, country);
  const report = (state: MappingRun['state'], reason: MappingRun['reason'], figures: RunFigures) =>
    updateRun(db, runId, { state, reason, figures });

  let mapped = 0;
  let figures = emptyFigures(countries.length);
  for (const country of countries) {
    const { planned: _, mapped: mappedHere, ...counts } = await plan(country);
    mapped += mappedHere;
    figures = addFigures(figures, counts);
    await report('RUNNING', null, figures);
  }
  const stop = await reasonToStop(db, run, figures.changed, mapped);
  if (stop !== undefined) {
    await report('STOPPED', stop, figures);
    return DONE;
  }
  const written = { ...figures, countriesDone: 0 };
  for (const country of countries) {
    await write(parts, db, run, (await plan(country)).planned);
    written.countriesDone += 1;
    await report('RUNNING', null, written);
  }
  await report('DONE', null, figures);
  return DONE;
}

/** A run that confirms a stopped run never stops. */
async function reasonToStop(
  db: Database,
  run: MappingRun,
  changed: number,
  mapped: number,
): Promise<MappingRun['reason'] | undefined> {
  if (run.confirms !== null) return undefined;
  if (await isNewModel(db, run, run.modelVersion)) return 'NEW_MODEL';
  return changed > mapped * CHANGED_SHARE ? 'MANY_CHANGES' : undefined;
}

async function write(
  { catalogue }: RunParts,
  db: Database,
  run: MappingRun,
  planned: readonly PlannedDecision[],
): Promise<void> {
  for (let from = 0; from < planned.length; from += BATCH) {
    const batch = planned.slice(from, from + BATCH);
    await inTransaction(db, async tx => {
      await lockMappings(tx, run);
      // Manual decisions, alarms or merges may have been written since the hotels were read.
      const unchanged = await keepUnchanged(tx, run, batch);
      const hotelIds = [...new Set(unchanged.flatMap(({ hotelId }) => hotelId ?? []))];
      const active = new Set(
        (await catalogue.findHotels(tx, run.environment, hotelIds)).map(({ hotelId }) => hotelId),
      );
      const current = unchanged.filter(({ hotelId }) => hotelId === null || active.has(hotelId));
      const decidedBy = { decidedBy: 'model', isManual: false, modelVersion: run.modelVersion };
      if (current.length > 0) await writeDecisions(tx, run, current, decidedBy);
    });
  }
}

function emptyFigures(countries: number): RunFigures {
  return {
    countries,
    countriesDone: 0,
    hotels: 0,
    same: 0,
    review: 0,
    different: 0,
    added: 0,
    changed: 0,
    kept: 0,
  };
}

function addFigures(sum: RunFigures, plan: Omit<CountryPlan, 'planned' | 'mapped'>): RunFigures {
  return {
    countries: sum.countries,
    countriesDone: sum.countriesDone + 1,
    hotels: sum.hotels + plan.hotels,
    same: sum.same + plan.same,
    review: sum.review + plan.review,
    different: sum.different + plan.different,
    added: sum.added + plan.added,
    changed: sum.changed + plan.changed,
    kept: sum.kept + plan.kept,
  };
}
