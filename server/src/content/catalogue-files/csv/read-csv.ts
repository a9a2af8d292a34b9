/** Reads the rows of a CSV catalogue file as records. */
import { type CsvRow, csvRows } from '../../../platform/text-files/read-csv.ts';
import type { LineBatch } from '../../../platform/text-files/split-lines.ts';
import { TextFileError } from '../../../platform/text-files/text-file-error.ts';
import type { FileRecord } from '../file-record.ts';
import type { Column } from './csv-columns.ts';
import { type BoundColumn, bindColumns, readRow } from './csv-row.ts';

/** `batches` begin with the header. */
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
