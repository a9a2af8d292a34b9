/** Messages for schema violations that explain what to send instead. Messages defined in the schemas take precedence. */
import type { z } from 'zod';

export const REQUIRED = 'This field is required.';

const KINDS: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const FORMATS: Record<string, string> = {
  date: 'Use a date such as 2027-06-30.',
  datetime: 'Use a timestamp such as 2027-06-30T12:00:00Z.',
  email: 'Use an email address such as ada@example.com.',
  url: 'Use a complete URL such as https://example.com/path.',
};

/** Undefined selects the default message of the library. */
export function issueMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? REQUIRED : typeMessage(issue.expected, issue.input);
    case 'invalid_value':
      if (issue.input === undefined) return REQUIRED;
      return `Use ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}.`;
    case 'too_small':
      return issue.inclusive === false
        ? `Use more than ${issue.minimum}.`
        : boundMessage('at least', issue.origin, issue.minimum);
    case 'too_big':
      return issue.inclusive === false
        ? `Use less than ${issue.maximum}.`
        : boundMessage('at most', issue.origin, issue.maximum);
    case 'invalid_format':
      return FORMATS[issue.format];
    default:
      return undefined;
  }
}

function typeMessage(expected: string, input: unknown): string | undefined {
  const wanted = KINDS[expected];
  if (wanted === undefined) return undefined;
  const got = input === null ? 'null' : Array.isArray(input) ? 'array' : typeof input;
  return expected === 'int' && got === 'number'
    ? 'Send a whole number.'
    : `Send ${wanted}, not ${KINDS[got] ?? got}.`;
}

function boundMessage(bound: string, origin: string, limit: number | bigint): string {
  const unit =
    origin === 'string' ? 'character' : origin === 'array' || origin === 'set' ? 'item' : undefined;
  if (unit === undefined) return `Use ${bound} ${limit}.`;
  return `Give ${bound} ${limit} ${unit}${Number(limit) === 1 ? '' : 's'}.`;
}
