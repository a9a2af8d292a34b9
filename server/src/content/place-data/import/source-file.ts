/** Recognises the files of an import by name and reads them line by line. Bad lines are reported and skipped. */
import { basename } from 'node:path';
import { openTextFile } from '../../../platform/text-files/open-text-file.ts';
import type { LineBatch } from '../../../platform/text-files/split-lines.ts';
import { TextFileError } from '../../../platform/text-files/text-file-error.ts';

export type FileKind =
  | 'languages'
  | 'countries'
  | 'first regions'
  | 'second regions'
  | 'cities'
  | 'hierarchy'
  | 'names'
  | 'airports';

interface KindRule {
  kind: FileKind;
  pattern: RegExp;
  /** The number of columns in a line, or 0 if the header determines the columns. */
  columns: number;
  example: string;
}

/** Files are read in this order, because later files refer to earlier ones. */
export const FILE_KINDS: readonly KindRule[] = [
  { kind: 'languages', pattern: /^iso-languagecodes/i, columns: 4, example: 'iso-languagecodes.txt' },
  { kind: 'countries', pattern: /^countryInfo/i, columns: 19, example: 'countryInfo.txt' },
  { kind: 'first regions', pattern: /^admin1Codes(?:ASCII)?/i, columns: 4, example: 'admin1CodesASCII.txt' },
  { kind: 'second regions', pattern: /^admin2Codes/i, columns: 4, example: 'admin2Codes.txt' },
  { kind: 'cities', pattern: /^(?:cities\d+|allCountries)/i, columns: 19, example: 'cities500.txt' },
  { kind: 'hierarchy', pattern: /^hierarchy/i, columns: 3, example: 'hierarchy.txt' },
  { kind: 'names', pattern: /^alternateNamesV2/i, columns: 10, example: 'alternateNamesV2.txt' },
  { kind: 'airports', pattern: /^airports[^/]*\.csv/i, columns: 0, example: 'airports.csv' },
];

function kindOfFile(path: string): KindRule | undefined {
  const name = path.split(/[/\\]/).at(-1) ?? '';
  const isAirports = /^airports[^.]*\.(?:zip|gz)$/i.test(name);
  return FILE_KINDS.find(({ kind, pattern }) => pattern.test(name) || (isAirports && kind === 'airports'));
}

/** Selects the file in an archive. Some archives contain more than one. */
function isEntryOf(rule: KindRule): (entry: string) => boolean {
  return entry => kindOfFile(entry) === rule;
}

function kindNames(): string {
  return FILE_KINDS.map(({ example }) => example).join(', ');
}

export interface SourceFile {
  path: string;
  rule: KindRule;
}

export interface ReadingOptions {
  /** Receives messages such as `cities500.txt:12: the name is empty`. */
  onProblem(text: string): void;
  onProgress(file: string, lines: number, share: number): void;
}

/** Much longer than any line in these files. The longest lines hold all names of a place. */
const MAX_LINE_BYTES = 1_048_576;
/** If none of the first lines has the right number of columns, the file is of another kind. */
const LINES_TO_CHECK = 20;

export async function recogniseFile(path: string): Promise<SourceFile> {
  const rule = kindOfFile(path);
  if (rule === undefined) {
    throw new TextFileError(
      { file: path },
      'the file name is not recognised.',
      `Keep the file names of the downloads: ${kindNames()}. They may be compressed as .zip or .gz.`,
    );
  }
  const file = await openSource(path, rule);
  file.close();
  return { path, rule };
}

/** Also accepts a zip archive that contains a single file with any name. */
function openSource(path: string, rule: KindRule, options: Parameters<typeof openTextFile>[1] = {}) {
  return openTextFile(path, { ...options, entry: isEntryOf(rule) }).catch(() => openTextFile(path, options));
}

export interface SourceLine {
  number: number;
  text: string;
}

/** Yields batches of lines, without comments and empty lines. */
export async function* readSource(file: SourceFile, options: ReadingOptions): AsyncGenerator<SourceLine[]> {
  let isChecked = file.rule.columns === 0;
  for await (const { first, lines } of readSourceLines(file, options)) {
    const batch: SourceLine[] = [];
    for (let i = 0; i < lines.length; i++) {
      let text = lines[i] as string;
      if (text.endsWith('\r')) text = text.slice(0, -1);
      if (text !== '' && text[0] !== '#') batch.push({ number: first + i, text });
    }
    if (!isChecked && batch.length > 0) {
      checkColumns(file.path, file.rule, batch);
      isChecked = true;
    }
    yield batch;
  }
}

/** Yields batches of all lines, unchanged. */
export async function* readSourceLines(
  { path, rule }: SourceFile,
  { onProblem, onProgress }: ReadingOptions,
): AsyncGenerator<LineBatch> {
  const name = basename(path);
  const options = {
    maxLineBytes: MAX_LINE_BYTES,
    onBadLine: ({ line, fault }: TextFileError) => onProblem(`${name}:${line ?? 0}: ${fault}`),
  };
  const file = await openSource(path, rule, options);
  for await (const batch of file.lineBatches()) {
    yield batch;
    onProgress(name, batch.first + batch.lines.length - 1, file.bytesRead() / file.totalBytes);
  }
}

function checkColumns(path: string, { columns, example }: KindRule, batch: readonly SourceLine[]): void {
  const counts = batch.slice(0, LINES_TO_CHECK).map(({ text }) => text.split('\t').length);
  if (counts.includes(columns)) return;
  throw new TextFileError(
    { file: path, line: batch[0]?.number ?? 1 },
    `this is not a valid ${example}: expected ${columns} columns, found ${counts[0]}.`,
    'Use the file as downloaded, under its original name.',
  );
}
