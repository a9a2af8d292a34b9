/** The plain values of the interface, each written once. All may be logged. */
import { z } from 'zod';
import { loggable } from './loggable.ts';

/** A truth value. */
export const flag = () => loggable(z.boolean());

/** A whole number in a closed range. */
export const count = (min: number, max: number) =>
  loggable(z.number().check(wholeNumber()).min(min).max(max));

/** One of a closed list of words. */
export const choice = <const T extends readonly [string, ...string[]]>(words: T) => loggable(z.enum(words));

/** A calendar date at the property. */
export const calendarDate = () =>
  loggable(z.iso.date().check(afterYear0())).describe('Calendar date at the property, `YYYY-MM-DD`.');

/** A moment in UTC. */
export const instant = () =>
  loggable(z.iso.datetime({ offset: false }).check(afterYear0())).describe(
    'RFC 3339 instant in UTC, with `Z`.',
  );

/** A moment with the offset of its place, never given alone. */
export const localInstant = () =>
  loggable(z.iso.datetime({ offset: true, local: false })).describe(
    'The same moment with the offset of the property.',
  );

/** Who mends a request or a file need not read regular expressions. */
const written = (pattern: RegExp, error: string) => loggable(z.string().regex(pattern, { error }));

export const countryCode = () =>
  written(/^[A-Z]{2}$/, 'Write a country as its two capital letters: ES.').describe(
    'ISO 3166-1 alpha-2 code.',
  );

export const currencyCode = () =>
  written(/^[A-Z]{3}$/, 'Write a currency as its three capital letters: EUR.').describe('ISO 4217 code.');

export const languageTag = () =>
  written(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, 'Write a language as its tag: en or pt-BR.').describe(
    'BCP 47 language tag.',
  );

export const timeZone = () => loggable(z.string().min(1).max(64)).describe('IANA time zone.');

/** An amount whose currency is given elsewhere, zero or more. Never a JSON number. */
export const decimal = () =>
  written(
    /^\d{1,12}(\.\d{1,3})?$/,
    'Write an amount as a string of digits with at most three decimals: "12.5".',
  );

/** How many units of one currency one unit of another is. */
export const exchangeRate = () =>
  loggable(z.string().regex(/^\d{1,12}(\.\d{1,12})?$/)).describe('Rate as a decimal string, `"1.1745"`.');

export const percent = () =>
  written(/^\d{1,3}(\.\d{1,4})?$/, 'Write a percentage as a string of digits with a point: "12.5".').describe(
    'Percent as a decimal string, `"12.5"`.',
  );

/** A code of one of our code lists: boards, categories, facilities. */
export const listCode = () => loggable(z.string().min(1).max(32));

/** A word of ours that clients hand back or compare, and never read. */
export const opaque = (max = 512) => loggable(z.string().min(1).max(max));

/** Distance on the ground. */
export const metres = (min: number, max: number) => count(min, max).describe('Metres.');

/** A time of day at the property. */
export const localTime = () =>
  written(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write a time of day as HH:MM: 15:30.').describe(
    'Time of day at the property, `HH:MM`.',
  );

/** The calendar begins with the year 1, and databases know no other. Judged only where the rest is as it should be. */
function afterYear0() {
  return z.refine<string>(text => !text.startsWith('0000'), {
    error: 'There is no such date: the calendar begins with the year 1.',
    params: { code: 'INVALID_FORMAT' },
    when: ({ issues }) => issues.length === 0,
  });
}

/** Zod lets a fraction end all checks, those of the surrounding object too; here it is a failure like any other. */
function wholeNumber() {
  const check = new z.core.$ZodCheckNumberFormat({ check: 'number_format', format: 'safeint', abort: false });
  const judge = check._zod.check;
  check._zod.check = payload => {
    const before = payload.issues.length;
    const done = judge(payload);
    for (const issue of payload.issues.slice(before)) Object.assign(issue, { continue: true });
    return done;
  };
  return check;
}
