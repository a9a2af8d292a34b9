/**
 * Begins to compute the places of a new installation in a thread, before the rest of the service is loaded. The embedded
 * database is created meanwhile. Any other database may already have places.
 */
import { existsSync } from 'node:fs';
import { SeedWork } from '../content/place-data/world/seed-work.ts';
import { clusterFolder } from '../platform/database/embedded/start-embedded-postgres.ts';
import { type ProcessRole, runsBackend } from '../process-role.ts';
import type { Settings } from '../settings-table.ts';

export function beginSeed(
  role: ProcessRole,
  settings: Pick<Settings, 'DATABASE_URL' | 'SERAI_DATA_DIR' | 'SERAI_SEED'>,
): SeedWork | undefined {
  const isNew = settings.DATABASE_URL === undefined && !existsSync(clusterFolder(settings.SERAI_DATA_DIR));
  return isNew && settings.SERAI_SEED === 'full' && runsBackend(role) ? new SeedWork() : undefined;
}
