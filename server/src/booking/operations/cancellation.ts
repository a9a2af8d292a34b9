import type { CancelAnswer, CancelRequest } from '@serai/contract/booking/cancel.ts';
import { toMinorUnits } from '@serai/contract/shared/amounts.ts';
import { ApiError } from '../../platform/api-error.ts';
import { toMoney } from '../../platform/money/minor-units.ts';
import { instantText } from '../../platform/time/zoned-time.ts';
import type { BookingParts } from '../booking-parts.ts';
import type { Booking } from '../bookings/booking.ts';
import type { JournalledCancel } from '../bookings/protocol/journal-cancel.ts';
import type { Provider } from '../provider.ts';
import { penaltyAt } from '../terms/terms.ts';

export function findCancelProvider(
  { providers, calls }: Pick<BookingParts, 'providers' | 'calls'>,
  booking: Booking,
): Provider {
  const { provider: code, organisation_id: organisationId, test_mode: testMode, status } = booking;
  const provider = providers.find(code, testMode);
  // While the outcome of the booking is open, the cancellation is queued and nothing is sent now.
  const mustStart = status === 'CONFIRMED' || status === 'ON_REQUEST';
  const canStart = provider && calls.canStart('cancel', { provider, organisationId, testMode });
  if (provider === undefined || (mustStart && !canStart)) {
    throw new ApiError(
      'SERVICE_UNAVAILABLE',
      'The provider is currently unavailable. Nothing was sent. Try again shortly.',
    );
  }
  return provider;
}

export function maxPenaltyOf(
  { maxPenalty }: Pick<CancelRequest, 'maxPenalty'>,
  { currency }: Booking,
): number {
  if (maxPenalty === undefined) return 0;
  // Precision above the safe integers does not matter, because no booking costs that much.
  if (maxPenalty.currency === currency) return Number(toMinorUnits(maxPenalty));
  const message = `Use the currency of the booking, ${currency}.`;
  const details = [{ path: '/maxPenalty/currency', code: 'CURRENCY_MISMATCH', message }];
  throw new ApiError('VALIDATION_ERROR', message, { details });
}

/**
 * Returns the booking if the cancellation is queued, under way with an unknown outcome, or already done. Otherwise throws
 * the error for the client.
 */
export function checkCancelJournal(journalled: Exclude<JournalledCancel, { kind: 'SENT' }>): Booking {
  const { booking } = journalled;
  const bookingId = booking.booking_id;
  switch (journalled.kind) {
    case 'QUEUED':
    case 'ALREADY':
      return booking;
    case 'IN_PROGRESS':
      if (booking.status_reason !== 'IN_PROGRESS') return booking;
      throw new ApiError(
        'OPERATION_IN_PROGRESS',
        'This booking is already being cancelled. Send the same request again in a few seconds.',
        {
          bookingId,
        },
      );
    case 'PENALTY_TOO_HIGH': {
      const penalty = toMoney(journalled.penalty.penaltyMinor, booking.currency);
      const message = `Cancelling now costs ${penalty.amount} ${penalty.currency}. To accept this, send it as maxPenalty.`;
      const details = [{ path: '/maxPenalty', code: 'PENALTY', message, penalty }];
      throw new ApiError('CANCELLATION_PENALTY_CHANGED', message, { bookingId, details });
    }
    case 'NOTHING_TO_CANCEL':
      throw new ApiError('INVALID_STATE', `The booking is ${booking.status}. There is nothing to cancel.`, {
        bookingId,
      });
  }
}

/** Throws if the provider refused, which leaves the booking active. */
export function checkRefusal({ status, booking_id: bookingId }: Booking): void {
  if (status !== 'CONFIRMED' && status !== 'ON_REQUEST') return;
  throw new ApiError(
    'CANCELLATION_NOT_ALLOWED',
    'The provider refused the cancellation. The booking is unchanged.',
    { bookingId },
  );
}

/** Returns what a cancellation would cost at this time. Throws if there is nothing to cancel. */
export function quotePenalty(
  { status, currency, content, booking_id: bookingId }: Booking,
  atMs: number,
): { penaltyMinor: number } & Required<Pick<CancelAnswer, 'validUntil' | 'nextPenalty'>> {
  if (status !== 'PENDING' && status !== 'ON_REQUEST' && status !== 'CONFIRMED') {
    throw new ApiError('INVALID_STATE', `The booking is ${status}. There is nothing to cancel.`, {
      bookingId,
    });
  }
  const { penaltyMinor, validUntilMs, next } = penaltyAt(content.terms.windows, atMs);
  return {
    penaltyMinor,
    validUntil: validUntilMs === null ? null : instantText(validUntilMs),
    nextPenalty: next && { penalty: toMoney(next.penaltyMinor, currency), from: instantText(next.fromMs) },
  };
}
