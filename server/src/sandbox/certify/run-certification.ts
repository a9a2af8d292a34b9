/** Runs scenarios concurrently and reports each result as it becomes available. */
import {
  SCENARIOS,
  type Scenario,
  type ScenarioGroup,
  type ScenarioName,
} from '@serai/contract/booking/sandbox/scenarios.ts';
import { BOOK_CHECKS } from './checks/book-checks.ts';
import { CANCEL_CHECKS } from './checks/cancel-checks.ts';
import { PLATFORM_CHECKS } from './checks/platform-checks.ts';
import { QUOTE_CHECKS } from './checks/quote-checks.ts';
import { SEARCH_CHECKS } from './checks/search-checks.ts';
import { type Fault, type ScenarioCheck, Walk, WalkEnded, type WalkParts } from './walk.ts';

const CHECKS: Readonly<Record<ScenarioName, ScenarioCheck>> = {
  ...SEARCH_CHECKS,
  ...QUOTE_CHECKS,
  ...BOOK_CHECKS,
  ...CANCEL_CHECKS,
  ...PLATFORM_CHECKS,
};

export interface ScenarioResult {
  name: ScenarioName;
  group: ScenarioGroup;
  hotelId: string;
  result: 'RIGHT' | 'WRONG';
  checks: number;
  durationMs: number;
  faults: readonly Fault[];
  notes: readonly string[];
}

export interface Certification extends WalkParts {
  names: readonly ScenarioName[];
  onResult(result: ScenarioResult): void;
}

/** Returns the results in the order of the contract. */
export async function runCertification(run: Certification): Promise<ScenarioResult[]> {
  const takes = (name: ScenarioName) => CHECKS[name].takesSeconds ?? 0;
  const longestFirst = run.names.toSorted((a, b) => takes(b) - takes(a));
  const results = await Promise.all(longestFirst.map(name => runScenario(name, run)));
  const order = SCENARIOS.map(({ name }) => name);
  return results.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}

async function runScenario(name: ScenarioName, run: Certification): Promise<ScenarioResult> {
  const { clock, onResult } = run;
  const walk = new Walk(name, run);
  const beganMs = clock.monotonicMs();
  try {
    await CHECKS[name].run(walk);
  } catch (error) {
    if (!(error instanceof WalkEnded)) throw error;
  }
  const { group } = SCENARIOS.find(scenario => scenario.name === name) as Scenario;
  const { hotelId, checks, faults, notes } = walk;
  const result: ScenarioResult = {
    name,
    group,
    hotelId,
    result: faults.length === 0 ? 'RIGHT' : 'WRONG',
    checks,
    durationMs: Math.round(clock.monotonicMs() - beganMs),
    faults,
    notes,
  };
  onResult(result);
  return result;
}
