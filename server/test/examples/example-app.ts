/**
 * A small version of the sandbox after a first start, with Spain and its sandbox hotels, the scenario hotels and a
 * fixed date.
 */
import type { Operation } from '@serai/contract/operation.ts';
import { OPERATIONS } from '@serai/contract/operations.ts';
import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import { loadSandboxCatalogue } from '../../src/content/sandbox/load-sandbox-catalogue.ts';
import { quietLog } from '../../src/platform/database/database-log.ts';
import { testDatabase } from '../database.ts';
import { airportsFile, EL_PRAT, fileOf, GIRONA_AIRPORT } from '../geonames-files.ts';
import { LeapingClock } from '../leaping-time.ts';
import { citiesFile, countriesFile, regionsFile, runImport } from '../place-import.ts';
import { loadScenarioHotels } from '../scenario-hotels.ts';
import { simulateTime } from '../simulated-time.ts';
import { type HttpAnswer, type TestApp, testApp } from '../test-app.ts';
import { jobsAreQuiet } from '../timed-booking-app.ts';

/** The time at which every example is recorded. */
export const EXAMPLE_MS = Date.UTC(2027, 1, 1, 10);

/** Only the date is fixed. Timers run normally, so that providers and caches work as usual. */
class StandingCalendar extends LeapingClock {
  readonly #calendarMs: () => number;

  constructor(calendarMs: () => number) {
    super();
    this.#calendarMs = calendarMs;
  }

  override nowMs(): number {
    return this.#calendarMs();
  }
}

interface CallOptions {
  key?: string | undefined;
  headers?: Record<string, string | undefined>;
}

export interface ExampleApp {
  app: TestApp;
  /** A sandbox key with every scope. */
  key: string;
  call(name: string, body: unknown, options?: CallOptions): Promise<HttpAnswer>;
  /** Advances the date and waits until all due jobs have run. */
  pass(ms: number): Promise<void>;
  nowMs(): number;
  close(): Promise<void>;
}

export async function exampleApp(): Promise<ExampleApp> {
  const database = await testDatabase();
  const time = await simulateTime(database.ownerDb, EXAMPLE_MS);
  const clock = new StandingCalendar(() => time.databaseNowMs());
  await runImport(database, [
    countriesFile(),
    regionsFile(),
    citiesFile(),
    fileOf('airports.csv', airportsFile([EL_PRAT, GIRONA_AIRPORT])),
  ]);
  await loadSandboxCatalogue(database.db, { clock, log: quietLog });
  await loadScenarioHotels(database.db);
  const app = await testApp({ database, clock, settings: { SERAI_API_URL: 'https://api.example.com' } });
  const { secret: key } = await app.createKey({ environment: 'sandbox', scopes: SCOPE_NAMES });
  return {
    app,
    key,
    call: (name, body, options = {}) => app.post(findOperation(name).path, body, { key, ...options }),
    async pass(ms) {
      await time.advanceDatabase(ms);
      clock.leap(ms);
      await jobsAreQuiet(database.ownerDb);
    },
    nowMs: () => time.databaseNowMs(),
    async close() {
      await app.close();
      await database.drop();
    },
  };
}

function findOperation(name: string): Operation {
  const operation = OPERATIONS.find(each => each.name === name);
  if (!operation) throw new Error(`There is no operation ${name}.`);
  return operation;
}
