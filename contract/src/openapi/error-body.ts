/** The body of every failure, and an example of each code. */
import { z } from 'zod';
import { BARE_STATUSES, ERROR_CODES, ERRORS, type ErrorCode } from '../errors.ts';
import { choice, flag } from '../shared/values.ts';

export const errorCode = () => choice(ERROR_CODES).describe('What went wrong. Codes may be added.');

const message = () => z.string().describe('For people. Its wording may change.');

export const errorDetail = z.looseObject({
  path: z.string().describe('JSON Pointer into the request body.'),
  code: z.string(),
  message: message(),
});

export const errorBody = z.object({
  error: z.object({
    code: errorCode(),
    message: message(),
    details: z.array(errorDetail).optional().describe('Every failure of the request, not only the first.'),
    requestId: z.string().optional().describe('As in `X-Request-ID`.'),
    retryable: flag().optional().describe('Whether the same request may succeed when sent again unchanged.'),
    bookingId: z.string().optional().describe('The booking that the failure is about.'),
  }),
});

/** 401, 403 and 429: these two members and no others. */
export const bareErrorBody = z.object({
  error: z.object({ code: errorCode(), message: message() }).meta({ maxProperties: 2 }),
});

const MESSAGES: Partial<Record<ErrorCode, string>> = {
  UNAUTHORIZED: 'The API key is missing, malformed, unknown or no longer valid.',
  FORBIDDEN: 'The key lacks the scope hotels:book.',
  RATE_LIMIT_EXCEEDED: '600 requests per minute used; retry in 12 seconds.',
  VALIDATION_ERROR: 'The request is not valid.',
};

const VALIDATION_DETAILS = [
  { path: '/checkin', code: 'UNKNOWN_FIELD', message: 'There is no member of this name.' },
];

export function errorExample(code: ErrorCode): object {
  const { status, retryable, action } = ERRORS[code];
  const bare = { code, message: MESSAGES[code] ?? action };
  if (BARE_STATUSES.has(status)) return { error: bare };
  return {
    error: {
      ...bare,
      ...(code === 'VALIDATION_ERROR' ? { details: VALIDATION_DETAILS } : {}),
      requestId: 'req_01J9ZD8K5N',
      retryable,
    },
  };
}
