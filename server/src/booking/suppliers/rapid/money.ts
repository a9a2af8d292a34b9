/** Reads Rapid's amounts exactly. Pure. */

import { objectOf } from '../../../platform/json-values.ts';
import { readMinor } from '../../../platform/money/exact-amount.ts';

const CURRENCY = /^[A-Z]{3}$/;

export interface Price {
  minor: number;
  currency: string;
}

export function currencyOf(value: unknown): string | undefined {
  return typeof value === 'string' && CURRENCY.test(value) ? value : undefined;
}

/** Reads `{ value, currency }`. Returns undefined if the amount is negative or has a fraction of a minor unit. */
export function priceOf(value: unknown): Price | undefined {
  const currency = currencyOf(objectOf(value)?.currency);
  const minor = currency === undefined ? undefined : minorIn(value, currency);
  return minor === undefined || currency === undefined || minor < 0 ? undefined : { minor, currency };
}

/** The amount of `{ value, currency }` if it is in the given currency. An adjustment may be negative. */
export function minorIn(value: unknown, currency: string): number | undefined {
  const amount = objectOf(value);
  return amount?.currency === currency ? readMinor(amount.value, currency) : undefined;
}
