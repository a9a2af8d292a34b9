/**
 * The only table of error codes. The codes are part of the contract, and `action` describes what the caller should do
 * next.
 */

interface ErrorEntry {
  status: number;
  /** Whether the same request may succeed when sent again unchanged. */
  retryable: boolean;
  action: string;
}

export const ERRORS = {
  INVALID_JSON: entry(400, 'Send one JSON object in UTF-8, nested at most 32 levels deep.'),
  VALIDATION_ERROR: entry(400, 'Correct every field listed in `details`, then send the request again.'),
  INVALID_CURSOR: entry(
    400,
    'Start again without a cursor, or send the cursor with the filters it was created for.',
  ),
  SCENARIO_NOT_ALLOWED: entry(400, 'Use the scenario in test mode and with an operation that it applies to.'),
  UNAUTHORIZED: entry(401, 'Send `Authorization: ApiKey <key>` with an active key.'),
  CREDIT_EXCEEDED: entry(
    402,
    'Pay, or contact the operator. Then send the same request again while the quote is valid.',
  ),
  FORBIDDEN: entry(
    403,
    'Follow the message: add the missing scope, address or role, use another key, or contact the operator.',
  ),
  SPEND_LIMIT_EXCEEDED: entry(
    403,
    'Book less, wait until earlier bookings are more than 24 hours old, or ask for a higher spend limit for the key. The same request may then be sent again while the quote is valid.',
  ),
  NOT_FOUND: entry(404, 'Check the path against the reference, or the ID against a list.'),
  HOTEL_NOT_FOUND: entry(404, 'Use a hotel ID from the catalogue.'),
  DESTINATION_NOT_FOUND: entry(404, 'Use a place ID from a place search.'),
  OFFER_NOT_FOUND: entry(404, 'Send the offer ID exactly as availability returned it.'),
  QUOTE_NOT_FOUND: entry(404, 'Send the quote ID exactly as prebooking returned it.'),
  BOOKING_NOT_FOUND: entry(404, 'Check the booking ID or client reference, and the environment of the key.'),
  METHOD_NOT_ALLOWED: entry(405, 'Use POST.'),
  NOT_ACCEPTABLE: entry(406, 'Send `Accept: application/json`.'),
  OFFER_NOT_AVAILABLE: entry(409, 'Choose another offer. `details` may contain alternatives.'),
  PRICE_CHANGED: entry(
    409,
    'Show the new price, quote the offer again, and book the new quote with a new client reference.',
  ),
  TERMS_NOT_ACCEPTED: entry(409, 'Show the changed terms, then send the `termsHash` of the quote.'),
  BOOKING_REJECTED: entry(409, 'Choose another offer and book it with a new client reference.'),
  DUPLICATE_CLIENT_REFERENCE: entry(
    409,
    'Use a new client reference, or retry the original request unchanged.',
  ),
  QUOTE_ALREADY_USED: entry(409, 'Request a new quote, or read the booking that used this one.'),
  OPERATION_IN_PROGRESS: entry(409, 'Wait a few seconds, then send the same request again.', {
    retryable: true,
  }),
  CANCELLATION_NOT_ALLOWED: entry(409, 'Contact the operator. The provider does not allow the cancellation.'),
  CANCELLATION_PENALTY_CHANGED: entry(
    409,
    'Show the penalty, then cancel again with a sufficient `maxPenalty`.',
  ),
  INVALID_STATE: entry(
    409,
    'The current state of the object does not allow this operation. Read the object again before you decide what to do.',
  ),
  OFFER_EXPIRED: entry(410, 'Search again.'),
  QUOTE_EXPIRED: entry(410, 'Request a new quote.'),
  PAYLOAD_TOO_LARGE: entry(413, 'Send at most 1 MiB of body and 16 KiB of headers.'),
  UNSUPPORTED_MEDIA_TYPE: entry(415, 'Send `Content-Type: application/json`.'),
  OCCUPANCY_MISMATCH: entry(422, 'Send the same guests as in the quote.'),
  PRICE_MISMATCH: entry(422, 'Send the net price of the quote as `expectedPrice`.'),
  IDEMPOTENCY_KEY_REUSED: entry(422, 'Use a new idempotency key for a different request.'),
  RATE_LIMIT_EXCEEDED: entry(429, 'Wait for the number of seconds in `Retry-After`, then try again.', {
    retryable: true,
  }),
  INTERNAL_ERROR: entry(500, 'Report the request ID to the operator.'),
  PROVIDER_ERROR: entry(502, 'Try again later or choose another offer.', { retryable: true }),
  ALL_PROVIDERS_FAILED: entry(502, 'Try again later.', { retryable: true }),
  SERVICE_UNAVAILABLE: entry(503, 'Wait for the number of seconds in `Retry-After`, then try again.', {
    retryable: true,
  }),
  PROVIDER_TIMEOUT: entry(504, 'Try again, or allow more time with `settings.timeout`.', { retryable: true }),
} as const satisfies Record<string, ErrorEntry>;

/** New codes may be added. Existing codes are never renamed. */
export type ErrorCode = keyof typeof ERRORS;

export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

export const COMMON_ERRORS = [
  'INVALID_JSON',
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'METHOD_NOT_ALLOWED',
  'NOT_ACCEPTABLE',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
] as const satisfies readonly ErrorCode[];

/** Error bodies with these statuses contain only `code` and `message`. */
export const BARE_STATUSES: ReadonlySet<number> = new Set([401, 403, 429]);

/** One failure in a request. `path` is a JSON Pointer into the request body. */
export interface ErrorDetail {
  path: string;
  code: string;
  message: string;
  [extra: string]: unknown;
}

function entry(status: number, action: string, more: { retryable?: boolean } = {}): ErrorEntry {
  return { status, retryable: more.retryable ?? false, action };
}
