/**
 * Begins the steps of a start that take long and need little code, before the rest of the service is loaded: the
 * embedded database, and for a new installation, a thread that computes the places. Any other database may already have
 * places.
 */
import { existsSync } from 'node:fs';
import { checkExposure } from '../check-exposure.ts';
import { SeedWork } from '../content/place-data/world/seed-work.ts';
import { clusterFolder } from '../platform/database/embedded/start-embedded-postgres.ts';
import type { Log } from '../platform/log.ts';
import { checkRole, type ProcessRole } from '../process-role.ts';
import type { Settings } from '../settings-table.ts';
import { startDatabase } from '../start-database.ts';
import type { AppOptions } from './app-parts.ts';

export interface BegunStart extends Pick<AppOptions, 'openDatabase' | 'seedWork'> {
  /** Stops what has begun, unless the start has asked for the database and now stops everything itself. */
  abandon(): Promise<void>;
}

/** Throws StartError if the settings do not fit the role, or would expose the service. */
export function beginStart(role: ProcessRole, settings: Settings, log: Log): BegunStart {
  checkRole(role, settings);
  checkExposure(settings);
  if (settings.DATABASE_URL !== undefined) return { abandon: async () => {} };
  const isNew = !existsSync(clusterFolder(settings.SERAI_DATA_DIR));
  const seedWork = isNew && settings.SERAI_SEED === 'full' ? new SeedWork() : undefined;
  const starting = startDatabase(settings, log);
  // If it fails, the start learns this when it asks for the database.
  starting.catch(() => {});
  let isTaken = false;
  return {
    seedWork,
    openDatabase: () => {
      isTaken = true;
      return starting;
    },
    abandon: async () => {
      if (isTaken) return;
      await seedWork?.stop();
      const database = await starting.catch(() => undefined);
      await database?.stop();
    },
  };
}
