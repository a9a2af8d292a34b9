/**
 * What LiteAPI's statuses and error codes mean. LiteAPI may return the same code with different HTTP statuses, so the code determines
 * the outcome. With a status of 500 or above, a booking or cancellation is UNKNOWN, whatever the code.
 * `docs/suppliers/liteapi.md` lists the same tables with their sources. Pure.
 */
import type { Booked, Cause, NotExecuted, Unknown } from '../../port/outcomes.ts';

export interface SupplierError {
  code: number;
  /** Both texts of the error. Either may be missing. */
  texts: readonly string[];
}

const REFUSED = { kind: 'REFUSED', reason: 'PROVIDER_REFUSED' } as const;
const REJECTED_KEY: NotExecuted = { kind: 'NOT_EXECUTED', cause: 'CREDENTIALS' };
const THROTTLED: NotExecuted = { kind: 'NOT_EXECUTED', cause: 'THROTTLED' };
const unknown = (cause: Cause): Unknown => ({ kind: 'UNKNOWN', cause });

/** The outcome of a booking by error code. For other codes the status decides. */
export const BOOK_BY_CODE: Readonly<Record<number, Booked>> = {
  401: REJECTED_KEY,
  429: THROTTLED,
  2010: unknown('INCOMPLETE'),
  2013: unknown('INCOMPLETE'),
  2014: unknown('INCOMPLETE'),
  4000: REFUSED,
  4002: REFUSED,
  4005: { kind: 'DUPLICATE' },
  4010: REFUSED,
  4290: THROTTLED,
  4291: unknown('SERVER'),
  5000: unknown('SERVER'),
  40302: REJECTED_KEY,
};

/** The outcome of a booking by HTTP status, if the body has no error code. */
export const BOOK_BY_STATUS: Readonly<Record<number, Booked>> = {
  401: REJECTED_KEY,
  403: REJECTED_KEY,
  408: unknown('TIMEOUT'),
  429: THROTTLED,
};

/** Texts of code 5000 that are refusals before anything was booked. */
const REFUSALS_OF_5000 = [
  'payment failed please check your provided payment information',
  'please check if you have provided a payment method for your account',
  'prebookid data retrieval failed',
  'prebookid invalid data',
];
/** The text of code 4002 if the quote has expired. */
const EXPIRED_QUOTE = /^invalid prebookid/;

export function judgeBookError(status: number, error: SupplierError | undefined): Booked {
  if (status >= 500) return unknown('SERVER');
  if (error === undefined) return BOOK_BY_STATUS[status] ?? unknown('UNREADABLE');
  const texts = error.texts.map(text => text.trim().toLowerCase());
  if (error.code === 5000 && texts.some(text => REFUSALS_OF_5000.includes(text))) return REFUSED;
  if (error.code === 4002 && texts.some(text => EXPIRED_QUOTE.test(text)))
    return { kind: 'REFUSED', reason: 'SOLD_OUT' };
  return BOOK_BY_CODE[error.code] ?? BOOK_BY_STATUS[status] ?? unknown('SERVER');
}

/** The outcome of a read by error code. For other codes the status decides. */
export const READ_BY_CODE: Readonly<Record<number, 'NONE' | 'GONE' | 'THROTTLED' | Cause>> = {
  401: 'CREDENTIALS',
  408: 'TIMEOUT',
  429: 'THROTTLED',
  2001: 'NONE',
  4016: 'TIMEOUT',
  4040: 'GONE',
  4290: 'THROTTLED',
  40302: 'CREDENTIALS',
};

/** The outcome of a read by HTTP status, if the body has no known error code. */
export const READ_BY_STATUS: Readonly<Record<number, 'NONE' | 'THROTTLED' | Cause>> = {
  204: 'NONE',
  401: 'CREDENTIALS',
  403: 'CREDENTIALS',
  408: 'TIMEOUT',
  429: 'THROTTLED',
};

export type ReadFailure = 'NONE' | 'GONE' | 'THROTTLED' | Cause;

export function judgeReadError(status: number, error: SupplierError | undefined): ReadFailure {
  const known = error === undefined ? undefined : READ_BY_CODE[error.code];
  if (known !== undefined && (status < 500 || known === 'THROTTLED')) return known;
  const byStatus = READ_BY_STATUS[status];
  if (byStatus !== undefined) return byStatus;
  return error !== undefined || status >= 500 ? 'SERVER' : 'UNREADABLE';
}

/**
 * Error codes, or statuses without a code, of a cancellation that was not executed. Apart from status 403, any other
 * failure is UNKNOWN until a lookup shows the state of the booking.
 */
export const CANCEL_BY_CODE: Readonly<Record<number, NotExecuted>> = {
  401: REJECTED_KEY,
  429: THROTTLED,
  4290: THROTTLED,
  40302: REJECTED_KEY,
};

/** After these statuses of a cancellation, the booking is looked up, because it may already be cancelled. */
export const CANCEL_CHECKED_STATUSES: readonly number[] = [204, 304, 400];

export function judgeCancelError(status: number, error: SupplierError | undefined): NotExecuted | Unknown {
  if (status >= 500) return unknown('SERVER');
  const known = CANCEL_BY_CODE[error?.code ?? status];
  if (known !== undefined) return known;
  if (status === 403) return REJECTED_KEY;
  return unknown(status === 408 ? 'TIMEOUT' : 'SERVER');
}
