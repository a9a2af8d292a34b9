import type { BookingRecord } from '@serai/contract/booking/booking-record.ts';
import { isOpenState, type StatusReason } from '@serai/contract/booking/booking-states.ts';
import { ApiError } from '../../platform/api-error.ts';
import { toMoney } from '../../platform/money/minor-units.ts';
import type { RequestContext } from '../../platform/operations/handler.ts';
import type { BookingParts } from '../booking-parts.ts';
import type { Booking } from '../bookings/booking.ts';
import { findBooking } from '../bookings/booking-store.ts';
import { bookingView } from '../bookings/booking-view.ts';
import { type RequestMode, type RequestSettings, requestMode } from '../request-mode.ts';

/** How long a client should wait before it checks an open outcome again. */
const RETRY_AFTER_SECONDS = 5;

export function shownBooking({ safe, clock }: BookingParts, booking: Booking): BookingRecord {
  return bookingView(booking, safe.openPeople(booking), clock.nowMs());
}

export function statusOf(booking: Booking): { status: 200 | 202; headers: Record<string, string> } {
  if (!isOpenState(booking.status)) return { status: 200, headers: {} };
  return { status: 202, headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } };
}

export const REPLAYED = { 'idempotency-replayed': 'true' };

/** A response must be sent this long before the gateway's deadline. */
const RESPONSE_MARGIN_MS = 1_000;

/** Returns the time on the monotonic clock until which a response waits for an outcome. */
export function respondByMs(
  startedMs: number,
  { timeLeftMs }: Pick<RequestContext, 'timeLeftMs'>,
  { timeoutMs }: Pick<RequestMode, 'timeoutMs'>,
): number {
  return startedMs + Math.min(timeoutMs, timeLeftMs - RESPONSE_MARGIN_MS);
}

/**
 * The error for a rejected booking. It depends on stored data only, so that every node returns the same error to a replay. `reason`
 * is the original rejection reason.
 */
export function refusalOf(
  { booking_id: bookingId, refused_net_minor: newNetMinor, currency }: Booking,
  reason: StatusReason | null,
  headers: Record<string, string> = {},
): ApiError {
  switch (reason) {
    case 'SOLD_OUT': {
      const message = `The rooms have been sold since the quote. Nothing was booked. ${CHOOSE_ANOTHER}`;
      return new ApiError('OFFER_NOT_AVAILABLE', message, { bookingId, headers });
    }
    case 'PRICE_CHANGED': {
      const newPrice = newNetMinor === null ? undefined : toMoney(newNetMinor, currency);
      const rise = newPrice ? ` and is now ${newPrice.amount} ${newPrice.currency}` : '';
      const message = `The price has changed since the quote${rise}. Nothing was booked. ${QUOTE_AGAIN}`;
      return new ApiError('PRICE_CHANGED', message, { bookingId, headers, ...(newPrice && { newPrice }) });
    }
    default: {
      const message = `The booking was rejected and nothing was booked. ${CHOOSE_ANOTHER}`;
      return new ApiError('BOOKING_REJECTED', message, { bookingId, headers });
    }
  }
}

const CHOOSE_ANOTHER = 'Choose another offer and book it with a new client reference.';
const QUOTE_AGAIN = 'Quote the offer again and book the new quote with a new client reference.';

/** Finds a booking of the caller's partner, environment and mode. */
export async function getBooking(
  context: RequestContext,
  operation: 'bookingdetail' | 'cancel',
  request: {
    bookingId?: string | undefined;
    clientReference?: string | undefined;
    settings?: RequestSettings | undefined;
  },
): Promise<{ booking: Booking; mode: RequestMode }> {
  const { bookingId, clientReference = '', settings } = request;
  const booking = await findBooking(
    context.db,
    context,
    bookingId === undefined ? { clientReference } : { bookingId },
  );
  const mode = requestMode(context, operation, settings, booking?.test_mode);
  if (booking?.test_mode !== mode.testMode) {
    throw new ApiError(
      'BOOKING_NOT_FOUND',
      'Unknown booking. Check the booking ID or client reference, and the environment of the key.',
    );
  }
  return { booking, mode };
}
