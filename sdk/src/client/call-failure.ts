/** What is thrown when a call failed, and what is then known of it. */
import { ApiError, UNEXPECTED_ANSWER } from '../errors/api-error.ts';
import { AbortedError, ConnectionError, TimeoutError } from '../errors/connection-error.ts';
import type { Outcome, SeraiError } from '../errors/serai-error.ts';
import type { ApiKey } from './api-key.ts';
import type { Call } from './prepare-call.ts';
import { isTransient } from './retry.ts';
import type { Attempt } from './send-once.ts';

const WHAT_TO_DO = 'Send the same request again, or read the booking: neither books twice.';

/** The error of an attempt without an answer. */
export function attemptFailure(
  attempt: Exclude<Attempt, { kind: 'answer' }>,
  { operation, request: { timeoutMs, signal } }: Call,
  key: ApiKey,
): SeraiError {
  switch (attempt.kind) {
    case 'timeout': {
      const message = `${operation} got no answer within ${timeoutMs} ms.`;
      return new TimeoutError(message, { timeout: timeoutMs, outcome: 'unknown' });
    }
    case 'aborted':
      return abortedError(signal, attempt.outcome, key);
    case 'failed': {
      const cause = key.cause(attempt.error);
      const reached = attempt.outcome === 'unknown' ? 'broke' : 'could not be made';
      return new ConnectionError(`The connection for ${operation} ${reached}: ${innermost(cause)}`, {
        outcome: attempt.outcome,
        cause,
      });
    }
  }
}

export function abortedError(signal: AbortSignal | undefined, outcome: Outcome, key: ApiKey): AbortedError {
  return new AbortedError('The call was aborted.', { outcome, cause: key.cause(signal?.reason) });
}

/** Whether the operation may have been carried out, or may still be. */
export function leavesOpen(error: SeraiError): boolean {
  if (error instanceof ApiError) return error.code === 'OPERATION_IN_PROGRESS';
  return 'outcome' in error && error.outcome === 'unknown';
}

/** The last error of a call of which an earlier attempt may have arrived: the last one alone would tell too little. */
export function afterUnknown(error: SeraiError, { operation, writes }: Call): SeraiError {
  if (!writes || leavesOpen(error)) return error;
  if (error instanceof ApiError && settles(error)) return error;
  if (error instanceof AbortedError)
    return new AbortedError(error.message, { outcome: 'unknown', cause: error.cause });
  const message = `An earlier attempt of ${operation} may have been carried out, and the last one failed: ${error.message} ${WHAT_TO_DO}`;
  return new ConnectionError(message, { outcome: 'unknown', cause: error });
}

/** Answers of the service that looked at the request itself and so hold for every attempt of it. */
function settles(error: ApiError): boolean {
  const { status, code } = error;
  if (code === UNEXPECTED_ANSWER || isTransient(error)) return false;
  return status < 500 && status !== 401 && status !== 403;
}

/** `fetch` says "fetch failed"; the reason stands deeper. */
function innermost(error: Error | undefined): string {
  let at = error;
  while (at?.cause instanceof Error) at = at.cause;
  const { code } = (at ?? {}) as { code?: string };
  return at?.message || code || 'no reason is known';
}
