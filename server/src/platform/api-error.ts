/** The only exception that is deliberately thrown for a client. error-answer.ts turns it into a response. */
import { ERRORS, type ErrorCode, type ErrorDetail } from '@serai/contract/errors.ts';
import type { Money } from '@serai/contract/shared/money.ts';

interface ApiErrorExtras {
  details?: readonly ErrorDetail[];
  /** Whole seconds for `Retry-After`. Status 503 has a default. */
  retryAfterSeconds?: number;
  bookingId?: string;
  /** The current net price, if a booking failed with PRICE_CHANGED and the provider reported the new price. */
  newPrice?: Money;
  headers?: Readonly<Record<string, string>>;
  /**
   * Set if the request was rejected before any work was done, so that another backend may be tried. Either the whole
   * class is rejected or only this request.
   */
  shed?: 'class' | 'request';
  cause?: unknown;
}

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly extras: ApiErrorExtras;

  constructor(code: ErrorCode, message: string, extras: ApiErrorExtras = {}) {
    super(message, { cause: extras.cause });
    this.code = code;
    this.extras = extras;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}
