import { type ApiError, ConnectionError, createApiError, UNEXPECTED_ANSWER } from '../errors.ts';
import { ERRORS, type ErrorBody, type ErrorDetail, type Money } from '../generated/types.ts';
import { exhaustedWindow, readRateLimit } from '../limits.ts';
import type { ApiKey } from './api-key.ts';
import type { NotModified } from './pending-call.ts';

export interface RawResponse {
  response: Response;
  text: string;
}

export type ReadResponse = { data: unknown } | { error: ApiError | ConnectionError };

/** Reads `X-Request-ID`, because the bodies of 401, 403 and 429 do not contain the id. */
export function requestIdOf({ headers }: Response, key: ApiKey): string | null {
  const requestId = headers.get('x-request-id');
  return requestId === null ? null : key.scrub(requestId);
}

export function etagOf({ headers }: Response): string | null {
  return headers.get('etag');
}

/** Whether the response or rejection repeats that of an earlier identical request. */
export function isReplayed({ headers }: Response): boolean {
  return headers.get('idempotency-replayed') === 'true';
}

/**
 * Returns the delay in seconds, or undefined if the header is missing or invalid. A date is converted to the time
 * left until then.
 */
export function retryAfterOf({ headers }: Response, nowMs: number): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  // A proxy may append its own value after a comma, and some send fractions.
  const [, seconds] = /^(\d+(?:\.\d+)?)(?:\s*,|$)/.exec(text) ?? [];
  if (seconds !== undefined) return Math.ceil(Number(seconds));
  // HTTP dates start with a weekday. `Date.parse` would accept almost anything.
  const untilMs = /^[A-Z][a-z]/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(untilMs) ? undefined : Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
}

/** `isConditional` is true if the request had `If-None-Match`, so that 304 is a result. */
export function readResponse(
  { response, text }: RawResponse,
  key: ApiKey,
  nowMs: number,
  isConditional = false,
): ReadResponse {
  if (response.status === 304 && isConditional) {
    const unchanged: NotModified = { notModified: true, etag: etagOf(response) };
    return { data: unchanged };
  }
  if (response.ok) {
    const data = parseObject(text);
    return data === undefined ? { error: foreignResponse(response, key) } : { data };
  }
  // Scrubbed before parsing, because a proxy may echo the request.
  const envelope = readEnvelope(parseObject(key.scrub(text)));
  if (response.status >= 500 && !isServerEnvelope(envelope)) return { error: foreignResponse(response, key) };
  return { error: apiError(envelope, response, key, nowMs) };
}

/**
 * Serai always sends JSON with 2xx and its error body with 5xx. Without these, the response comes from something in
 * between, such as a proxy.
 */
function foreignResponse(response: Response, key: ApiKey): ConnectionError {
  return new ConnectionError(
    `The response with status ${response.status} did not come from Serai. The request may or may not have reached it.`,
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
  return createApiError(envelope?.message ?? unexpectedMessage(response), {
    status,
    code,
    details: envelope?.details ?? [],
    requestId: requestIdOf(response, key) ?? envelope?.requestId ?? null,
    retryable: envelope?.retryable ?? known?.retryable ?? (status === 429 || status === 503),
    retryAfter: retryAfterOf(response, nowMs) ?? null,
    window: status === 429 ? exhaustedWindow(readRateLimit(response.headers, new Date(nowMs))) : null,
    bookingId: envelope?.bookingId ?? null,
    newPrice: envelope?.newPrice ?? null,
    replayed: isReplayed(response),
  });
}

function unexpectedMessage({ status, type }: Response): string {
  const redirected = type === 'opaqueredirect' || (status >= 300 && status < 400);
  return redirected
    ? 'The server responded with a redirect, which the SDK does not follow. Pass the final URL as baseUrl.'
    : `The response with status ${status} did not come from Serai. Check baseUrl.`;
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
 * Only a 5xx from Serai guarantees that nothing was sent. Some proxies also respond with a `code` and a
 * `message`, but not with the other two fields that every 5xx from Serai has.
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
