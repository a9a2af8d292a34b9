/** The only deliberate failure. Rendered by error-answer.ts and nowhere else. */
import { ERRORS, type ErrorCode, type ErrorDetail } from '@serai/contract/errors.ts';
import type { Money } from '@serai/contract/shared/money.ts';

interface ApiErrorExtras {
  details?: readonly ErrorDetail[];
  /** Whole seconds for `Retry-After`; 503 has a default. */
  retryAfterSeconds?: number;
  bookingId?: string;
  /** PRICE_CHANGED of a booking: the net price that the provider asks for now. */
  newPrice?: Money;
  headers?: Readonly<Record<string, string>>;
  /** Turned away before anything was done, so another backend may be asked: the whole class, or this one alone. */
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
