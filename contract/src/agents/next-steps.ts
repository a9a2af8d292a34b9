/** The recommended next step of an agent after an error. Every error code has one. */
import type { ErrorCode } from '../errors.ts';
import type { ToolName } from './tool-names.ts';

export interface NextStep {
  /** Null if no tool helps and a person has to decide. */
  tool: ToolName | null;
  because: string;
}

const CORRECT = step(null, 'Correct the arguments listed in `details`, then call the same tool again.');
const LATER = step(
  null,
  'This call sent nothing to the provider, but an earlier call may have. Wait, then repeat it with exactly the same arguments.',
);
const TELL = step(null, 'Tell the person what the message says. Do not try another way.');

export const NEXT_STEPS: Readonly<Record<ErrorCode, NextStep>> = {
  INVALID_JSON: CORRECT,
  VALIDATION_ERROR: CORRECT,
  INVALID_CURSOR: step(null, 'Call the same tool without a cursor, or with the arguments of the first page.'),
  SCENARIO_NOT_ALLOWED: TELL,
  UNAUTHORIZED: TELL,
  CREDIT_EXCEEDED: TELL,
  FORBIDDEN: TELL,
  SPEND_LIMIT_EXCEEDED: step(
    null,
    'Tell the person. The spend limit of the key does not allow this booking.',
  ),
  NOT_FOUND: CORRECT,
  HOTEL_NOT_FOUND: step('search_stays', 'Use a `hotelId` from a search.'),
  DESTINATION_NOT_FOUND: step('search_places', 'Use a `placeId` from this tool.'),
  OFFER_NOT_FOUND: step('search_stays', 'Use an `offerId` exactly as the search returned it.'),
  QUOTE_NOT_FOUND: step('quote_stay', 'Use a `quoteId` exactly as this tool returned it.'),
  BOOKING_NOT_FOUND: step('list_bookings', 'Find the booking, then use its `bookingId`.'),
  METHOD_NOT_ALLOWED: TELL,
  NOT_ACCEPTABLE: TELL,
  OFFER_NOT_AVAILABLE: step(
    'quote_stay',
    'The offer is sold out. Quote an alternative in `details`, or search again with `search_stays`.',
  ),
  PRICE_CHANGED: step(
    'quote_stay',
    'Quote the offer again, show the new price to the person, and book only if the person agrees.',
  ),
  TERMS_NOT_ACCEPTED: step(
    'quote_stay',
    'Quote the offer again, show its terms to the person, and book with the `termsHash` of that quote.',
  ),
  BOOKING_REJECTED: step('search_stays', 'Nothing was booked. Search again and show other offers.'),
  DUPLICATE_CLIENT_REFERENCE: step(
    'get_booking',
    'A booking with this `clientReference` exists. Read it before you decide anything.',
  ),
  QUOTE_ALREADY_USED: step(
    'get_booking',
    'The quote has been booked. Read that booking with the `suggestedClientReference` of the quote. If it is not found, use `list_bookings`.',
  ),
  OPERATION_IN_PROGRESS: step(
    'get_booking',
    'The booking is already being cancelled. Read it in a few seconds.',
  ),
  CANCELLATION_NOT_ALLOWED: TELL,
  CANCELLATION_PENALTY_CHANGED: step(
    'quote_cancellation',
    'Show the current penalty to the person, and cancel only if the person agrees.',
  ),
  INVALID_STATE: step('get_booking', 'The state of the booking does not allow this. Read the booking.'),
  OFFER_EXPIRED: step('search_stays', 'The offer has expired. Search again.'),
  QUOTE_EXPIRED: step(
    'quote_stay',
    'Quote the offer again, show price and terms to the person, and book only if the person agrees.',
  ),
  PAYLOAD_TOO_LARGE: CORRECT,
  UNSUPPORTED_MEDIA_TYPE: TELL,
  OCCUPANCY_MISMATCH: CORRECT,
  PRICE_MISMATCH: step(
    'quote_stay',
    'Quote the offer again, show its price to the person, and send `price.net` as `expectedPrice`.',
  ),
  IDEMPOTENCY_KEY_REUSED: TELL,
  RATE_LIMIT_EXCEEDED: LATER,
  INTERNAL_ERROR: TELL,
  PROVIDER_ERROR: LATER,
  ALL_PROVIDERS_FAILED: LATER,
  SERVICE_UNAVAILABLE: LATER,
  PROVIDER_TIMEOUT: LATER,
};

function step(tool: ToolName | null, because: string): NextStep {
  return { tool, because };
}
