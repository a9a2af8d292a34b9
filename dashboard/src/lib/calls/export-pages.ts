/** Exports all pages of a list as CSV. The text is collected page by page, so that the rows need not be kept. */
import { type CsvCell, csvLine } from '@serai/contract/shared/csv-line.ts';
import { downloadParts } from '../format/download.ts';
import { call, type Input } from './operator-client.ts';
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
  onProgress: (rows: number) => void;
}

export async function exportPages<Name extends PagedName, Item>(
  wanted: CsvExport<Name, Item>,
): Promise<void> {
  const { file, headings, operation, input, limit, itemsOf, cellsOf, onProgress } = wanted;
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
  } while (cursor !== null);
  downloadParts(file, parts, 'text/csv;charset=utf-8');
}
