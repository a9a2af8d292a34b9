/** What the doctor asks a database about itself. */
import { APP_ROLE, type Database } from '../../platform/database/connect.ts';

export interface DatabaseFacts {
  version: string;
  /** Such as 150004. */
  versionNumber: number;
  fsync: boolean;
  nowMs: number;
  /** Undefined when the role is not there yet. */
  appRole: { bypassesRowSecurity: boolean } | undefined;
}

export async function readDatabaseFacts(db: Database): Promise<DatabaseFacts> {
  const [row] = await db<
    { version: string; version_number: number; fsync: string; now: Date; bypasses: boolean | null }[]
  >`
    SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS version_number,
      current_setting('fsync') AS fsync, clock_timestamp() AS now,
      (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = ${APP_ROLE}) AS bypasses`;
  if (row === undefined) throw new Error('the database answered nothing');
  return {
    version: row.version,
    versionNumber: row.version_number,
    fsync: row.fsync === 'on',
    nowMs: row.now.getTime(),
    appRole: row.bypasses === null ? undefined : { bypassesRowSecurity: row.bypasses },
  };
}
