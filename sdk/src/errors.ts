import type { ErrorCode, ErrorDetail, Money } from './generated/types.ts';

/** Identifies errors from any copy of the package. `instanceof` recognises only those from its own copy. */
const BRAND = Symbol.for('@serai/sdk.error');

/** What is known about the outcome of a request that received no response from Serai. */
export type Outcome =
  /** The request did not leave this machine or was refused before it was read. Nothing happened. */
  | 'not-sent'
  /**
   * The request may have been carried out. Read the booking, or send the same request again: that never books
   * twice.
   */
  | 'unknown';

type Constructor<Instance> = abstract new (...args: never[]) => Instance;

/** The base class of all errors of this package. None of them contains the API key. */
export class SeraiError extends Error {
  /** The name of the class, even if a build step shortens class names. */
  static readonly kind: string = 'SeraiError';

  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    // Not enumerable, so that a printed error shows only its own fields.
    hide(this, 'name', new.target.kind);
    hide(this, BRAND, kindsOf(new.target));
  }

  /**
   * Whether the value is an error of this class, from any copy of the package: `SeraiError.is(e)`,
   * `RateLimitError.is(e)`.
   */
  static is<Instance extends SeraiError>(
    this: Constructor<Instance> & { kind: string },
    value: unknown,
  ): value is Instance {
    if (typeof value !== 'object' || value === null) return false;
    const kinds = (value as Record<PropertyKey, unknown>)[BRAND];
    // biome-ignore lint/complexity/noThisInStatic: each class looks for its own name
    return Array.isArray(kinds) && kinds.includes(this.kind);
  }

  /** The error as data for a log: its own fields, without the stack. */
  toJSON(): Record<string, unknown> {
    return { name: this.name, message: this.message, ...(this as object) };
  }
}

function hide(target: object, name: PropertyKey, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: false, configurable: true, writable: true });
}

function kindsOf(start: { kind?: string }): string[] {
  const kinds: string[] = [];
  for (let at = start; typeof at.kind === 'string'; at = Object.getPrototypeOf(at)) kinds.push(at.kind);
  return kinds;
}

/** A rolling rate window of a key. */
export type RateWindow = 'minute' | 'hour' | 'day';

/** The code of an error response that did not come from Serai. */
export const UNEXPECTED_ANSWER = 'UNEXPECTED_ANSWER';

export interface ApiErrorFields {
  status: number;
  code: ErrorCode;
  details: ErrorDetail[];
  requestId: string | null;
  retryable: boolean;
  retryAfter: number | null;
  window: RateWindow | null;
  bookingId: string | null;
  newPrice: Money | null;
  replayed: boolean;
}

/** An error response. Programs should use `code`; `message` is for people. */
export class ApiError extends SeraiError {
  static override readonly kind: string = 'ApiError';
  readonly status: number;
  /** Codes may be added. `UNEXPECTED_ANSWER`: the response did not come from Serai. */
  readonly code: ErrorCode;
  /** All failures of the request, each with a JSON Pointer into it. */
  readonly details: ErrorDetail[];
  /** Identifies the request in support requests. */
  readonly requestId: string | null;
  /** Whether the same request may succeed when sent again unchanged. */
  readonly retryable: boolean;
  /** Seconds to wait before the request can succeed, if the server stated it. */
  readonly retryAfter: number | null;
  /** For a RateLimitError: the exhausted rate window. */
  readonly window: RateWindow | null;
  /** The booking concerned. */
  readonly bookingId: string | null;
  /** If a booking fails with PRICE_CHANGED: the new `net` price of the offer, if the provider stated it. */
  readonly newPrice: Money | null;
  /** Whether the response repeats the rejection of an earlier identical request. */
  readonly replayed: boolean;

  constructor(message: string, fields: ApiErrorFields) {
    super(message);
    this.status = fields.status;
    this.code = fields.code;
    this.details = fields.details;
    this.requestId = fields.requestId;
    this.retryable = fields.retryable;
    this.retryAfter = fields.retryAfter;
    this.window = fields.window;
    this.bookingId = fields.bookingId;
    this.newPrice = fields.newPrice;
    this.replayed = fields.replayed;
  }
}

/** Number of details shown in the message. `details` contains all of them. */
const DETAILS_SHOWN = 3;

/**
 * 400, 413 and 422: the request must be changed. `details` lists every invalid field, and `message` contains the first
 * ones.
 */
export class ValidationError extends ApiError {
  static override readonly kind: string = 'ValidationError';

  constructor(message: string, fields: ApiErrorFields) {
    const shown = fields.details
      .slice(0, DETAILS_SHOWN)
      .map(detail => `${detail.path || '/'}: ${detail.message}`);
    super([message, ...shown].join('\n  '), fields);
  }
}

/** 401: the API key is missing, wrong, revoked or expired. */
export class UnauthorizedError extends ApiError {
  static override readonly kind: string = 'UnauthorizedError';
}

/**
 * 403: the key is valid but lacks a scope, may not be used from this address, or would exceed its spend limit, or the
 * partner is suspended.
 */
export class ForbiddenError extends ApiError {
  static override readonly kind: string = 'ForbiddenError';
}

/** 404: the id is unknown. */
export class NotFoundError extends ApiError {
  static override readonly kind: string = 'NotFoundError';
}

/** 409: the request definitely failed, unless `retryable` is true. `code` states the reason. */
export class ConflictError extends ApiError {
  static override readonly kind: string = 'ConflictError';
}

/** 410: the offer or quote has expired. */
export class GoneError extends ApiError {
  static override readonly kind: string = 'GoneError';
}

/** 429: a rate window is exhausted for `retryAfter` seconds. */
export class RateLimitError extends ApiError {
  static override readonly kind: string = 'RateLimitError';
}

/**
 * A 5xx with the error body of Serai. For a booking or cancellation it guarantees that nothing was sent to a
 * provider.
 */
export class ServerError extends ApiError {
  static override readonly kind: string = 'ServerError';
}

const BY_STATUS: Readonly<Record<number, typeof ApiError>> = {
  400: ValidationError,
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  410: GoneError,
  413: ValidationError,
  422: ValidationError,
  429: RateLimitError,
};

export function createApiError(message: string, fields: ApiErrorFields): ApiError {
  const ErrorClass = fields.status >= 500 ? ServerError : (BY_STATUS[fields.status] ?? ApiError);
  return new ErrorClass(message, fields);
}

interface Fields {
  outcome: Outcome;
  cause?: unknown;
}

/**
 * The connection failed, or the response did not come from Serai. After a 5xx without Serai's error body, the outcome
 * is unknown.
 */
export class ConnectionError extends SeraiError {
  static override readonly kind: string = 'ConnectionError';
  /** The outcome of the whole call: `unknown` if any of its attempts may have arrived. */
  readonly outcome: Outcome;
  /** Status of a response that did not come from Serai, such as a 502 from a proxy. */
  readonly status: number | null;
  /** `X-Request-ID` of the response, if there was one, or the `requestId` of the call. */
  readonly requestId: string | null;

  constructor(
    message: string,
    fields: Fields & { status?: number | undefined; requestId?: string | null | undefined },
  ) {
    super(message, fields);
    this.outcome = fields.outcome;
    this.status = fields.status ?? null;
    this.requestId = fields.requestId ?? null;
  }
}

/** No response arrived within the timeout, or `waitUntilSettled` ended before the booking was settled. */
export class TimeoutError extends SeraiError {
  static override readonly kind: string = 'TimeoutError';
  readonly outcome: Outcome;
  /** The timeout in milliseconds. */
  readonly timeout: number;

  constructor(message: string, fields: Fields & { timeout: number }) {
    super(message, fields);
    this.outcome = fields.outcome;
    this.timeout = fields.timeout;
  }
}

/** The caller's `AbortSignal` aborted the call. */
export class AbortedError extends SeraiError {
  static override readonly kind: string = 'AbortedError';
  readonly outcome: Outcome;

  constructor(message: string, fields: Fields) {
    super(message, fields);
    this.outcome = fields.outcome;
  }
}

export type WebhookErrorReason =
  /** The body was already parsed. The signature covers the bytes as they were sent. */
  | 'PARSED_BODY'
  /** One of the three `webhook-…` headers is missing or invalid. */
  | 'BAD_HEADERS'
  /** A secret is malformed. Secrets start with `whsec_`. */
  | 'BAD_SECRET'
  /** No secret matches the signature, or the body was changed on the way. */
  | 'WRONG_SECRET'
  /** The signature is valid, but its timestamp is too far from the current time. */
  | 'CLOCK_SKEW'
  /** The signature is valid, but the body is not an event. */
  | 'NOT_AN_EVENT';

/** The request is not trustworthy. Respond with 400 and do nothing else. */
export class WebhookError extends SeraiError {
  static override readonly kind: string = 'WebhookError';
  readonly reason: WebhookErrorReason;

  constructor(reason: WebhookErrorReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
