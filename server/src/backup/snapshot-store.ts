import type { Database } from '../platform/database/connect.ts';
import { SERVICE_ROLE } from '../platform/database/database-roles.ts';
import { COPY_SETTINGS, REQUEST_LOG } from './backup-tables.ts';
import type { BackupEnd, BackupManifest } from './manifest.ts';

/** Makes all following statements see the same snapshot and prevents writes. */
export async function beginSnapshot(tx: Database): Promise<void> {
  await tx.script(
    `SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY; SET LOCAL ROLE none;
     SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '30s'; SET LOCAL idle_in_transaction_session_timeout = 0;
     ${COPY_SETTINGS}`,
  );
}

export interface SnapshotFacts {
  takenAt: Date;
  server: string;
  /** True if row security would silently hide rows from this user. */
  isBlind: boolean;
}

/** In an older schema, row security and its roles may not exist yet. */
export async function readSnapshotFacts(tx: Database): Promise<SnapshotFacts> {
  const [facts] = await tx<SnapshotFacts[]>`
    SELECT serai_now() AS "takenAt", current_setting('server_version') AS server,
      EXISTS (SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relforcerowsecurity)
        AND NOT (me.rolsuper OR me.rolbypassrls OR EXISTS (
          SELECT FROM pg_roles AS service WHERE service.rolname = ${SERVICE_ROLE} AND pg_has_role(me.oid, service.oid, 'USAGE')
        )) AS "isBlind"
    FROM pg_roles AS me WHERE me.rolname = current_user`;
  return facts as SnapshotFacts;
}

/**
 * The time to which the database was restored, if a recovery is open. Undefined if no recovery is open, or if the table
 * does not exist yet.
 */
export async function findUncomparedSince(tx: Database): Promise<Date | undefined> {
  const [table] = await tx<
    { is_there: boolean }[]
  >`SELECT to_regclass('public.recovery') IS NOT NULL AS is_there`;
  if (!table?.is_there) return undefined;
  const [open] = await tx<{ backup_at: Date }[]>`SELECT backup_at FROM recovery WHERE finished_at IS NULL`;
  return open?.backup_at;
}

export async function listMigrations(tx: Database): Promise<BackupManifest['migrations']> {
  return await tx<BackupManifest['migrations']>`
    SELECT number, name, checksum FROM public.serai_migration ORDER BY number`;
}

export interface FoundTable {
  name: string;
  columns: string[];
  isPartitioned: boolean;
  /** The file size of the table, used to calculate progress. */
  bytes: number;
  refersTo: string[];
}

/** Lists the tables in the schema `public`. Partitions are part of their table. */
export async function listTables(tx: Database): Promise<FoundTable[]> {
  return await tx<FoundTable[]>`
    SELECT relname AS name, relkind = 'p' AS "isPartitioned",
      coalesce((SELECT sum(pg_relation_size(relid)) FROM pg_partition_tree(pg_class.oid)), 0)::float8
        + pg_relation_size(pg_class.oid)::float8 AS bytes,
      ARRAY(SELECT attname::text FROM pg_attribute
            WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum) AS columns,
      ARRAY(SELECT DISTINCT target.relname::text FROM pg_constraint
            JOIN pg_class AS target ON target.oid = confrelid
            WHERE contype = 'f' AND conrelid = pg_class.oid AND confrelid <> conrelid) AS "refersTo"
    FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
    ORDER BY relname`;
}

/**
 * Lists the sequences of these tables only, because a restored schema has no others. Sequences are read last. They may
 * advance while rows are copied, but never go back.
 */
export async function listSequences(
  tx: Database,
  tables: readonly string[],
): Promise<BackupEnd['sequences']> {
  const names = await tx<{ name: string }[]>`
    SELECT sequence.relname AS name FROM pg_depend
    JOIN pg_class AS sequence ON sequence.oid = objid AND sequence.relkind = 'S'
    JOIN pg_class AS numbered ON numbered.oid = refobjid
    WHERE classid = 'pg_class'::regclass AND refclassid = 'pg_class'::regclass AND deptype IN ('a', 'i')
      AND sequence.relnamespace = 'public'::regnamespace AND numbered.relnamespace = 'public'::regnamespace
      AND numbered.relname = ANY (${tables}::text[])
    ORDER BY sequence.relname`;
  const sequences: BackupEnd['sequences'] = [];
  for (const { name } of names) {
    const [row] = await tx<{ value: string; isCalled: boolean }[]>`
      SELECT coalesce(last_value, start_value)::text AS value, last_value IS NOT NULL AS "isCalled"
      FROM pg_sequences WHERE schemaname = 'public' AND sequencename = ${name}`;
    if (row) sequences.push({ name, ...row });
  }
  return sequences;
}

/** Returns dates such as 2026-11-15. */
export async function listRequestLogDays(tx: Database): Promise<string[]> {
  const rows = await tx<{ day: string }[]>`
    SELECT to_char(to_date(right(relname, 8), 'YYYYMMDD'), 'YYYY-MM-DD') AS day
    FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = to_regclass(${`public.${REQUEST_LOG}`}) AND relname ~ '_[0-9]{8}$' ORDER BY relname`;
  return rows.map(({ day }) => day);
}
