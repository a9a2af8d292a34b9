/**
 * Shows an error of an operation to a model. It contains only texts of this service, has a limited size, and never asks
 * the model to repeat a call with a new price, new terms or a higher penalty: a person decides that. Pure.
 */
import { NEXT_STEPS } from '@serai/contract/agents/next-steps.ts';
import { ERRORS, type ErrorCode, type ErrorDetail } from '@serai/contract/errors.ts';
import type { Money } from '@serai/contract/shared/money.ts';
import type { Answer } from '../platform/operations/answer.ts';
import { cutText } from '../platform/text/plain-text.ts';
import { moneyText } from './tool-views.ts';

const MAX_DETAILS = 20;
const MAX_DETAIL_CHARS = 200;
const MAX_MESSAGE_CHARS = 500;

interface OperationError {
  code: ErrorCode;
  message: string;
  requestId?: string;
  details?: ErrorDetail[];
  newPrice?: object;
}

/** What tools say instead of the operations, whose messages tell programs what to send next. */
const MESSAGES: Partial<Record<ErrorCode, (details: readonly ErrorDetail[]) => string>> = {
  OFFER_NOT_FOUND: () => 'Unknown offer.',
  QUOTE_NOT_FOUND: () => 'Unknown quote.',
  QUOTE_ALREADY_USED: () => 'This quote has already been booked.',
  DUPLICATE_CLIENT_REFERENCE: () =>
    'This `clientReference` has already been used with different arguments. Nothing was sent.',
  PRICE_MISMATCH: () => '`expectedPrice` is not the price of the quote. Nothing was booked.',
  TERMS_NOT_ACCEPTED: () => '`termsHash` does not belong to the terms of the quote. Nothing was booked.',
  OPERATION_IN_PROGRESS: () => 'The booking is already being cancelled.',
  CANCELLATION_PENALTY_CHANGED: ([detail]) => {
    const penalty = detail?.penalty as Money | undefined;
    const now = penalty ? `The penalty is now ${moneyText(penalty)}.` : 'The penalty is higher now.';
    return `${now} Nothing was cancelled.`;
  },
};

/** Returns JSON. `renamed` maps fields of the operation to arguments of the tool. */
export function toolErrorText(
  { status, headers, body, bookingId }: Pick<Answer, 'status' | 'headers' | 'body' | 'bookingId'>,
  renamed: Readonly<Record<string, string>>,
): string {
  const { error } = JSON.parse(body.toString()) as { error: OperationError };
  const { code, details, requestId, newPrice } = error;
  const message = MESSAGES[code]?.(details ?? []);
  // The details of these errors only repeat the message of the operation.
  const shownDetails = message === undefined && status !== 403 ? details : undefined;
  const shown = {
    code,
    message: message ?? cutText(error.message, MAX_MESSAGE_CHARS),
    retryable: ERRORS[code].retryable,
    ...(headers['retry-after'] !== undefined && { retryAfter: Number(headers['retry-after']) }),
    ...(shownDetails && {
      details: shownDetails.slice(0, MAX_DETAILS).map(each => detailView(each, renamed)),
    }),
    ...(requestId !== undefined && { requestId }),
    ...(bookingId !== undefined && { bookingId }),
    ...(newPrice && { newPrice }),
    next: NEXT_STEPS[code],
  };
  return JSON.stringify({ error: shown });
}

interface Alternative {
  offerId: string;
  price: { net: object };
}

/** Details may contain whole offers with the names of rooms. Only their id and price are shown. */
function detailView({ path, code, message, offer }: ErrorDetail, renamed: Readonly<Record<string, string>>) {
  const alternative = offer as Alternative | undefined;
  return {
    path: cutText(renamedPath(path, renamed), MAX_DETAIL_CHARS),
    code,
    message: cutText(message, MAX_DETAIL_CHARS),
    ...(alternative && { offerId: alternative.offerId, net: alternative.price.net }),
  };
}

/** The path of an operation's field, as the path of the tool's argument. The first matching prefix counts. */
export function renamedPath(path: string, renamed: Readonly<Record<string, string>>): string {
  for (const [from, to] of Object.entries(renamed)) {
    if (path === from || path.startsWith(`${from}/`)) return to + path.slice(from.length);
  }
  return path;
}
