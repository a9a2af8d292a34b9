/** Exports all pages of a list as CSV. The text is collected page by page, so that the rows need not be kept. */
import { type CsvCell, csvLine } from '@serai/contract/shared/csv-line.ts';
import { downloadParts } from '../format/download.ts';
import { formatNumber } from '../format/format.ts';
import { CallFailure, call, type Input } from './operator-client.ts';
import type { PagedName, PageOf } from './use-call.ts';

interface CsvExport<Name extends PagedName, Item> {
  file: string;
  headings: readonly string[];
  operation: Name;
  input: Omit<Input<Name>, 'page'>;
  /** Rows per call. */
  limit: number;
  itemsOf: (page: PageOf<Name>) => readonly Item[];
  cellsOf: (item: Item) => readonly CsvCell[];
  /** Throws if the user cancelled the export. */
  onProgress: (rows: number) => void;
}

/** A file with more rows is too large for the browser and for most spreadsheets. */
const MAX_ROWS = 100_000;

/** Downloads the first rows and then fails if there are more rows than a file may have. */
export async function exportPages<Name extends PagedName, Item>(
  wanted: CsvExport<Name, Item>,
): Promise<void> {
  const { parts, isComplete } = await readCsv(wanted, MAX_ROWS);
  downloadParts(wanted.file, parts, 'text/csv;charset=utf-8');
  if (isComplete) return;
  throw new CallFailure({
    code: 'VALIDATION_ERROR',
    message: `Only the first ${formatNumber(MAX_ROWS)} rows were exported. Narrow the period to export the others.`,
  });
}

/** Stops after the page that reaches `maxRows`. */
export async function readCsv<Name extends PagedName, Item>(
  wanted: Omit<CsvExport<Name, Item>, 'file'>,
  maxRows: number,
): Promise<{ parts: string[]; isComplete: boolean }> {
  const { headings, operation, input, limit, itemsOf, cellsOf, onProgress } = wanted;
  // Spreadsheets recognise UTF-8 by the byte order mark.
  const parts = [`\uFEFF${csvLine(headings)}`];
  let cursor: string | null = null;
  let rows = 0;
  do {
    const page: { limit: number; cursor?: string } = { limit, ...(cursor !== null && { cursor }) };
    const output: PageOf<Name> = await call(operation, { ...input, page } as Input<Name>);
    const items = itemsOf(output);
    parts.push(items.map(item => csvLine(cellsOf(item))).join(''));
    rows += items.length;
    onProgress(rows);
    cursor = output.page.nextCursor;
  } while (cursor !== null && rows < maxRows);
  return { parts, isComplete: cursor === null };
}
