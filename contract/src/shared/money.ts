/**
 * Money in JSON: a decimal string and a currency. Amounts in responses always have exactly the decimals of
 * the currency. Requests may have fewer but not more, and are converted to the exact form during validation.
 */
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

function decimalsOf(amount: string): number {
  const point = amount.indexOf('.');
  return point === -1 ? 0 : amount.length - point - 1;
}

export function hasTooManyDecimals(amount: string, currency: string): boolean {
  return decimalsOf(amount) > minorUnits(currency);
}

export function tooManyDecimals(currency: string): string {
  const decimals = minorUnits(currency);
  return decimals === 0
    ? `${currency} amounts have no decimals.`
    : `${currency} amounts have at most ${decimals} decimals.`;
}

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;
const LEADING_ZEROS = /^0+(?=\d)/;

/**
 * The canonical form of an amount, with exactly the decimals of `currency`: "99", "99.0" and "099.00" become
 * "99.00".
 */
export function canonicalAmount(amount: string, currency: string): string {
  const [, sign = '', digits, fraction = ''] = DECIMAL.exec(amount) ?? [];
  const decimals = minorUnits(currency);
  if (digits === undefined || fraction.length > decimals) return amount;
  const whole = digits.replace(LEADING_ZEROS, '');
  return decimals === 0 ? sign + whole : `${sign}${whole}.${fraction.padEnd(decimals, '0')}`;
}

const amount = (pattern: RegExp) =>
  loggable(z.string().regex(pattern)).describe('Decimal string, never a JSON number.');

const moneyOf = (pattern: RegExp) => z.strictObject({ amount: amount(pattern), currency: currencyCode() });

const wrongDecimals = (message: (currency: string) => string) => ({
  path: ['amount'],
  error: (issue: { input?: unknown }) => message((issue.input as { currency: string }).currency),
  params: { code: 'WRONG_DECIMALS' },
});

/** Money in a response. */
export const money = () =>
  moneyOf(/^-?\d{1,15}(\.\d{1,3})?$/)
    .refine(
      value => decimalsOf(value.amount) === minorUnits(value.currency),
      wrongDecimals(currency => `${currency} amounts have exactly ${minorUnits(currency)} decimals.`),
    )
    .describe('An amount with exactly as many decimal places as its currency has.');

/** Money in a request, such as a price or a limit. Never negative. The parsed amount is canonical. */
export const nonNegativeMoney = () =>
  moneyOf(/^\d{1,15}(\.\d{1,3})?$/)
    .refine(value => !hasTooManyDecimals(value.amount, value.currency), wrongDecimals(tooManyDecimals))
    .overwrite(value => ({ ...value, amount: canonicalAmount(value.amount, value.currency) }))
    .describe(
      'An amount of zero or more, with no more decimal places than its currency has. Missing decimals are filled with zeros: `"99"` becomes `"99.00"`.',
    );

/** Low enough that sums of many amounts stay exact. */
const MAX_LIMIT_MINOR = 10_000_000_000_000n;

/** A limit that sums of amounts are compared with. */
export const limitMoney = () =>
  nonNegativeMoney().refine(
    value => hasTooManyDecimals(value.amount, value.currency) || toMinorUnits(value) <= MAX_LIMIT_MINOR,
    { path: ['amount'], error: 'The amount is too large.', params: { code: 'TOO_BIG' } },
  );

export type Money = z.infer<ReturnType<typeof money>>;

export function toMinorUnits({ amount, currency }: Money): bigint {
  const missing = minorUnits(currency) - decimalsOf(amount);
  const digits = BigInt(amount.replace('.', ''));
  return missing > 0 ? digits * 10n ** BigInt(missing) : digits;
}

/**
 * Compares two non-negative decimal strings exactly, at any length. The result is negative, zero or positive,
 * as for `sort`.
 */
export function compareDecimals(a: string, b: string): number {
  const [wholeA = '', fractionA = ''] = a.split('.');
  const [wholeB = '', fractionB = ''] = b.split('.');
  const whole = Math.max(wholeA.length, wholeB.length);
  const fraction = Math.max(fractionA.length, fractionB.length);
  const left = wholeA.padStart(whole, '0') + fractionA.padEnd(fraction, '0');
  const right = wholeB.padStart(whole, '0') + fractionB.padEnd(fraction, '0');
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
