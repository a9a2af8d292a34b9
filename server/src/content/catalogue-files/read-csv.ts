/** Reads the rows of a CSV file as records: comma, semicolon or tab, quoted cells of several lines, any line ends. */
import { Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import type { LineBatch } from '../../platform/text-files/split-lines.ts';
import { TextFileError } from '../../platform/text-files/text-file-error.ts';
import type { Column } from './csv-columns.ts';
import { type BoundColumn, bindColumns, readRow } from './csv-row.ts';
import type { FileRecord } from './read-records.ts';

const MAX_RECORD_CHARACTERS = 16 * 1024 * 1024;

/** `batches` begin with the head. */
export async function* readCsv(
  path: string,
  batches: AsyncIterable<LineBatch>,
  delimiter: string,
  columns: readonly Column[],
): AsyncGenerator<FileRecord> {
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: MAX_RECORD_CHARACTERS,
  });
  const source = Readable.from(textOf(batches), { objectMode: false });
  source.on('error', error => parser.destroy(error));
  source.pipe(parser);
  let bound: BoundColumn[] | undefined;
  let lastLine = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      const line = lastLine + 1;
      lastLine = info.lines;
      if (bound === undefined) bound = bindHead(path, line, record, columns);
      else yield rowOf(bound, record, line);
    }
  } catch (error) {
    throw error instanceof CsvError ? explain(error, path, lastLine + 1) : error;
  } finally {
    source.destroy();
  }
}

/** The lines as they were; one that is left out is empty, so that those behind it keep their numbers. */
async function* textOf(batches: AsyncIterable<LineBatch>): AsyncGenerator<string> {
  let next = 1;
  for await (const { first, lines } of batches) {
    yield `${'\n'.repeat(first - next)}${lines.join('\n')}\n`;
    next = first + lines.length;
  }
}

function bindHead(path: string, line: number, head: string[], columns: readonly Column[]): BoundColumn[] {
  const bound = bindColumns(head, columns);
  if (typeof bound !== 'string') return bound;
  const names = columns.map(({ name, kind }) => (kind === 'languages' ? `${name}.<language>` : name));
  throw new TextFileError({ file: path, line }, bound, `The columns are: ${names.join(', ')}.`);
}

function rowOf(columns: readonly BoundColumn[], cells: string[], line: number): FileRecord {
  if (cells.length !== columns.length) {
    const message = `The row has ${cells.length} cells; the first line has ${columns.length}.`;
    return { line, value: undefined, faults: [{ path: '', message }], size: 0 };
  }
  return { line, ...readRow(columns, cells), size: cells.reduce((sum, cell) => sum + cell.length, 0) };
}

function explain({ code, message }: CsvError, path: string, line: number): TextFileError {
  const where = { file: path, line };
  const quotes = 'Put a cell that holds quotes into quotes, and double those inside it.';
  if (code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE') {
    return new TextFileError(where, 'a quote that opens in this row is not closed.', quotes);
  }
  if (code === 'CSV_INVALID_CLOSING_QUOTE' || code === 'INVALID_OPENING_QUOTE') {
    return new TextFileError(where, 'a quote stands inside a cell.', quotes);
  }
  return new TextFileError(where, `this is no CSV: ${message}.`, quotes);
}

const DELIMITERS = [',', ';', '\t'];

/** That which parts the head; names of columns hold none of them. */
export function delimiterOf(head: string): string {
  const counts = DELIMITERS.map(sign => head.split(sign).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] as string;
}
