/** Reads the rows of a CSV catalogue file as records. It does not check whether a record is valid. */
import { fromCsvCell } from '@serai/contract/shared/csv-line.ts';
import { type CsvRow, csvRows } from '../../../platform/text-files/read-csv.ts';
import type { LineBatch } from '../../../platform/text-files/split-lines.ts';
import { TextFileError } from '../../../platform/text-files/text-file-error.ts';
import type { Fault, FileRecord } from '../file-record.ts';
import { CellError, type Column, MAIN_LANGUAGE, READ_CELL } from './csv-columns.ts';

/** The first line of `batches` must be the header. */
export async function* readCsv(
  path: string,
  batches: AsyncIterable<LineBatch>,
  columns: readonly Column[],
): AsyncGenerator<FileRecord> {
  let bound: BoundColumn[] | undefined;
  for await (const row of csvRows(path, batches)) {
    if (bound === undefined) bound = bindHead(path, row, columns);
    else yield recordOf(bound, row);
  }
}

function bindHead(path: string, { line, cells, fault }: CsvRow, columns: readonly Column[]): BoundColumn[] {
  const bound = fault ?? bindColumns(cells, columns);
  if (typeof bound !== 'string') return bound;
  const names = columns.map(({ name, kind }) => (kind === 'languages' ? `${name}.<language>` : name));
  throw new TextFileError({ file: path, line }, bound, `The columns are: ${names.join(', ')}.`);
}

function recordOf(columns: readonly BoundColumn[], { line, cells, fault }: CsvRow): FileRecord {
  const bad = (message: string) => ({ line, value: undefined, faults: [{ path: '', message }], size: 0 });
  if (fault !== undefined) return bad(fault);
  if (cells.length !== columns.length) {
    return bad(`The row has ${cells.length} cells, but the first line has ${columns.length}.`);
  }
  return { line, ...readRow(columns, cells), size: cells.reduce((sum, cell) => sum + cell.length, 0) };
}

export interface BoundColumn {
  title: string;
  /** The path of the value in the record, for example `['name', 'en']`. */
  path: readonly string[];
  /** Returns undefined if the cell is empty. */
  read(cell: string): unknown;
  /** Whether the value is appended to the list at `path`. */
  isEntry: boolean;
}

const LANGUAGE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/;

/** Returns the columns of the header, or an error message if the header is invalid. */
export function bindColumns(head: readonly string[], columns: readonly Column[]): BoundColumn[] | string {
  const bound: BoundColumn[] = [];
  const seen = new Set<string>();
  for (const title of head.map(cell => cell.trim())) {
    if (seen.has(title)) return `The column "${title}" appears more than once.`;
    seen.add(title);
    const column = bindColumn(title, columns);
    if (column === undefined) return unknownColumn(title, columns);
    bound.push(column);
  }
  return bound;
}

function bindColumn(title: string, columns: readonly Column[]): BoundColumn | undefined {
  const plain = columns.find(({ name, kind }) => name === title && kind !== 'languages');
  if (plain !== undefined && plain.kind !== 'languages') {
    const read = READ_CELL[plain.kind];
    const isText = plain.kind === 'text';
    return { title, path: title.split('.'), read: isText ? asText(read) : trimmed(read), isEntry: false };
  }
  const parts = title.split('.');
  const language = parts.pop() ?? '';
  if (!LANGUAGE.test(language)) return undefined;
  const texts = columns.find(({ name, kind }) => name === parts.join('.') && kind === 'languages');
  if (texts !== undefined)
    return { title, path: [...parts, language], read: asText(cell => cell), isEntry: false };
  const code = parts.pop() ?? '';
  const list = columns.find(({ name, kind }) => name === parts.join('.') && kind === 'policyTexts');
  if (list === undefined || !/^[A-Z_]+$/.test(code)) return undefined;
  return { title, path: parts, read: asText(text => ({ code, text: { [language]: text } })), isEntry: true };
}

type Reader = (cell: string) => unknown;

/** Spaces at the start or end belong to a text. */
const asText = (read: Reader) => (cell: string) => (cell === '' ? undefined : read(fromCsvCell(cell)));
const trimmed = (read: Reader) => (cell: string) =>
  cell.trim() === '' ? undefined : read(fromCsvCell(cell.trim()));

function unknownColumn(title: string, columns: readonly Column[]): string {
  if (title === '') return 'A column in the first line has no name.';
  const texts = columns.find(({ name, kind }) => kind === 'languages' && name === title.split('.')[0]);
  if (texts !== undefined) return `The column "${title}" requires a language, for example ${texts.name}.en.`;
  const same = columns.find(({ name }) => name.toLowerCase() === title.toLowerCase());
  return `Unknown column "${title}".${same === undefined ? '' : ` Did you mean "${same.name}"?`}`;
}

export interface RowRecord {
  value: Record<string, unknown>;
  faults: Fault[];
}

/** An empty cell means that the field is omitted. */
export function readRow(columns: readonly BoundColumn[], cells: readonly string[]): RowRecord {
  const value: Record<string, unknown> = {};
  const faults: Fault[] = [];
  for (const [i, column] of columns.entries()) {
    try {
      const read = column.read(cells[i] ?? '');
      if (read !== undefined) put(value, column, read);
    } catch (error) {
      if (!(error instanceof CellError)) throw error;
      faults.push({ path: `/${column.path.join('/')}`, message: error.message });
    }
  }
  const main = value[MAIN_LANGUAGE];
  delete value[MAIN_LANGUAGE];
  return { value: typeof main === 'string' ? withMainLanguage(value, main) : value, faults };
}

function put(value: Record<string, unknown>, { path, isEntry }: BoundColumn, read: unknown): void {
  let at = value;
  for (const part of path.slice(0, -1)) {
    at[part] ??= {};
    at = at[part] as Record<string, unknown>;
  }
  const last = path.at(-1) as string;
  if (!isEntry) {
    at[last] = Array.isArray(at[last]) ? [...(at[last] as unknown[]), ...(read as unknown[])] : read;
    return;
  }
  const list = (at[last] ?? []) as { code: string; text: Record<string, string> }[];
  const entry = read as { code: string; text: Record<string, string> };
  const same = list.find(({ code }) => code === entry.code);
  if (same === undefined) list.push(entry);
  else Object.assign(same.text, entry.text);
  at[last] = list;
}

function withMainLanguage(value: Record<string, unknown>, main: string): Record<string, unknown> {
  const { name } = value as { name?: Record<string, string> };
  if (name?.[main] === undefined) return value;
  return { ...value, name: { [main]: name[main], ...name } };
}
