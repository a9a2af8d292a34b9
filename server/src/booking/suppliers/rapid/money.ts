/** Reads Rapid's amounts exactly. Pure. */
import { readMinor } from '../../../platform/money/exact-amount.ts';
import { objectOf } from './json.ts';

const CURRENCY = /^[A-Z]{3}$/;

export interface Price {
  minor: number;
  currency: string;
}

export function currencyOf(value: unknown): string | undefined {
  return typeof value === 'string' && CURRENCY.test(value) ? value : undefined;
}

/** Reads `{ value, currency }`. Undefined if the amount is negative or has a fraction of a minor unit. */
export function priceOf(value: unknown): Price | undefined {
  const price = signedPriceOf(value);
  return price !== undefined && price.minor >= 0 ? price : undefined;
}

/** The same for an amount that may be negative, such as an adjustment. */
export function signedPriceOf(value: unknown): Price | undefined {
  const amount = objectOf(value);
  const currency = currencyOf(amount?.currency);
  const minor = currency === undefined ? undefined : readMinor(amount?.value, currency);
  return minor === undefined || currency === undefined ? undefined : { minor, currency };
}
