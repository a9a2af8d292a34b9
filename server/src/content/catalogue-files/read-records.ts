/** Opens a catalogue file of either format and reads its records one by one. */
import { openTextFile } from '../../platform/text-files/open-text-file.ts';
import { type LineBatch, peekText } from '../../platform/text-files/split-lines.ts';
import { TextFileError } from '../../platform/text-files/text-file-error.ts';
import type { Column } from './csv/csv-columns.ts';
import { readCsv } from './csv/read-csv.ts';
import type { FileRecord } from './file-record.ts';
import { readJsonLines } from './read-json-lines.ts';

export interface RecordFile {
  format: 'jsonl' | 'csv';
  /** The share of the file that has been read, from 0 to 1. */
  share(): number;
  records: AsyncIterable<FileRecord>;
  close(): void;
}

/** Fails with TextFileError if the file cannot be read at all. */
export async function openRecords(path: string, columns: readonly Column[]): Promise<RecordFile> {
  const bad: TextFileError[] = [];
  const file = await openTextFile(path, { onBadLine: error => void bad.push(error) });
  const { first, batches } = await peekText(file.lineBatches());
  const head = first?.lines[0] ?? '';
  const isJson = head.trimStart().startsWith('{');
  // A CSV file is meaningless without its header.
  const problem = isJson ? prettyPrintedError(path, first) : (jsonArrayError(path, first) ?? bad[0]);
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

/** Lines that could not be read at all are reported with the others. */
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
