import {
  AbortedError,
  ApiError,
  ConnectionError,
  type Outcome,
  type SeraiError,
  TimeoutError,
  UNEXPECTED_ANSWER,
} from '../errors.ts';
import type { ApiKey } from './api-key.ts';
import type { Call } from './prepare-call.ts';
import { isTransient } from './retry.ts';
import type { Attempt } from './send-once.ts';

const RECOVERY_HINT = 'Send the same request again, or read the booking. Neither books twice.';

/** Returns the error for an attempt without a response. */
export function attemptFailure(
  attempt: Exclude<Attempt, { kind: 'response' }>,
  { operation, request: { timeoutMs, signal, headers } }: Call,
  key: ApiKey,
): SeraiError {
  switch (attempt.kind) {
    case 'timeout': {
      const message = `${operation} received no response within ${timeoutMs} ms.`;
      return new TimeoutError(message, { timeout: timeoutMs, outcome: 'unknown' });
    }
    case 'aborted':
      return abortedError(signal, attempt.outcome, key);
    case 'failed': {
      const cause = key.cause(attempt.error);
      const reached = attempt.outcome === 'unknown' ? 'was interrupted' : 'could not be established';
      return new ConnectionError(`The connection for ${operation} ${reached}: ${innermostMessage(cause)}`, {
        outcome: attempt.outcome,
        requestId: headers['x-request-id'] ?? null,
        cause,
      });
    }
  }
}

export function abortedError(signal: AbortSignal | undefined, outcome: Outcome, key: ApiKey): AbortedError {
  return new AbortedError('The call was aborted.', { outcome, cause: key.cause(signal?.reason) });
}

/** Whether the operation may have been carried out, or may still be carried out. */
export function isOutcomeUnknown(error: SeraiError): boolean {
  if (error instanceof ApiError) return error.code === 'OPERATION_IN_PROGRESS';
  return 'outcome' in error && error.outcome === 'unknown';
}

/**
 * Returns the error for a call whose earlier attempt may have arrived. The last error alone would not show that.
 */
export function asUnknownOutcome(error: SeraiError, { operation, writes, request }: Call): SeraiError {
  if (!writes || isOutcomeUnknown(error)) return error;
  if (error instanceof ApiError && settles(error)) return error;
  if (error instanceof AbortedError)
    return new AbortedError(error.message, { outcome: 'unknown', cause: error.cause });
  const message = `An earlier attempt to call ${operation} may have been carried out, and the last one failed: ${error.message} ${RECOVERY_HINT}`;
  const requestId = request.headers['x-request-id'] ?? null;
  return new ConnectionError(message, { outcome: 'unknown', requestId, cause: error });
}

/** Whether a response depends only on the request and therefore applies to all attempts of the call. */
function settles(error: ApiError): boolean {
  const { status, code } = error;
  if (code === UNEXPECTED_ANSWER || isTransient(error)) return false;
  return status < 500 && status !== 401 && status !== 403;
}

/** `fetch` only reports "fetch failed". An inner error contains the reason. */
function innermostMessage(error: Error | undefined): string {
  let at = error;
  while (at?.cause instanceof Error) at = at.cause;
  const { code } = (at ?? {}) as { code?: string };
  return at?.message || code || 'unknown reason';
}
