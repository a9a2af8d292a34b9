/** The content sync schedule of each account: when the next run is due, and since when it must read changes. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { ProviderScope } from '../supplied-hotel.ts';
import type { ContentMode } from './content-run-store.ts';

export interface ContentSync extends ProviderScope {
  /** Null until all pages of the first full run are stored. */
  changedSince: Date | null;
  fullAt: Date | null;
  nextRunAt: Date;
  wantsMapping: boolean;
  /** The database's current time. */
  now: Date;
}

/** Adds accounts that have no schedule yet. Their first run is due at once. */
export async function insertContentSyncs(tx: Database, scopes: readonly ProviderScope[]): Promise<void> {
  await tx`
    INSERT INTO content_sync (provider, environment, next_run_at)
    SELECT provider, environment, serai_now()
    FROM unnest(${scopes.map(({ provider }) => provider)}::text[],
      ${scopes.map(({ environment }) => environment)}::text[]) AS account (provider, environment)
    ON CONFLICT DO NOTHING`;
}

export async function findContentSync(
  db: Database,
  { provider, environment }: ProviderScope,
): Promise<ContentSync | undefined> {
  const [row] = await db<ContentSync[]>`
    SELECT provider, environment, changed_since AS "changedSince", full_at AS "fullAt", next_run_at AS "nextRunAt",
      wants_mapping AS "wantsMapping", serai_now() AS now
    FROM content_sync WHERE provider = ${provider} AND environment = ${environment}`;
  return row;
}

export async function listContentSyncs(
  db: Database,
  environment: Environment,
  limit: number,
): Promise<ContentSync[]> {
  return db<ContentSync[]>`
    SELECT provider, environment, changed_since AS "changedSince", full_at AS "fullAt", next_run_at AS "nextRunAt",
      wants_mapping AS "wantsMapping", serai_now() AS now
    FROM content_sync WHERE environment = ${environment} ORDER BY provider LIMIT ${limit}`;
}

export async function setNextRun(
  tx: Database,
  { provider, environment }: ProviderScope,
  delayMs: number,
): Promise<void> {
  await tx`
    UPDATE content_sync
    SET next_run_at = date_trunc('milliseconds', serai_now() + ${delayMs}::float8 * interval '1 millisecond')
    WHERE provider = ${provider} AND environment = ${environment}`;
}

/** Records that all pages of a run are stored. The next delta run reads the changes since `changedSince`. */
export async function setContentRead(
  tx: Database,
  { provider, environment }: ProviderScope,
  { mode, changedSince, hasChanges }: { mode: ContentMode; changedSince: Date; hasChanges: boolean },
): Promise<void> {
  await tx`
    UPDATE content_sync SET changed_since = ${changedSince}, wants_mapping = wants_mapping OR ${hasChanges},
      full_at = CASE WHEN ${mode} = 'FULL' THEN date_trunc('milliseconds', serai_now()) ELSE full_at END
    WHERE provider = ${provider} AND environment = ${environment}`;
}

export async function setWantsMapping(
  tx: Database,
  { provider, environment }: ProviderScope,
  wantsMapping: boolean,
): Promise<void> {
  await tx`
    UPDATE content_sync SET wants_mapping = ${wantsMapping}
    WHERE provider = ${provider} AND environment = ${environment}`;
}
