/** Reads the rows of a CSV file as records: comma, semicolon or tab, quoted cells of several lines. */
import type { LineBatch } from '../../../platform/text-files/split-lines.ts';
import { TextFileError } from '../../../platform/text-files/text-file-error.ts';
import type { FileRecord } from '../file-record.ts';
import type { Column } from './csv-columns.ts';
import { type BoundColumn, bindColumns, readRow } from './csv-row.ts';
import { type CsvSplitter, csvSplitter, type SplitRow } from './csv-splitter.ts';

const MAX_ROW_CHARACTERS = 16 * 1024 * 1024;

/** `batches` begin with the head. */
export async function* readCsv(
  path: string,
  batches: AsyncIterable<LineBatch>,
  columns: readonly Column[],
): AsyncGenerator<FileRecord> {
  let splitter: CsvSplitter | undefined;
  let bound: BoundColumn[] | undefined;
  for await (const { first, lines } of batches) {
    for (const [i, text] of lines.entries()) {
      splitter ??= csvSplitter(delimiterOf(path, first + i, text));
      if (splitter.openRow() === undefined && text.trim() === '') continue;
      const row = splitter.add(first + i, text);
      if (row === undefined) refuseEndless(splitter, path, MAX_ROW_CHARACTERS);
      else if (bound === undefined) bound = bindHead(path, row, columns);
      else yield recordOf(bound, row);
    }
  }
  if (splitter !== undefined) refuseEndless(splitter, path, 0);
}

const DELIMITERS = [',', ';', '\t'];

/** That which parts the head; names of columns hold none of them. */
function delimiterOf(path: string, line: number, head: string): string {
  if (head.trimEnd().includes('\r')) {
    const hint = "Save it with other line ends, for example with: tr '\\r' '\\n' < <file> > <new file>";
    throw new TextFileError({ file: path, line }, 'its lines end as on very old computers.', hint);
  }
  const counts = DELIMITERS.map(sign => head.split(sign).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] as string;
}

function bindHead(path: string, { line, cells }: SplitRow, columns: readonly Column[]): BoundColumn[] {
  const bound = bindColumns(cells, columns);
  if (typeof bound !== 'string') return bound;
  const names = columns.map(({ name, kind }) => (kind === 'languages' ? `${name}.<language>` : name));
  throw new TextFileError({ file: path, line }, bound, `The columns are: ${names.join(', ')}.`);
}

function recordOf(columns: readonly BoundColumn[], { line, cells, isBroken }: SplitRow): FileRecord {
  const bad = (message: string) => ({ line, value: undefined, faults: [{ path: '', message }], size: 0 });
  if (isBroken) return bad('Something follows a closing quote. Double the quotes inside a cell.');
  if (cells.length !== columns.length) {
    return bad(`The row has ${cells.length} cells; the first line has ${columns.length}.`);
  }
  return { line, ...readRow(columns, cells), size: cells.reduce((sum, cell) => sum + cell.length, 0) };
}

/** What follows an open quote cannot be told from the cell, so the file ends there. */
function refuseEndless(splitter: CsvSplitter, path: string, allowed: number): void {
  const open = splitter.openRow();
  if (open === undefined || open.characters <= allowed) return;
  const hint = 'Put a cell that holds quotes into quotes, and double those inside it.';
  throw new TextFileError(
    { file: path, line: open.line },
    'a quote that opens in this row is not closed.',
    hint,
  );
}
