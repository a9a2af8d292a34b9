/**
 * The first steps of a start, which take long and need little code. Most files of the service are loaded meanwhile. A start
 * that fails because of a setting or a port creates nothing.
 */
import { checkExposure } from '../check-exposure.ts';
import { makeDataFolder } from '../make-data-folder.ts';
import { Readiness } from '../platform/readiness.ts';
import { checkRole } from '../process-role.ts';
import { type StartedDatabase, startDatabase } from '../start-database.ts';
import { type AppAddresses, openAddresses } from './app-addresses.ts';
import type { AppOptions } from './app-parts.ts';
import { ucpPages } from './ucp-pages.ts';

export interface BegunStart {
  startedAtMs: number;
  readiness: Readiness;
  addresses: AppAddresses;
  /** The database is still being created, started or migrated. */
  database: Promise<StartedDatabase>;
  /** Call this when the process can serve requests. */
  end(): void;
}

export async function beginStart(options: Omit<AppOptions, 'seedWork'>): Promise<BegunStart> {
  const { settings, role, clock, log, openDatabase = startDatabase } = options;
  const startedAtMs = clock.nowMs();
  checkRole(role, settings);
  checkExposure(settings);
  ucpPages(settings);
  const readiness = new Readiness();
  let isStarted = false;
  readiness.add('start', () => (isStarted ? undefined : 'the process is starting'));
  const addresses = await openAddresses({ ...options, readiness });
  try {
    await makeDataFolder(settings.SERAI_DATA_DIR);
  } catch (error) {
    await addresses.drain({ delayMs: 0, maxMs: 0 });
    throw error;
  }
  const database = openDatabase(settings, log, role);
  // The rest of the start awaits it, and reports the error.
  database.catch(() => {});
  return {
    startedAtMs,
    readiness,
    addresses,
    database,
    end: () => {
      isStarted = true;
    },
  };
}
