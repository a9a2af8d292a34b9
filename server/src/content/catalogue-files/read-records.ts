import {
  findDuplicateKey,
  findUnsafe,
  mayBeUnsafe,
  scanJsonText,
} from '../../platform/operations/json-guard.ts';
import { openTextFile } from '../../platform/text-files/open-text-file.ts';
import { type LineBatch, peekText } from '../../platform/text-files/split-lines.ts';
import { TextFileError } from '../../platform/text-files/text-file-error.ts';
import type { Column } from './csv/csv-columns.ts';
import { readCsv } from './csv/read-csv.ts';
import type { FileRecord } from './file-record.ts';

export interface RecordFile {
  format: 'jsonl' | 'csv';
  /** The share of the file that has been read, from 0 to 1. */
  share(): number;
  records: AsyncIterable<FileRecord>;
  close(): void;
}

/** Throws `TextFileError` if the file cannot be read at all. */
export async function openRecords(path: string, columns: readonly Column[]): Promise<RecordFile> {
  const bad: TextFileError[] = [];
  const file = await openTextFile(path, { onBadLine: error => void bad.push(error) });
  const { first, batches } = await peekText(file.lineBatches());
  const head = first?.lines[0] ?? '';
  const isJson = head.trimStart().startsWith('{');
  // In a CSV file, an unreadable header makes the whole file unusable. Other unreadable lines are reported one by one.
  const badHeader = bad.find(({ line = 0 }) => line < (first?.first ?? Number.POSITIVE_INFINITY));
  const problem = isJson ? prettyPrintedError(path, first) : (jsonArrayError(path, first) ?? badHeader);
  if (problem !== undefined) {
    file.close();
    throw problem;
  }
  const records = isJson ? readJsonLines(batches) : readCsv(path, batches, columns);
  return {
    format: isJson ? 'jsonl' : 'csv',
    share: () => file.bytesRead() / Math.max(1, file.totalBytes),
    records: withBadLines(records, bad),
    close: file.close,
  };
}

function jsonArrayError(file: string, first: LineBatch | undefined): TextFileError | undefined {
  if (first?.lines[0]?.trimStart().startsWith('[') !== true) return undefined;
  const hint = "Convert it to lines, for example with: jq -c '.[]' <file> > <new file>";
  return new TextFileError(
    { file, line: first.first },
    'this is a JSON array instead of one hotel per line.',
    hint,
  );
}

function prettyPrintedError(file: string, first: LineBatch | undefined): TextFileError | undefined {
  const [head = '', second = ''] = first?.lines.slice(0, 2).map(text => text.trim()) ?? [];
  if (head.endsWith('}') || second === '' || second.startsWith('{')) return undefined;
  const hint = 'Put each hotel on one line, for example with: jq -c . <file> > <new file>';
  return new TextFileError({ file, line: first?.first ?? 1 }, 'a hotel spans several lines.', hint);
}

/** Adds a record for each line that could not be read, so that it is reported in order with the others. */
async function* withBadLines(
  records: AsyncIterable<FileRecord>,
  bad: TextFileError[],
): AsyncGenerator<FileRecord> {
  for await (const record of records) {
    for (const error of bad.splice(0)) yield badLine(error);
    yield record;
  }
  for (const error of bad) yield badLine(error);
}

function badLine({ line = 0, fault, hint }: TextFileError): FileRecord {
  const message = `${fault.charAt(0).toUpperCase()}${fault.slice(1)} ${hint}`;
  return { line, value: undefined, faults: [{ path: '', message }], size: 0 };
}

export async function* readJsonLines(batches: AsyncIterable<LineBatch>): AsyncGenerator<FileRecord> {
  for await (const { first, lines } of batches) {
    for (const [i, text] of lines.entries()) {
      if (text.trim() !== '') yield readLine(text, first + i);
    }
  }
}

function readLine(text: string, line: number): FileRecord {
  const wrong = (message: string, path = '') => ({
    line,
    value: undefined,
    faults: [{ path, message }],
    size: 0,
  });
  const scan = scanJsonText(Buffer.from(text));
  if (scan.refusal !== undefined) return wrong(scan.refusal.replace('The body', 'The line'));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return wrong(
      `Not JSON: ${placed((error as Error).message)
        .replaceAll(/[\r\n]/g, ' ')
        .slice(0, 200)}`,
    );
  }
  const duplicate = findDuplicateKey(scan, text, value);
  if (duplicate !== undefined)
    return wrong('The key appears more than once. Write each key once.', duplicate);
  const unsafe = mayBeUnsafe(text) ? findUnsafe(value) : undefined;
  return unsafe === undefined
    ? { line, value, faults: [], size: text.length }
    : wrong(unsafe.message, unsafe.path);
}

/** Replaces the position in the parser's message with a column. The parser's line number is always 1. */
function placed(message: string): string {
  return message.replace(
    /(?: in JSON)? at position (\d+)(?: \(line \d+ column \d+\))?$/,
    (_, position: string) => ` at column ${Number(position) + 1}`,
  );
}
