/** Imports a table of exchange rates for production: all of it, or nothing where a line is bad. */
import type { Database } from '../../platform/database/connect.ts';
import { openTextFile } from '../../platform/text-files/open-text-file.ts';
import { csvRows } from '../../platform/text-files/read-csv.ts';
import { TextFileError } from '../../platform/text-files/text-file-error.ts';
import { type GivenRate, RateParser } from './parse-rates.ts';
import { findNewestMoment, lockRates, type RateCounts, replaceRates } from './rate-store.ts';

export interface ImportRatesOptions {
  /** RFC 3339: the moment the rates are of. The same moment again replaces its table. */
  asOf: string;
  /** Finds out what would happen, and writes nothing. */
  dryRun: boolean;
  /** `file:line: what`. */
  onProblem(text: string): void;
}

export interface RatesSummary extends RateCounts {
  unchanged: number;
  problems: number;
  isWritten: boolean;
  /** The moment of newer rates, which stay in use; null where these are the newest. */
  newer: string | null;
}

/** Thrown to undo a dry run. */
class Undo extends Error {
  readonly summary: RatesSummary;

  constructor(summary: RatesSummary) {
    super('nothing is to be written');
    this.summary = summary;
  }
}

/** Fails with TextFileError where the file as a whole cannot be read. */
export async function importRates(
  db: Database,
  file: string,
  options: ImportRatesOptions,
): Promise<RatesSummary> {
  const { rates, problems } = await readRates(file, options);
  if (problems > 0) {
    return { created: 0, changed: 0, removed: 0, unchanged: 0, problems, isWritten: false, newer: null };
  }
  try {
    return await db.transaction(tx => write(tx, rates, options));
  } catch (error) {
    if (error instanceof Undo) return error.summary;
    throw error;
  }
}

async function write(
  tx: Database,
  rates: readonly GivenRate[],
  { asOf, dryRun }: ImportRatesOptions,
): Promise<RatesSummary> {
  await lockRates(tx);
  const counts = await replaceRates(tx, 'production', asOf, rates);
  const newest = await findNewestMoment(tx, 'production');
  const newer = newest !== null && newest.getTime() > Date.parse(asOf) ? newest.toISOString() : null;
  const { created, changed } = counts;
  const summary = { ...counts, unchanged: rates.length - created - changed, problems: 0, newer };
  if (dryRun) throw new Undo({ ...summary, isWritten: false });
  return { ...summary, isWritten: true };
}

async function readRates(
  file: string,
  { onProblem }: ImportRatesOptions,
): Promise<{ rates: GivenRate[]; problems: number }> {
  const parser = new RateParser();
  let problems = 0;
  const tell = (text: string) => {
    problems += 1;
    onProblem(text);
  };
  const text = await openTextFile(file, { onBadLine: ({ message }) => tell(message) });
  for await (const { line, cells, fault } of csvRows(file, text.lineBatches())) {
    const found = fault === undefined ? parser.add(cells, line) : [fault];
    for (const problem of found) tell(`${file}:${line}: ${problem}`);
  }
  if (problems === 0 && parser.rates.length === 0) {
    throw new TextFileError({ file }, 'the file holds no rate.', 'Give a file with one rate a line.');
  }
  return { rates: parser.rates, problems };
}
