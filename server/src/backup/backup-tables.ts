/** Defines which tables a backup contains, their order, and the commands that copy their rows. Pure. */
import type { Migration } from '../platform/database/schema/migration-files.ts';
import type { BackedUpTable } from './manifest.ts';

export const REQUEST_LOG = 'request_log';

const LEFT_OUT: Readonly<Record<string, string>> = {
  node: 'its processes no longer exist after a restore',
  operator_session: 'people must sign in again',
  sign_in_link: 'a link may have been used since then',
  password_reset: 'a link may have been used since then',
  mail_outbox: 'its emails were sent or concern the time before the restore',
  provider_error: 'it shows only the last failure of each provider',
  provider_failure: 'it is kept for a week only, to look into recent failures',
  limiter_snapshot: 'its rate windows have passed',
  replica_beat: 'it is written again twice a second',
  recovery: 'every restore starts a new recovery',
  recovery_provider: 'every restore starts a new recovery',
};

export function whyLeftOut(table: string, withRequestLog: boolean): string | undefined {
  if (table === REQUEST_LOG && !withRequestLog)
    return 'included only with --with-request-log, because it is large and contains no bookings';
  return LEFT_OUT[table];
}

export interface Referring {
  name: string;
  refersTo: readonly string[];
}

/** Sorts tables so that each table comes after the tables it refers to. */
export function orderTables<T extends Referring>(tables: readonly T[]): T[] {
  const ordered: T[] = [];
  const placed = new Set<string>();
  let left = [...tables];
  const names = new Set(tables.map(({ name }) => name));
  while (left.length > 0) {
    const ready = left.filter(({ refersTo }) => refersTo.every(name => placed.has(name) || !names.has(name)));
    if (ready.length === 0) {
      throw new Error(`these tables have circular references: ${left.map(({ name }) => name).join(', ')}`);
    }
    for (const table of ready) placed.add(table.name);
    ordered.push(...ready);
    left = left.filter(({ name }) => !placed.has(name));
  }
  return ordered;
}

const CREATED = /^CREATE TABLE (?:IF NOT EXISTS )?(\w+)/gm;

/** Returns the tables that migrations create. Other tables in the same schema do not belong to Serai. */
export function serviceTables(migrations: readonly Pick<Migration, 'sql'>[]): Set<string> {
  return new Set(
    migrations.flatMap(({ sql }) => [...sql.matchAll(CREATED)].map(([, name]) => name as string)),
  );
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Sets one format for reading and writing values in this transaction, regardless of the server settings. */
export const COPY_SETTINGS = `SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'postgres';
  SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1`;

const columnsOf = ({ columns }: BackedUpTable) => columns.map(quoted).join(', ');

export function copyOutCommand(table: BackedUpTable): string {
  return `COPY (SELECT ${columnsOf(table)} FROM public.${quoted(table.name)}) TO STDOUT`;
}

export function copyInCommand(table: BackedUpTable): string {
  // Rows can be frozen if the table was truncated in the same transaction. Partitioned tables do not support this.
  const freeze = table.isPartitioned ? '' : ' WITH (FREEZE)';
  return `COPY public.${quoted(table.name)} (${columnsOf(table)}) FROM STDIN${freeze}`;
}
