/** Values that the documents and the cells of own inventory share. */
import { z } from 'zod';
import { loggable } from '../shared/loggable.ts';
import { type Failure, rule } from '../shared/rule.ts';
import { calendarDate } from '../shared/values.ts';

/** A code of the operator's own for a plan, an age band or a policy. */
export const inventoryCode = () =>
  loggable(
    z.string().regex(/^[A-Za-z0-9_-]{1,24}$/, { error: 'Use 1 to 24 letters, digits, - or _.' }),
  ).describe('1 to 24 letters, digits, `-` or `_`.');

/** An amount of the property's currency, zero or more. The currency stands once in the document. */
export const plainAmount = () =>
  loggable(z.string().regex(/^\d{1,9}(\.\d{1,3})?$/)).describe(
    'Decimal string with at most the decimals of the property\'s currency: `"120"` or `"120.00"`.',
  );

/** May lower a price: `"-15.00"`. */
export const signedAmount = () =>
  loggable(z.string().regex(/^-?\d{1,9}(\.\d{1,3})?$/)).describe(
    "Decimal string with at most the decimals of the property's currency, below zero to lower a price.",
  );

/** May lower a price: `"-10"`. */
export const signedPercent = () =>
  loggable(z.string().regex(/^(-(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)|\d{1,3}(\.\d{1,2})?)$/)).describe(
    'From -100 to 999 with at most two decimals, as a string: `"-12.5"`.',
  );

/** Members that are amounts of children, by the code of their age band. */
export const byBand = <Value extends z.ZodType>(value: Value) =>
  z.record(inventoryCode(), value).describe('By the code of the age band.');

/** First and last night, both included. */
export const nightRangeShape = () => ({
  from: calendarDate().describe('The first night, by the date on which it begins.'),
  to: calendarDate().describe('The last night, included.'),
});

export const MAX_RANGE_DAYS = 1_100;
const DAY_MS = 86_400_000;

export const nightRangeRule = rule<{ from: string; to: string }>(['from', 'to'], function* ({ from, to }) {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  if (days < 0) yield wrongRange('Make to the same day as from, or later.');
  if (days >= MAX_RANGE_DAYS) yield wrongRange('A range spans three years at most.');
});

function wrongRange(message: string): Failure {
  return { path: ['to'], code: 'RANGE_REVERSED', message };
}
