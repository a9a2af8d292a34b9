/** Validates a value against a schema of the contract and reports all failures together. */
import type { ErrorDetail } from '@serai/contract/errors.ts';
import type { z } from 'zod';
import { ApiError } from '../api-error.ts';
import { issueMessage, REQUIRED } from './issue-message.ts';
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
