/** Errors that the service answered with, one class for each thing a program does about them. */
import type { ErrorCode, ErrorDetail, Money } from '../generated/types.ts';
import { SeraiError } from './serai-error.ts';

/** A rolling window of the limits of a key. */
export type RateWindow = 'minute' | 'hour' | 'day';

/** The code of an error answer that is not one of the service. */
export const UNEXPECTED_ANSWER = 'UNEXPECTED_ANSWER';

/** What is known of an error answer. */
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

/** An answer with an error. `code` is what a program decides by; `message` is for people. */
export class ApiError extends SeraiError {
  static override readonly kind: string = 'ApiError';
  readonly status: number;
  /** Codes may be added. `UNEXPECTED_ANSWER`: what answered was not the service. */
  readonly code: ErrorCode;
  /** Every failure of the request, each with a JSON Pointer into it. */
  readonly details: ErrorDetail[];
  /** Names the request towards the operator. */
  readonly requestId: string | null;
  /** Whether the same request may succeed when sent again unchanged. */
  readonly retryable: boolean;
  /** Seconds to wait before the request can succeed, where the service said so. */
  readonly retryAfter: number | null;
  /** The window that is used up, of a RateLimitError. */
  readonly window: RateWindow | null;
  /** The booking that the failure is about. */
  readonly bookingId: string | null;
  /** PRICE_CHANGED of a booking: the new `net` price of the offer, if the provider named it. */
  readonly newPrice: Money | null;
  /** Whether the service repeats the refusal of an earlier, identical request. */
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

/** Details that stand in a message too; all are in `details`. */
const DETAILS_SHOWN = 3;

/** 400, 413 and 422: the request itself has to change. `details` names every member, `message` the first of them. */
export class ValidationError extends ApiError {
  static override readonly kind: string = 'ValidationError';

  constructor(message: string, fields: ApiErrorFields) {
    const shown = fields.details
      .slice(0, DETAILS_SHOWN)
      .map(detail => `${detail.path || '/'}: ${detail.message}`);
    super([message, ...shown].join('\n  '), fields);
  }
}

/** 401: no key, a wrong, revoked or expired one. */
export class UnauthorizedError extends ApiError {
  static override readonly kind: string = 'UnauthorizedError';
}

/** 403: the key is good, but lacks a scope, the address or the environment. */
export class ForbiddenError extends ApiError {
  static override readonly kind: string = 'ForbiddenError';
}

/** 404: nothing has this id. */
export class NotFoundError extends ApiError {
  static override readonly kind: string = 'NotFoundError';
}

/** 409: a definite no, as things stand, unless `retryable` says that it is still being worked on. `code` says which. */
export class ConflictError extends ApiError {
  static override readonly kind: string = 'ConflictError';
}

/** 410: the offer or quote has expired. */
export class GoneError extends ApiError {
  static override readonly kind: string = 'GoneError';
}

/** 429: a window is used up for `retryAfter` seconds. */
export class RateLimitError extends ApiError {
  static override readonly kind: string = 'RateLimitError';
}

/** A 5xx with the error envelope of the service. For a booking or cancellation it guarantees that nothing was sent to a provider. */
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

/** The error of the class that goes with the status. */
export function apiErrorOf(message: string, fields: ApiErrorFields): ApiError {
  const ErrorClass = fields.status >= 500 ? ServerError : (BY_STATUS[fields.status] ?? ApiError);
  return new ErrorClass(message, fields);
}
