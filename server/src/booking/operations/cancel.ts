import {
  type CancelAnswer,
  type CancelRequest,
  cancel as operation,
} from '@serai/contract/booking/cancel.ts';
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import { ApiError } from '../../platform/api-error.ts';
import { fromMoney, toMoney } from '../../platform/money/minor-units.ts';
import { type Handler, handle, type Result } from '../../platform/operations/handler.ts';
import { instantText } from '../../platform/time/instant-text.ts';
import type { BookingParts } from '../booking-parts.ts';
import type { Booking } from '../bookings/booking.ts';
import { type JournalledCancel, journalCancel } from '../bookings/journal-cancel.ts';
import { sendCancellation } from '../bookings/send-booking.ts';
import type { Provider } from '../provider.ts';
import { checkIdempotencyKey } from '../requests/idempotency.ts';
import { requestFingerprint } from '../requests/request-fingerprint.ts';
import { type RequestMode, requestMode } from '../requests/request-mode.ts';
import { shownExchanges } from '../requests/shown-exchanges.ts';
import { penaltyAt } from '../terms/penalty-at.ts';
import { getBooking, REPLAYED, shownBooking, statusOf } from './booking-answer.ts';

type Answer = Result<CancelAnswer>;

export function cancel(parts: BookingParts): Handler {
  const { db, safe, clock, openCalls } = parts;
  return handle(operation, async (context, request) => {
    const beganMs = clock.monotonicMs();
    const booking = await getBooking(parts, context, request);
    const mode = requestMode(context, 'cancel', request.settings, booking.test_mode);
    if (mode.testMode !== booking.test_mode) throw otherMode();
    if (request.mode === 'QUOTE') return quoteAnswer(parts, booking, context.arrivedAtMs, mode);
    const fingerprint = requestFingerprint('cancel', request);
    const { bookingId: before, alongside } = await checkIdempotencyKey(db, context, 'cancel', fingerprint);
    const provider = findProvider(parts, booking);
    const journalled = await journalCancel(db, safe, {
      bookingId: booking.booking_id,
      arrivedAtMs: context.arrivedAtMs,
      maxPenaltyMinor: maxPenaltyOf(request, booking),
      reason: request.reason ?? null,
      supplier: provider.supplier,
      alongside,
    });
    if (journalled.kind !== 'SENT') {
      const replayed = journalled.kind === 'ALREADY' || journalled.kind === 'IN_PROGRESS';
      const answer = commitAnswer(parts, checkJournal(journalled, before), mode, []);
      return replayed ? { ...answer, headers: { ...answer.headers, ...REPLAYED } } : answer;
    }
    const exchanges: ProviderExchange[] = [];
    const sent = sendCancellation(
      parts,
      {
        provider,
        testMode: booking.test_mode,
        attempt: journalled.attempt,
        scenario: mode.scenario,
        onExchanges: made => exchanges.push(...made),
      },
      journalled.booking,
    );
    const waitMs = mode.timeoutMs - (clock.monotonicMs() - beganMs);
    const settled = (await openCalls.within(sent, waitMs)) ?? journalled.booking;
    checkRefusal(settled);
    return commitAnswer(parts, settled, mode, exchanges);
  });
}

function findProvider({ providers, calls }: BookingParts, booking: Booking): Provider {
  const { provider: code, test_mode: testMode } = booking;
  const provider = providers.find(code, testMode);
  if (provider === undefined || !calls.canStart('cancel', { provider, testMode })) {
    throw new ApiError('SERVICE_UNAVAILABLE', 'The provider cannot be reached now. Nothing was sent.');
  }
  return provider;
}

function maxPenaltyOf({ maxPenalty }: CancelRequest, { currency }: Booking): number {
  if (maxPenalty === undefined) return 0;
  if (maxPenalty.currency === currency) return fromMoney(maxPenalty);
  const message = `Use the currency of the booking, ${currency}.`;
  const details = [{ path: '/maxPenalty/currency', code: 'CURRENCY_MISMATCH', message }];
  throw new ApiError('VALIDATION_ERROR', message, { details });
}

/** `before`: this very request was made before under its idempotency key. */
function checkJournal(
  journalled: Exclude<JournalledCancel, { kind: 'SENT' }>,
  before: string | undefined,
): Booking {
  const { booking } = journalled;
  const bookingId = booking.booking_id;
  switch (journalled.kind) {
    case 'QUEUED':
    case 'ALREADY':
      return booking;
    case 'IN_PROGRESS':
      if (before !== undefined || booking.status_reason !== 'IN_PROGRESS') return booking;
      throw new ApiError('OPERATION_IN_PROGRESS', 'A cancellation of this booking is under way.', {
        bookingId,
      });
    case 'PENALTY_TOO_HIGH': {
      const penalty = toMoney(journalled.penalty.penaltyMinor, booking.currency);
      const message = `Cancelling now costs ${penalty.amount} ${penalty.currency}.`;
      const details = [{ path: '/maxPenalty', code: 'PENALTY', message, penalty }];
      throw new ApiError('CANCELLATION_PENALTY_CHANGED', message, { bookingId, details });
    }
    case 'NOTHING_TO_CANCEL':
      throw new ApiError('INVALID_STATE', `The booking is ${booking.status}; there is nothing to cancel.`, {
        bookingId,
      });
  }
}

/** The call has ended, and the booking stands. */
function checkRefusal({ status, booking_id: bookingId }: Booking): void {
  if (status !== 'CONFIRMED' && status !== 'ON_REQUEST') return;
  throw new ApiError('CANCELLATION_NOT_ALLOWED', 'The provider refused. The booking stands.', { bookingId });
}

function quoteAnswer(parts: BookingParts, booking: Booking, atMs: number, mode: RequestMode): Answer {
  const { status, currency, content, booking_id: bookingId } = booking;
  if (status !== 'PENDING' && status !== 'ON_REQUEST' && status !== 'CONFIRMED') {
    throw new ApiError('INVALID_STATE', `The booking is ${status}; there is nothing to cancel.`, {
      bookingId,
    });
  }
  const { penaltyMinor, validUntilMs, next } = penaltyAt(content.terms.windows, atMs);
  return {
    data: {
      ...amounts(parts, booking, penaltyMinor),
      validUntil: validUntilMs === null ? null : instantText(validUntilMs),
      nextPenalty: next && { penalty: toMoney(next.penaltyMinor, currency), from: instantText(next.fromMs) },
    },
    testMode: booking.test_mode,
    warnings: mode.warnings,
    bookingId,
  };
}

function commitAnswer(
  parts: BookingParts,
  booking: Booking,
  mode: RequestMode,
  exchanges: readonly ProviderExchange[],
): Answer {
  return {
    data: {
      ...amounts(parts, booking, booking.penalty_minor ?? booking.cancel_intent?.penaltyMinor ?? 0),
      ...(mode.isAudited && { audit: shownExchanges(exchanges) }),
    },
    ...statusOf(booking),
    testMode: booking.test_mode,
    warnings: mode.warnings,
    bookingId: booking.booking_id,
  };
}

function amounts(
  parts: BookingParts,
  booking: Booking,
  penaltyMinor: number,
): Pick<CancelAnswer, 'booking' | 'penalty' | 'refund'> {
  const { currency, net_minor: netMinor } = booking;
  return {
    booking: shownBooking(parts, booking),
    penalty: toMoney(penaltyMinor, currency),
    refund: toMoney(netMinor - penaltyMinor, currency),
  };
}

function otherMode(): ApiError {
  return new ApiError('BOOKING_NOT_FOUND', 'There is no such booking in this mode.');
}
