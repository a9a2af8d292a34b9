/**
 * Money in JSON: a decimal string and a currency. Amounts in responses always have exactly the decimals of
 * the currency. Requests may have fewer but not more, and are converted to the exact form during validation.
 */
import { z } from 'zod';
import {
  canonicalAmount,
  decimalsOf,
  hasTooManyDecimals,
  minorUnits,
  toMinorUnits,
  tooManyDecimals,
} from './amounts.ts';
import { loggable } from './loggable.ts';
import { currencyCode } from './values.ts';

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
