/** Reads LiteAPI's amounts exactly. Pure. */
import { minorUnits } from '@serai/contract/shared/amounts.ts';
import { objectOf } from '../../../platform/json-values.ts';
import { readMinor } from '../../../platform/money/exact-amount.ts';

/** A double preserves decimal numbers with up to this many significant digits. Further digits are rounding errors. */
const EXACT_DIGITS = 15;
const CURRENCY = /^[A-Z]{3}$/;

/**
 * Returns minor units, or undefined if the amount is negative, not a number, or has a fraction of a minor unit. LiteAPI adds up
 * floats (`58.995000000000005`), so rounding errors after 15 digits are dropped. Amounts in a currency with fewer than two decimals
 * are rounded, because LiteAPI may send two.
 */
export function amountMinor(value: unknown, currency: string): number | undefined {
  const rounding = minorUnits(currency) < 2 ? 'HALF_UP' : 'REJECT';
  let minor = readMinor(value, currency, rounding);
  if (minor === undefined && typeof value === 'number') {
    minor = readMinor(value.toPrecision(EXACT_DIGITS), currency, rounding);
  }
  return minor !== undefined && minor >= 0 ? minor : undefined;
}

/** Reads an amount that is only displayed, such as a tax. A fraction of a minor unit is rounded. */
export function shownMinor(value: unknown, currency: string): number | undefined {
  const minor = readMinor(value, currency, 'HALF_UP');
  return minor !== undefined && minor >= 0 ? minor : undefined;
}

export interface Price {
  minor: number;
  currency: string;
}

/** Reads `{ amount, currency }`, or a list whose only element is one. */
export function priceOf(value: unknown): Price | undefined {
  const single = Array.isArray(value) ? (value.length === 1 ? value[0] : undefined) : value;
  const money = objectOf(single);
  const currency = money && currencyOf(money.currency);
  if (money === undefined || currency === undefined) return undefined;
  const minor = amountMinor(money.amount, currency);
  return minor === undefined ? undefined : { minor, currency };
}

export function currencyOf(value: unknown): string | undefined {
  return typeof value === 'string' && CURRENCY.test(value) ? value : undefined;
}
