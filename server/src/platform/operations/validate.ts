/** Validates a value against a schema in the contract and reports all failures together. */
import type { ErrorDetail } from '@serai/contract/errors.ts';
import type { z } from 'zod';
import { ApiError } from '../api-error.ts';
import { escapePointer } from './json-guard.ts';

/** `alsoWrong` contains further known failures. A field that already fails is not reported twice. */
export function validate<T extends z.ZodType>(
  schema: T,
  value: unknown,
  alsoWrong: readonly ErrorDetail[] = [],
): z.output<T> {
  const result = schema.safeParse(value, { reportInput: false, error: issueMessage });
  if (result.success && alsoWrong.length === 0) return result.data;
  const failures = result.error?.issues.flatMap(toDetails) ?? [];
  const more = alsoWrong.filter(({ path }) => !failures.some(failure => failure.path === path));
  throw validationError([...failures, ...more]);
}

export function validationError(details: readonly ErrorDetail[]): ApiError {
  const count = details.length === 1 ? '1 field is' : `${details.length} fields are`;
  return new ApiError('VALIDATION_ERROR', `${count} invalid. See details.`, { details });
}

type Issue = z.core.$ZodIssue;

function toDetails(issue: Issue): ErrorDetail[] {
  const path = pointer(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(key => ({
      path: `${path}/${escapePointer(key)}`,
      code: 'UNKNOWN_FIELD',
      message: `Unknown field "${key}".`,
    }));
  }
  return [{ path, code: detailCode(issue), message: issue.message }];
}

function pointer(path: readonly PropertyKey[]): string {
  return path.map(part => `/${escapePointer(String(part))}`).join('');
}

function detailCode(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message === REQUIRED ? 'REQUIRED' : 'INVALID_TYPE';
    case 'invalid_value':
      return issue.message === REQUIRED ? 'REQUIRED' : 'INVALID_VALUE';
    case 'too_small':
      return 'TOO_SMALL';
    case 'too_big':
      return 'TOO_BIG';
    case 'invalid_format':
      return 'INVALID_FORMAT';
    case 'custom':
      return typeof issue.params?.code === 'string' ? issue.params.code : 'INVALID_VALUE';
    default:
      return 'INVALID_VALUE';
  }
}

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

/** Explains what to send instead. Undefined selects the library's default message. */
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
