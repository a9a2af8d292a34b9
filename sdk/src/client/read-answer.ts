/** Makes of an HTTP answer the data of the operation, or the error it tells of. */
import { type ApiError, apiErrorOf, UNEXPECTED_ANSWER } from '../errors/api-error.ts';
import { ConnectionError } from '../errors/connection-error.ts';
import { ERRORS, type ErrorBody, type ErrorDetail, type Money } from '../generated/types.ts';
import { readRateLimit, usedUpWindow } from '../limits/rate-limit.ts';
import type { ApiKey } from './api-key.ts';

export interface RawAnswer {
  response: Response;
  text: string;
}

export type ReadAnswer = { data: unknown } | { error: ApiError | ConnectionError };

/** `X-Request-ID`: three statuses have no room for it in the body. */
export function requestIdOf({ headers }: Response, key: ApiKey): string | null {
  const requestId = headers.get('x-request-id');
  return requestId === null ? null : key.scrub(requestId);
}

/** `Idempotency-Replayed`: the answer, or the refusal, of an earlier and identical request. */
export function isReplayed({ headers }: Response): boolean {
  return headers.get('idempotency-replayed') === 'true';
}

/** Seconds; undefined where the answer names none that can be understood. A date counts from now. */
export function retryAfterOf({ headers }: Response, nowMs: number): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  // A proxy may add its own behind a comma, and some count in fractions.
  const [, seconds] = /^(\d+(?:\.\d+)?)(?:\s*,|$)/.exec(text) ?? [];
  if (seconds !== undefined) return Math.ceil(Number(seconds));
  // Without a weekday it is no date of HTTP, though the parser makes one of nearly everything.
  const untilMs = /^[A-Z][a-z]/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(untilMs) ? undefined : Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
}

export function readAnswer({ response, text }: RawAnswer, key: ApiKey, nowMs: number): ReadAnswer {
  if (response.ok) {
    const data = parseObject(text);
    return data === undefined ? { error: foreignAnswer(response, key) } : { data };
  }
  // Scrubbed before it is parsed: whatever answered may repeat the request.
  const envelope = readEnvelope(parseObject(key.scrub(text)));
  if (response.status >= 500 && !isServerEnvelope(envelope)) return { error: foreignAnswer(response, key) };
  return { error: apiError(envelope, response, key, nowMs) };
}

/** The service answers 2xx with JSON and 5xx with its envelope, so something else stands in between. */
function foreignAnswer(response: Response, key: ApiKey): ConnectionError {
  return new ConnectionError(
    `Something other than the service answered with ${response.status}: the request may or may not have reached it.`,
    {
      outcome: 'unknown',
      status: response.status,
      requestId: requestIdOf(response, key),
    },
  );
}

function apiError(
  envelope: ErrorBody['error'] | undefined,
  response: Response,
  key: ApiKey,
  nowMs: number,
): ApiError {
  const { status } = response;
  const code = envelope?.code ?? UNEXPECTED_ANSWER;
  const known = Object.entries(ERRORS).find(([name]) => name === code)?.[1];
  return apiErrorOf(envelope?.message ?? unexpected(response), {
    status,
    code,
    details: envelope?.details ?? [],
    requestId: requestIdOf(response, key) ?? envelope?.requestId ?? null,
    retryable: envelope?.retryable ?? known?.retryable ?? (status === 429 || status === 503),
    retryAfter: retryAfterOf(response, nowMs) ?? null,
    window: status === 429 ? usedUpWindow(readRateLimit(response.headers, new Date(nowMs))) : null,
    bookingId: envelope?.bookingId ?? null,
    newPrice: envelope?.newPrice ?? null,
    replayed: isReplayed(response),
  });
}

function unexpected({ status, type }: Response): string {
  const redirected = type === 'opaqueredirect' || (status >= 300 && status < 400);
  return redirected
    ? 'The address redirects elsewhere, and a request is not sent on. Pass the final address as baseUrl.'
    : `The answer ${status} is not one of the service. Does baseUrl lead to it?`;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function readEnvelope(body: Record<string, unknown> | undefined): ErrorBody['error'] | undefined {
  const error = body?.error;
  if (!isObject(error) || typeof error.code !== 'string' || typeof error.message !== 'string')
    return undefined;
  const { code, message, details, requestId, retryable, bookingId, newPrice } = error;
  return {
    code,
    message,
    ...(Array.isArray(details) && { details: details as ErrorDetail[] }),
    ...(typeof requestId === 'string' && { requestId }),
    ...(typeof retryable === 'boolean' && { retryable }),
    ...(typeof bookingId === 'string' && { bookingId }),
    ...(isMoney(newPrice) && { newPrice }),
  };
}

/**
 * Only a 5xx of the service promises that nothing was sent. Some proxies respond with a `code` and a `message` as well, but
 * not with the two other fields that every 5xx of the service has.
 */
function isServerEnvelope(envelope: ErrorBody['error'] | undefined): boolean {
  return envelope?.requestId !== undefined && envelope.retryable !== undefined;
}

function isMoney(value: unknown): value is Money {
  return isObject(value) && typeof value.amount === 'string' && typeof value.currency === 'string';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
