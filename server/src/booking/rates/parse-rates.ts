/** Reads the rows of a file of exchange rates: `base,currency,rate`. Pure. */
import { CURRENCIES } from '@serai/contract/shared/iso-codes.ts';

export interface GivenRate {
  base: string;
  currency: string;
  rate: string;
}

const HEADER = 'base,currency,rate';
const RATE = /^\d{1,12}(\.\d{1,12})?$/;
const CURRENCY_HINT = 'Use a currency code of ISO 4217 in capitals, such as EUR or USD.';

export class RateParser {
  readonly rates: GivenRate[] = [];
  readonly #lineOf = new Map<string, number>();
  #base: string | undefined;
  #hasHeader = false;

  /** The problems of a row; none if it is good. */
  add(row: readonly string[], line: number): string[] {
    const cells = row.map(cell => cell.trim());
    if (!this.#hasHeader) {
      this.#hasHeader = true;
      return cells.join(',') === HEADER ? [] : [`The first line must be ${HEADER}.`];
    }
    const [base = '', currency = '', rate = ''] = cells;
    if (cells.length !== 3) return [`3 cells are needed, ${HEADER}; there are ${cells.length}.`];
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
      if (!CURRENCIES.has(code)) problems.push(`"${code}" is no currency. ${CURRENCY_HINT}`);
    }
    if (this.#base !== undefined && base !== this.#base) {
      problems.push(`The base is ${base}, and ${this.#base} before. All rates of a file have one base.`);
    }
    if (base === currency) problems.push('A currency needs no rate into itself.');
    if (!RATE.test(rate) || !/[1-9]/.test(rate)) {
      problems.push(`"${rate}" is no rate. Write a decimal above 0 with at most 12 places: 1.1745.`);
    }
    const known = this.#lineOf.get(currency);
    if (known !== undefined) problems.push(`${currency} stands on line ${known} already.`);
    return problems;
  }
}
