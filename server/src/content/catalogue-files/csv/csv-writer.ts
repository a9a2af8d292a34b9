/** Writes records as CSV rows. Reading the rows returns the same records. Pure. */
import { type CsvCell, csvLine } from '@serai/contract/shared/csv-line.ts';
import { type Column, MAIN_LANGUAGE, WRITE_CELL } from './csv-columns.ts';

export interface CsvWriter {
  head(): string;
  row(record: object): string;
}

/** `languages` lists the languages of each column that exists once per language. */
export function csvWriter(
  columns: readonly Column[],
  languages: Readonly<Record<string, readonly string[]>>,
): CsvWriter {
  const cells = columns.flatMap(({ name, kind }): { title: string; write(record: object): CsvCell }[] => {
    const path = name.split('.');
    if (name === MAIN_LANGUAGE) return [{ title: name, write: mainLanguage }];
    if (kind !== 'languages') {
      const write = WRITE_CELL[kind] as (value: unknown) => CsvCell;
      return [{ title: name, write: record => withValue(record, path, write) }];
    }
    return (languages[name] ?? []).map(tag => ({
      title: `${name}.${tag}`,
      write: record => withValue(record, [...path, tag], String),
    }));
  });
  return {
    head: () => csvLine(cells.map(({ title }) => title)),
    row: record => csvLine(cells.map(({ write }) => write(record))),
  };
}

function withValue(record: object, path: readonly string[], write: (value: unknown) => CsvCell): CsvCell {
  let value: unknown = record;
  for (const name of path) value = (value as Record<string, unknown> | undefined)?.[name];
  return value === undefined || value === null ? '' : write(value);
}

function mainLanguage(record: object): string {
  const { name = {} } = record as { name?: object };
  return Object.keys(name)[0] ?? '';
}
