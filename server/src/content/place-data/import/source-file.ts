/** A file of an import, line by line; lines that are bad are told and left out. */
import { basename } from 'node:path';
import { openTextFile } from '../../../platform/text-files/open-text-file.ts';
import type { LineBatch } from '../../../platform/text-files/split-lines.ts';
import { TextFileError } from '../../../platform/text-files/text-file-error.ts';
import { isEntryOf, kindNames, kindOfFile } from './file-kind.ts';

export type SourceRule = NonNullable<ReturnType<typeof kindOfFile>>;

export interface SourceFile {
  path: string;
  rule: SourceRule;
}

export interface ReadingOptions {
  /** `cities500.txt:12: what`. */
  onProblem(text: string): void;
  onProgress(file: string, lines: number, share: number): void;
}

/** No line of these files is near it; the longest holds the names of a place. */
const MAX_LINE_BYTES = 1_048_576;
/** So many lines without the right columns, and it is another file. */
const LINES_TO_JUDGE = 20;

/** Refuses what cannot be read before anything is written. */
export async function recogniseFile(path: string): Promise<SourceFile> {
  const rule = kindOfFile(path);
  if (rule === undefined) {
    throw new TextFileError(
      { file: path },
      'its name does not tell what it holds.',
      `Keep the names of the downloads: ${kindNames()}; also packed, as .zip or .gz.`,
    );
  }
  const file = await openTextFile(path, { entry: isEntryOf(rule) }).catch(error => {
    // A zip archive with one file of any name will do.
    if (error instanceof TextFileError && error.fault.includes('holds no such file'))
      return openTextFile(path);
    throw error;
  });
  file.close();
  return { path, rule };
}

export interface SourceLine {
  number: number;
  text: string;
}

/** Batches of lines without comments and empty ones. */
export async function* readSource(file: SourceFile, options: ReadingOptions): AsyncGenerator<SourceLine[]> {
  let isJudged = false;
  for await (const { first, lines } of readSourceLines(file, options)) {
    const batch: SourceLine[] = [];
    for (let i = 0; i < lines.length; i++) {
      let text = lines[i] as string;
      if (text.endsWith('\r')) text = text.slice(0, -1);
      if (text !== '' && text[0] !== '#') batch.push({ number: first + i, text });
    }
    if (!isJudged && batch.length > 0) {
      judge(file.path, file.rule, batch);
      isJudged = true;
    }
    yield batch;
  }
}

/** Batches of all lines as they are. */
export async function* readSourceLines(
  { path, rule }: SourceFile,
  { onProblem, onProgress }: ReadingOptions,
): AsyncGenerator<LineBatch> {
  const name = basename(path);
  const options = {
    maxLineBytes: MAX_LINE_BYTES,
    onBadLine: ({ line, fault }: TextFileError) => onProblem(`${name}:${line ?? 0}: ${fault}`),
  };
  const file = await openTextFile(path, { ...options, entry: isEntryOf(rule) }).catch(() =>
    openTextFile(path, options),
  );
  for await (const batch of file.lineBatches()) {
    yield batch;
    onProgress(name, batch.first + batch.lines.length - 1, file.bytesRead() / file.totalBytes);
  }
}

function judge(path: string, { columns, example }: SourceRule, batch: readonly SourceLine[]): void {
  const counts = batch.slice(0, LINES_TO_JUDGE).map(({ text }) => text.split('\t').length);
  if (counts.includes(columns)) return;
  throw new TextFileError(
    { file: path, line: batch[0]?.number ?? 1 },
    `this is no ${example}: its lines have ${counts[0]} columns instead of ${columns}.`,
    'Give the file as it was downloaded, under its own name.',
  );
}
