/** Reads the records of an inventory file: JSON Lines, or CSV of cells. The first line decides which. */
import { openTextFile } from '../../../../platform/text-files/open-text-file.ts';
import { type CsvRow, csvRows, linesOf } from '../../../../platform/text-files/read-csv.ts';
import { type LineBatch, peekText } from '../../../../platform/text-files/split-lines.ts';
import { TextFileError } from '../../../../platform/text-files/text-file-error.ts';
import { checkCsvHead, parseCsvRecord } from './csv-record.ts';
import { type InventoryRecord, parseJsonRecord } from './inventory-record.ts';

export interface ReadRecord {
  line: number;
  record: InventoryRecord | string[];
}

/** Fails with TextFileError if the file as a whole cannot be read. `onShare` is called with the part read so far, 0 to 1. */
export async function* readRecords(
  path: string,
  onShare: (share: number) => void,
): AsyncGenerator<ReadRecord> {
  const bad: TextFileError[] = [];
  const file = await openTextFile(path, { onBadLine: error => void bad.push(error) });
  for await (const read of recordsIn(path, file.lineBatches())) {
    for (const error of bad.splice(0)) yield unreadable(error);
    onShare(file.bytesRead() / Math.max(1, file.totalBytes));
    yield read;
  }
  for (const error of bad) yield unreadable(error);
}

/** Reads a text instead of a file. `name` is what problems of the whole text call it. */
export function readTextRecords(name: string, text: string): AsyncGenerator<ReadRecord> {
  return recordsIn(name, linesOf(text));
}

async function* recordsIn(
  file: string,
  lines: AsyncIterable<LineBatch> | Iterable<LineBatch>,
): AsyncGenerator<ReadRecord> {
  const { first, batches } = await peekText(lines);
  const isJson = first?.lines[0]?.trimStart().startsWith('{');
  yield* isJson ? jsonRecords(batches) : csvRecords(file, batches);
}

async function* jsonRecords(batches: AsyncIterable<LineBatch>): AsyncGenerator<ReadRecord> {
  for await (const { first, lines } of batches) {
    for (const [i, text] of lines.entries()) {
      if (text.trim() !== '') yield { line: first + i, record: parseJsonRecord(text) };
    }
  }
}

async function* csvRecords(file: string, batches: AsyncIterable<LineBatch>): AsyncGenerator<ReadRecord> {
  let columns: string[] | undefined;
  try {
    for await (const row of csvRows(file, batches)) {
      if (columns === undefined) columns = readHead(file, row);
      else {
        const { line, cells, fault } = row;
        yield { line, record: fault === undefined ? parseCsvRecord(columns, cells) : [fault] };
      }
    }
  } catch (error) {
    // A quote that is never closed hides the rest of the file, but not the problems before it.
    if (!(error instanceof TextFileError) || columns === undefined) throw error;
    yield unreadable(error);
  }
}

function unreadable({ line = 0, fault, hint }: TextFileError): ReadRecord {
  return { line, record: [`${fault.charAt(0).toUpperCase()}${fault.slice(1)} ${hint}`] };
}

function readHead(file: string, { line, cells, fault }: CsvRow): string[] {
  const columns = cells.map(name => name.trim());
  const problem = fault ?? checkCsvHead(columns)[0];
  if (problem === undefined) return columns;
  const hint =
    'Use JSON Lines, or CSV whose first line names the columns that docs/guides/operator/own-inventory.md lists.';
  throw new TextFileError({ file, line }, problem, hint);
}
