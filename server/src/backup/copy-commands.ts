/** Pure. The commands that copy the rows of a table out and in. Names come from the database or from a sealed manifest. */
import type { BackedUpTable } from './manifest.ts';

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Until the end of the transaction values are written and read in one form, however the server is set. */
export const COPY_SETTINGS = `SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'postgres';
  SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1`;

const columnsOf = ({ columns }: BackedUpTable) => columns.map(quoted).join(', ');

export function copyOutCommand(table: BackedUpTable): string {
  return `COPY (SELECT ${columnsOf(table)} FROM public.${quoted(table.name)}) TO STDOUT`;
}

export function copyInCommand(table: BackedUpTable): string {
  // Rows of a table that was emptied in the same transaction need no later visit; a partitioned one cannot do so.
  const freeze = table.isPartitioned ? '' : ' WITH (FREEZE)';
  return `COPY public.${quoted(table.name)} (${columnsOf(table)}) FROM STDIN${freeze}`;
}
