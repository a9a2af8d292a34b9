import { z } from 'zod';
import { loggable } from '../shared/loggable.ts';
import { type Failure, rule } from '../shared/rule.ts';
import { calendarDate } from '../shared/values.ts';

/** A code chosen by the operator for a plan, an age band or a policy. */
export const inventoryCode = () =>
  loggable(
    z.string().regex(/^[A-Za-z0-9_-]{1,24}$/, { error: 'Use 1 to 24 letters, digits, - or _.' }),
  ).describe('1 to 24 letters, digits, `-` or `_`.');

/** A non-negative amount in the currency of the property, which the document states once. */
export const plainAmount = () =>
  loggable(
    z.string().regex(/^\d{1,9}(\.\d{1,3})?$/, { error: 'Use a plain decimal number, such as 120.00.' }),
  ).describe(
    'Decimal string with no more decimal places than the property\'s currency has: `"120"` or `"120.00"`.',
  );

export const signedAmount = () =>
  loggable(z.string().regex(/^-?\d{1,9}(\.\d{1,3})?$/)).describe(
    "Decimal string with no more decimal places than the property's currency has. Negative values lower a price.",
  );

export const signedPercent = () =>
  loggable(z.string().regex(/^(-(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)|\d{1,3}(\.\d{1,2})?)$/)).describe(
    'Decimal string from -100 to 999 with at most two decimals, for example `"-12.5"`.',
  );

export const byBand = <Value extends z.ZodType>(value: Value) =>
  z.record(inventoryCode(), value).describe('Amounts for children, keyed by the code of the age band.');

export const nightRangeShape = () => ({
  from: calendarDate().describe('The first night, by the date on which it starts.'),
  to: calendarDate().describe('The last night (inclusive).'),
});

export const MAX_RANGE_DAYS = 1_100;
const DAY_MS = 86_400_000;

/** The day after the last night of a range must be a date too. */
export function* lateNight(to: string): Generator<Failure> {
  if (to >= '3000') yield { path: ['to'], code: 'TOO_BIG', message: 'Use a date before the year 3000.' };
}

export const nightRangeRule = rule<{ from: string; to: string }>(['from', 'to'], function* ({ from, to }) {
  yield* lateNight(to);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  if (days < 0) yield wrongRange('`to` must not be before `from`.');
  if (days >= MAX_RANGE_DAYS) yield wrongRange('The range may cover at most three years.');
});

function wrongRange(message: string): Failure {
  return { path: ['to'], code: 'RANGE_REVERSED', message };
}
