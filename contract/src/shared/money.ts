/** Money on the wire: a decimal string with exactly the minor units of its currency. */
import { z } from 'zod';
import { loggable } from './loggable.ts';
import { currencyCode } from './values.ts';

const USUAL_MINOR_UNITS = 2;
const MINOR_UNITS = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
    .split(' ')
    .map(currency => [currency, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map(currency => [currency, 3] as const),
]);

/** ISO 4217 minor units of a currency. */
export function minorUnits(currency: string): number {
  return MINOR_UNITS.get(currency) ?? USUAL_MINOR_UNITS;
}

/** Whether `amount` is written with exactly the minor units of `currency`. */
function hasMinorUnits(amount: string, currency: string): boolean {
  const point = amount.indexOf('.');
  const digits = point === -1 ? 0 : amount.length - point - 1;
  return digits === minorUnits(currency);
}

const amount = (pattern: RegExp) =>
  loggable(z.string().regex(pattern)).describe('Decimal string, never a number.');

const moneyOf = (pattern: RegExp) =>
  z
    .strictObject({ amount: amount(pattern), currency: currencyCode() })
    .refine(value => hasMinorUnits(value.amount, value.currency), {
      path: ['amount'],
      error: issue => {
        const { currency } = issue.input as { currency: string };
        return `${currency} amounts have exactly ${minorUnits(currency)} decimals.`;
      },
      params: { code: 'WRONG_DECIMALS' },
    });

export const money = () =>
  moneyOf(/^-?\d{1,15}(\.\d{1,3})?$/).describe('An amount with exactly the minor units of its currency.');

/** Prices and limits that a caller names: never below zero. */
export const nonNegativeMoney = () =>
  moneyOf(/^\d{1,15}(\.\d{1,3})?$/).describe(
    'An amount of zero or more, with exactly the minor units of its currency.',
  );

export type Money = z.infer<ReturnType<typeof money>>;

/** The amount as a whole number of minor units, for exact sums. */
export function toMinorUnits(value: Money): bigint {
  return BigInt(value.amount.replace('.', ''));
}
