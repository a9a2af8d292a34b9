/** The basic values of the API, each defined once. All of them may be logged. */
import { z } from 'zod';
import { loggable } from './loggable.ts';

export const flag = () => loggable(z.boolean());

export const count = (min: number, max: number) =>
  loggable(z.number().check(wholeNumber()).min(min).max(max));

export const anyCount = () => count(0, Number.MAX_SAFE_INTEGER);

export const choice = <const T extends readonly [string, ...string[]]>(words: T) => loggable(z.enum(words));

export const calendarDate = () =>
  loggable(z.iso.date().check(rejectYear0())).describe('Calendar date at the property (`YYYY-MM-DD`).');

export const instant = () =>
  loggable(z.iso.datetime({ offset: false }).check(rejectYear0())).describe(
    'RFC 3339 timestamp in UTC, ending in `Z`.',
  );

/** A timestamp in a request. Some clients write UTC as `+00:00`. It is parsed as `Z`, so that equal times are equal texts. */
export const instantInput = () =>
  loggable(
    z.iso.datetime({ offset: true, local: false }).check(rejectOffset(), rejectYear0()).overwrite(withZ),
  ).describe('RFC 3339 timestamp in UTC, ending in `Z` or `+00:00`.');

export function withZ(text: string): string {
  return text.replace(/\+00:00$/, 'Z');
}

/** A timestamp with the UTC offset of the property. Always given together with the UTC timestamp. */
export const localInstant = () =>
  loggable(z.iso.datetime({ offset: true, local: false })).describe(
    'The same time with the UTC offset of the property.',
  );

const patterned = (pattern: RegExp, error: string) => loggable(z.string().regex(pattern, { error }));

export const countryCode = () =>
  patterned(/^[A-Z]{2}$/, 'Use the two-letter country code in capital letters, for example ES.').describe(
    'ISO 3166-1 alpha-2 code.',
  );

export const currencyCode = () =>
  patterned(/^[A-Z]{3}$/, 'Use the three-letter currency code in capital letters, for example EUR.').describe(
    'ISO 4217 code.',
  );

export const languageTag = () =>
  patterned(
    /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/,
    'Use a language tag, for example en or pt-BR.',
  ).describe('BCP 47 language tag.');

export const timeZone = () => loggable(z.string().min(1).max(64)).describe('IANA time zone.');

/** A non-negative amount whose currency is given elsewhere. Never a JSON number. */
export const decimal = () =>
  patterned(
    /^\d{1,12}(\.\d{1,3})?$/,
    'Use a string of digits with at most three decimals, for example "12.5".',
  );

/** The value of one unit of a currency in another currency. */
export const exchangeRate = () =>
  loggable(z.string().regex(/^\d{1,12}(\.\d{1,12})?$/)).describe(
    'Exchange rate as a decimal string, for example `"1.1745"`.',
  );

const PERCENT_DECIMALS = 4;

export const percent = () =>
  patterned(
    new RegExp(`^\\d{1,3}(\\.\\d{1,${PERCENT_DECIMALS}})?$`),
    'Use a string of digits with a decimal point, for example "12.5".',
  ).describe('Percentage as a decimal string, for example `"12.5"`.');

/** Matches a percentage of at most 100. */
export const PERCENT_UP_TO_100 = `^(0?\\d{1,2}(\\.\\d{1,${PERCENT_DECIMALS}})?|100(\\.0{1,${PERCENT_DECIMALS}})?)$`;

/** Only the OpenAPI document states the limit. The operation checks it, so that its error names the limit. */
export const percentUpTo100 = () => percent().meta({ pattern: PERCENT_UP_TO_100 });

/** A short code, for example of a board, a facility, a provider or a charge. */
export const listCode = () => loggable(z.string().min(1).max(32));

/** An identifier that clients return or compare but do not interpret. */
export const opaque = (max = 512) => loggable(z.string().min(1).max(max));

/** A reference that people copy from elsewhere, so spaces around it do not count. */
export const copiedReference = (max: number) => loggable(z.string().trim().min(1).max(max));

export const metres = (min: number, max: number) => count(min, max).describe('In metres.');

export const localTime = () =>
  patterned(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use the format HH:MM, for example 15:30.').describe(
    'Time of day at the property (`HH:MM`).',
  );

function rejectOffset() {
  return z.refine<string>(text => /(?:Z|\+00:00)$/.test(text), {
    error: 'Use a timestamp in UTC that ends in Z, for example 2027-03-12T09:30:00Z.',
    params: { code: 'INVALID_FORMAT' },
    when: ({ issues }) => issues.length === 0,
  });
}

/** Rejects the year 0, which exists neither in the calendar nor in PostgreSQL. Runs only if all other checks pass. */
function rejectYear0() {
  return z.refine<string>(text => !text.startsWith('0000'), {
    error: 'Use a date from the year 1 or later.',
    params: { code: 'INVALID_FORMAT' },
    when: ({ issues }) => issues.length === 0,
  });
}

/**
 * In Zod, a fraction aborts all further checks, including those of the surrounding object. Here, a fraction is an
 * ordinary failure.
 */
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
