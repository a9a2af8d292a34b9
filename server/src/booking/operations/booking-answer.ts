/** A booking as the answer of booking, bookingdetail and cancel shows it. */
import type { BookingRecord } from '@serai/contract/booking/booking-record.ts';
import { isOpenState } from '@serai/contract/booking/booking-states.ts';
import type { ErrorCode } from '@serai/contract/errors.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { RequestContext } from '../../platform/operations/handler.ts';
import type { BookingParts } from '../booking-parts.ts';
import type { Booking } from '../bookings/booking.ts';
import { findBooking } from '../bookings/booking-store.ts';
import { bookingView } from '../bookings/booking-view.ts';
import { type RequestMode, type RequestSettings, requestMode } from '../requests/request-mode.ts';

/** Until an open outcome is worth asking for again. */
const RETRY_AFTER_SECONDS = 5;

export function shownBooking({ safe, clock }: BookingParts, booking: Booking): BookingRecord {
  return bookingView(booking, safe.openPeople(booking), clock.nowMs());
}

/** Status and headers: open outcomes are 202. */
export function statusOf(booking: Booking): { status: 200 | 202; headers: Record<string, string> } {
  if (!isOpenState(booking.status)) return { status: 200, headers: {} };
  return { status: 202, headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } };
}

export const REPLAYED = { 'idempotency-replayed': 'true' };

/** The gateway must hear the answer before it stops listening. */
const ANSWER_MARGIN_MS = 1_000;

/** Until when, on the monotonic clock, an outcome is waited for. */
export function answerByMs(
  beganMs: number,
  { timeLeftMs }: Pick<RequestContext, 'timeLeftMs'>,
  { timeoutMs }: Pick<RequestMode, 'timeoutMs'>,
): number {
  return beganMs + Math.min(timeoutMs, timeLeftMs - ANSWER_MARGIN_MS);
}

/** Why a booking that was just made is none. */
export function checkRejection({ status, status_reason: reason, booking_id: bookingId }: Booking): void {
  if (status !== 'REJECTED') return;
  const [code, message]: [ErrorCode, string] =
    reason === 'SOLD_OUT'
      ? ['OFFER_NOT_AVAILABLE', 'The rooms were sold meanwhile. Nothing is booked.']
      : reason === 'PRICE_CHANGED'
        ? ['PRICE_CHANGED', 'The price changed meanwhile. Nothing is booked.']
        : ['BOOKING_REJECTED', 'The provider refused. Nothing is booked.'];
  throw new ApiError(code, message, { bookingId });
}

/** Of the caller's organisation and environment, and of the mode that the request works in. */
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
    throw new ApiError('BOOKING_NOT_FOUND', 'There is no such booking.');
  }
  return { booking, mode };
}
