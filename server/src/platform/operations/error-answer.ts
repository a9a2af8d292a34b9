/**
 * Renders errors. An error that is not an ApiError is logged and returned without details: as SERVICE_UNAVAILABLE if
 * the database is unreachable, otherwise as INTERNAL_ERROR.
 */
import { BARE_STATUSES, ERRORS } from '@serai/contract/errors.ts';
import { ApiError } from '../api-error.ts';
import { isUnavailable } from '../database/is-unavailable.ts';
import type { Log } from '../log.ts';
import { type Answer, JSON_TYPE } from './answer.ts';

const DEFAULT_RETRY_SECONDS = 5;

export function errorAnswer(error: ApiError, requestId: string): Answer {
  const { details, retryAfterSeconds, bookingId, newPrice, headers: extraHeaders } = error.extras;
  const { status, retryable } = ERRORS[error.code];
  const headers: Record<string, string> = { 'content-type': JSON_TYPE, ...extraHeaders };
  const retryAfter = retryAfterSeconds ?? (status === 503 ? DEFAULT_RETRY_SECONDS : undefined);
  if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter);
  if (status === 401) headers['www-authenticate'] = 'ApiKey';

  const shown = { code: error.code, message: error.message };
  const rest = BARE_STATUSES.has(status)
    ? {}
    : {
        requestId,
        retryable,
        ...(details && { details }),
        ...(bookingId && { bookingId }),
        ...(newPrice && { newPrice }),
      };
  const answer: Answer = {
    status,
    headers,
    body: JSON.stringify({ error: { ...shown, ...rest } }),
    code: error.code,
  };
  if (bookingId !== undefined) answer.bookingId = bookingId;
  if (error.extras.shed) answer.shed = error.extras.shed;
  return answer;
}

export function toApiError(thrown: unknown, requestId: string, log: Log): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (isUnavailable(thrown)) {
    log.warn({ requestId, err: thrown }, 'the database is unreachable');
    return new ApiError('SERVICE_UNAVAILABLE', 'The service cannot reach its database. Try again shortly.');
  }
  log.error({ requestId, err: thrown }, 'an operation failed unexpectedly');
  return new ApiError('INTERNAL_ERROR', 'Something went wrong on our side. Report the request ID.');
}
