/** Imports a table of exchange rates for production. If any line is invalid, nothing is imported. */

import { CURRENCIES } from '@serai/contract/shared/iso-code-sets.ts';
import type { Database } from '../../platform/database/connect.ts';
import { openTextFile } from '../../platform/text-files/open-text-file.ts';
import { csvRows } from '../../platform/text-files/read-csv.ts';
import { TextFileError } from '../../platform/text-files/text-file-error.ts';
import { findNewestAsOf, lockRates, type RateCounts, replaceRates } from './rate-store.ts';

export interface ImportRatesOptions {
  /** RFC 3339 timestamp of the rates. Importing the same timestamp again replaces its table. */
  asOf: string;
  dryRun: boolean;
  /** Receives `file:line: problem`. */
  onProblem(text: string): void;
}

export interface RatesSummary extends RateCounts {
  unchanged: number;
  problems: number;
  isWritten: boolean;
  /** Timestamp of newer rates, which stay in use. Null if the imported rates are the newest. */
  newer: string | null;
}

/** Thrown to roll back a dry run. */
class Undo extends Error {
  readonly summary: RatesSummary;

  constructor(summary: RatesSummary) {
    super('dry run');
    this.summary = summary;
  }
}

/** Throws TextFileError if the file as a whole cannot be read. */
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
  const newest = await findNewestAsOf(tx, 'production');
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
  const report = (text: string) => {
    problems += 1;
    onProblem(text);
  };
  const text = await openTextFile(file, { onBadLine: ({ message }) => report(message) });
  for await (const { line, cells, fault } of csvRows(file, text.lineBatches())) {
    const found = fault === undefined ? parser.add(cells, line) : [fault];
    for (const problem of found) report(`${file}:${line}: ${problem}`);
  }
  if (problems === 0 && parser.rates.length === 0) {
    throw new TextFileError(
      { file },
      'the file contains no rates.',
      'Provide a file with one rate per line.',
    );
  }
  return { rates: parser.rates, problems };
}

interface GivenRate {
  base: string;
  currency: string;
  rate: string;
}

const HEADER = 'base,currency,rate';
const RATE = /^\d{1,12}(\.\d{1,12})?$/;
const CURRENCY_HINT = 'Use an ISO 4217 code in capital letters, such as EUR or USD.';

/** Parses the rows of an exchange rate file: `base,currency,rate`. */
class RateParser {
  readonly rates: GivenRate[] = [];
  readonly #lineOf = new Map<string, number>();
  #base: string | undefined;
  #hasHeader = false;

  /** Returns an empty list if the row is valid. */
  add(row: readonly string[], line: number): string[] {
    const cells = row.map(cell => cell.trim());
    if (!this.#hasHeader) {
      this.#hasHeader = true;
      return cells.join(',') === HEADER ? [] : [`The first line must be ${HEADER}.`];
    }
    const [base = '', currency = '', rate = ''] = cells;
    if (cells.length !== 3) return [`Expected 3 cells (${HEADER}) but found ${cells.length}.`];
    const problems = this.#problemsOf(base, currency, rate);
    if (problems.length > 0) return problems;
    this.#base ??= base;
    this.#lineOf.set(currency, line);
    this.rates.push({ base, currency, rate });
    return [];
  }

  #problemsOf(base: string, currency: string, rate: string): string[] {
    const problems: string[] = [];
    for (const code of [base, currency]) {
      if (!CURRENCIES.has(code)) problems.push(`"${code}" is not a currency. ${CURRENCY_HINT}`);
    }
    if (this.#base !== undefined && base !== this.#base) {
      problems.push(
        `The base currency is ${base}, but earlier lines use ${this.#base}. A file has one base currency.`,
      );
    }
    if (base === currency) problems.push(`This line gives a rate from ${base} to itself. Remove the line.`);
    if (!RATE.test(rate) || !/[1-9]/.test(rate)) {
      problems.push(
        `"${rate}" is not a valid rate. Use a decimal above 0 with at most 12 decimal places, such as 1.1745.`,
      );
    }
    const known = this.#lineOf.get(currency);
    if (known !== undefined) problems.push(`${currency} is already on line ${known}.`);
    return problems;
  }
}
