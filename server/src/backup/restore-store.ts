/** The database operations of a restore, except for copying rows. All of them run in one transaction. */
import type { Database } from '../platform/database/connect.ts';
import { COPY_SETTINGS, quoted } from './backup-tables.ts';
import type { BackupEnd } from './manifest.ts';

/** Switches to the owner and removes the time limits, except for a lock timeout of 30 seconds. */
export async function beginRestore(tx: Database): Promise<void> {
  await tx.script(
    `SET LOCAL ROLE none; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '30s';
     SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL client_min_messages = warning;
     -- Rows are read back in the order they were written.
     SET LOCAL synchronize_seqscans = off; SET LOCAL max_parallel_workers_per_gather = 0; ${COPY_SETTINGS}`,
  );
}

/** Returns the names of up to five objects that already exist in the schema. */
export async function listPresent(tx: Database): Promise<string[]> {
  const rows = await tx<{ name: string }[]>`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S', 'f')
      -- Objects of an extension are not data.
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
    ORDER BY relname LIMIT 5`;
  return rows.map(({ name }) => name);
}

interface PreparedTable {
  name: string;
  /** True if row security also applies to the owner, which would prevent copying rows in. */
  isForced: boolean;
}

/**
 * Creates the request log partitions for `days`, empties all tables, disables their triggers and lets the owner write
 * to them. Returns the tables for `reopenTables`.
 */
export async function prepareTables(tx: Database, days: readonly string[]): Promise<PreparedTable[]> {
  const tables = await tx<PreparedTable[]>`
    SELECT relname AS name, relforcerowsecurity AS "isForced" FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND relname <> 'serai_migration'
    ORDER BY relname`;
  for (const day of days) await tx`SELECT ensure_request_log_day(${day}::date)`;
  await tx.script(`TRUNCATE ${tables.map(({ name }) => `public.${quoted(name)}`).join(', ')}`);
  await tx.script(tables.map(table => `${altered(table, 'DISABLE')};${force(table, 'NO FORCE')}`).join('\n'));
  return tables;
}

export async function reopenTables(tx: Database, tables: readonly PreparedTable[]): Promise<void> {
  await tx.script(tables.map(table => `${altered(table, 'ENABLE')};${force(table, 'FORCE')}`).join('\n'));
}

function altered({ name }: PreparedTable, how: 'ENABLE' | 'DISABLE'): string {
  return `ALTER TABLE public.${quoted(name)} ${how} TRIGGER USER`;
}

function force({ name, isForced }: PreparedTable, how: 'FORCE' | 'NO FORCE'): string {
  return isForced ? `ALTER TABLE public.${quoted(name)} ${how} ROW LEVEL SECURITY;` : '';
}

export async function setSequences(tx: Database, sequences: BackupEnd['sequences']): Promise<void> {
  for (const { name, value, isCalled } of sequences) {
    await tx`SELECT setval(${`public.${quoted(name)}`}::text::regclass, ${value}::text::bigint, ${isCalled})`;
  }
}

/** Updates the planner's statistics, so that the first queries get good plans. */
export async function refreshStatistics(tx: Database): Promise<void> {
  await tx.script('ANALYZE');
}

/** Releases the leases of jobs and webhook deliveries, because the processes that held them no longer run. */
export async function freeLeases(tx: Database): Promise<void> {
  await tx`
    UPDATE job SET lease_until = NULL, run_at = CASE WHEN run_at = 'infinity' THEN serai_now() ELSE run_at END
    WHERE lease_until IS NOT NULL`;
  await tx`UPDATE webhook_delivery SET lease_until = NULL WHERE lease_until IS NOT NULL`;
  await tx`UPDATE webhook_slot SET until = '-infinity', delivery_id = NULL, attempt = NULL WHERE until > '-infinity'`;
}
