/**
 * The commands that copy the rows of a table out and in. Pure. Names come from the database or from an authenticated
 * manifest.
 */
import type { BackedUpTable } from './manifest.ts';

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** For the transaction, values are written and read in one format, whatever the server settings. */
export const COPY_SETTINGS = `SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'postgres';
  SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1`;

const columnsOf = ({ columns }: BackedUpTable) => columns.map(quoted).join(', ');

export function copyOutCommand(table: BackedUpTable): string {
  return `COPY (SELECT ${columnsOf(table)} FROM public.${quoted(table.name)}) TO STDOUT`;
}

export function copyInCommand(table: BackedUpTable): string {
  // Rows copied into a table that was truncated in the same transaction can be frozen. Partitioned tables do not
  // support it.
  const freeze = table.isPartitioned ? '' : ' WITH (FREEZE)';
  return `COPY public.${quoted(table.name)} (${columnsOf(table)}) FROM STDIN${freeze}`;
}
