/** Pure. Writes records as rows of CSV, so that reading them gives the same records. */
import { WRITE_CELL } from './csv-cells.ts';
import { type Column, MAIN_LANGUAGE } from './csv-columns.ts';

export interface CsvWriter {
  head(): string;
  row(record: object): string;
}

/** `languages` are those of each column that has one for each. */
export function csvWriter(
  columns: readonly Column[],
  languages: Readonly<Record<string, readonly string[]>>,
): CsvWriter {
  const cells = columns.flatMap(({ name, kind }): { title: string; write(record: object): string }[] => {
    const path = name.split('.');
    if (name === MAIN_LANGUAGE) return [{ title: name, write: mainLanguage }];
    if (kind !== 'languages') {
      const write = WRITE_CELL[kind] as (value: unknown) => string;
      return [{ title: name, write: record => withValue(record, path, write) }];
    }
    return (languages[name] ?? []).map(tag => ({
      title: `${name}.${tag}`,
      write: record => withValue(record, [...path, tag], String),
    }));
  });
  const line = (texts: readonly string[]) => `${texts.map(quoted).join(',')}\r\n`;
  return {
    head: () => line(cells.map(({ title }) => title)),
    row: record => line(cells.map(({ write }) => write(record))),
  };
}

function withValue(record: object, path: readonly string[], write: (value: unknown) => string): string {
  let value: unknown = record;
  for (const name of path) value = (value as Record<string, unknown> | undefined)?.[name];
  return value === undefined || value === null ? '' : write(value);
}

function mainLanguage(record: object): string {
  const { name = {} } = record as { name?: object };
  return Object.keys(name)[0] ?? '';
}

function quoted(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
