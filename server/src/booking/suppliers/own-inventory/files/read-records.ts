/** Reads an inventory file line by line: JSON Lines, or CSV of cells. Which of them it is, the first line tells. */
import { openTextFile } from '../../../../platform/text-files/open-text-file.ts';
import { TextFileError } from '../../../../platform/text-files/text-file-error.ts';
import { checkCsvHead, parseCsvRecord, splitCells } from './csv-record.ts';
import { type InventoryRecord, parseJsonRecord } from './inventory-record.ts';

export interface ReadRecord {
  line: number;
  record: InventoryRecord | string[];
}

/** Fails with TextFileError where the file as a whole cannot be read. `onShare` is told how much of it is read, 0 to 1. */
export async function* readRecords(
  path: string,
  onShare: (share: number) => void,
): AsyncGenerator<ReadRecord> {
  const bad: TextFileError[] = [];
  const file = await openTextFile(path, { onBadLine: error => void bad.push(error) });
  const parse = lineParser(path);
  for await (const { number: line, text } of file.lines()) {
    for (const error of bad.splice(0)) yield { line: error.line ?? 0, record: [error.fault] };
    onShare(file.bytesRead() / Math.max(1, file.totalBytes));
    const record = parse(line, text);
    if (record !== undefined) yield { line, record };
  }
  for (const error of bad) yield { line: error.line ?? 0, record: [error.fault] };
}

/** The same of a text that is there already. `name` is what problems of the whole call it. */
export function* readTextRecords(name: string, text: string): Generator<ReadRecord> {
  const parse = lineParser(name);
  for (const [i, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const record = parse(i + 1, line);
    if (record !== undefined) yield { line: i + 1, record };
  }
}

/** Undefined for lines that hold no record: empty ones and the head of CSV. */
function lineParser(file: string): (line: number, text: string) => ReadRecord['record'] | undefined {
  let columns: string[] | undefined;
  let isJson: boolean | undefined;
  return (line, text) => {
    if (text.trim() === '') return undefined;
    isJson ??= text.trimStart().startsWith('{');
    if (isJson) return parseJsonRecord(text);
    if (columns === undefined) {
      columns = readHead(file, line, text);
      return undefined;
    }
    const cells = splitCells(text);
    return cells === undefined
      ? ['A quote is not closed, or something follows it.']
      : parseCsvRecord(columns, cells);
  };
}

function readHead(file: string, line: number, text: string): string[] {
  const columns = splitCells(text)?.map(name => name.trim()) ?? [];
  const [problem] = checkCsvHead(columns);
  if (problem === undefined) return columns;
  const hint =
    'A file is JSON Lines, or CSV whose first line names the columns; docs/guides/own-inventory.md lists them.';
  throw new TextFileError({ file, line }, problem, hint);
}
