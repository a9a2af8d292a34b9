import {
  type CancelAnswer,
  type CancelRequest,
  cancel as operation,
} from '@serai/contract/booking/cancel.ts';
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import { toMinorUnits } from '@serai/contract/shared/money.ts';
import { ApiError } from '../../platform/api-error.ts';
import { toMoney } from '../../platform/money/minor-units.ts';
import { type Handler, handle, type RequestContext, type Result } from '../../platform/operations/handler.ts';
import { instantText } from '../../platform/time/zoned-time.ts';
import type { BookingParts } from '../booking-parts.ts';
import type { Booking } from '../bookings/booking.ts';
import { decidedCancel, type JournalledCancel, journalCancel } from '../bookings/protocol/journal-cancel.ts';
import { sendCancellation } from '../bookings/protocol/send-booking.ts';
import type { Provider } from '../provider.ts';
import { type RequestMode, shownExchanges } from '../request-mode.ts';
import { penaltyAt } from '../terms/terms.ts';
import { getBooking, REPLAYED, respondByMs, shownBooking, statusOf } from './booking-response.ts';
import { checkIdempotencyKey, requestFingerprint } from './idempotency.ts';

type Response = Result<CancelAnswer>;

/** This long after the deadline, the gateway has closed the connection, because it could no longer trust a response. */
const CONNECTION_CLOSED_MS = 1_000;

export function cancel(parts: BookingParts): Handler {
  const { safe, clock, openCalls } = parts;
  return handle(operation, async (context, request) => {
    const { db } = context;
    const startedMs = clock.monotonicMs();
    const { booking, mode } = await getBooking(context, 'cancel', request);
    const maxPenaltyMinor = maxPenaltyOf(request, booking);
    const fingerprint = requestFingerprint(parts.fingerprintKey, 'cancel', request);
    const alongside = await checkIdempotencyKey(db, context, 'cancel', fingerprint);
    if (request.mode === 'QUOTE') {
      const quoted = quoteResponse(parts, booking, context.arrivedAtMs, mode);
      await alongside?.(db, booking.booking_id);
      return quoted;
    }
    const known = decidedCancel(booking);
    if (known) {
      context.sent.set();
      return replayed(commitResponse(parts, checkJournal(known), mode, []));
    }
    parts.recovery.check();
    const provider = findProvider(parts, booking);
    const journalFromMs = clock.monotonicMs();
    const journalled = await journalCancel(db, safe, {
      bookingId: booking.booking_id,
      arrivedAtMs: context.arrivedAtMs,
      maxPenaltyMinor,
      reason: request.reason ?? null,
      supplier: provider.supplier,
      alongside,
      record: (written, attempt) => parts.attemptLog?.append(written, attempt, 'cancel'),
      decide: { clock, untilMs: startedMs + context.timeLeftMs + CONNECTION_CLOSED_MS },
    });
    const written = journalled.booking;
    if (journalled.kind === 'SENT' || journalled.kind === 'QUEUED') {
      context.sent.set(() => commitResponse(parts, written, { ...mode, isAudited: false }, []));
    } else {
      // Another request may have sent the cancellation since the booking was read.
      context.sent.set();
    }
    if (journalled.kind !== 'SENT') {
      const response = commitResponse(parts, checkJournal(journalled), mode, []);
      return journalled.kind === 'QUEUED' ? response : replayed(response);
    }
    const exchanges: ProviderExchange[] = [];
    const endMs = respondByMs(startedMs, context, mode);
    const sent = sendCancellation(
      { ...parts, db },
      {
        provider,
        organisationId: context.organisationId,
        testMode: booking.test_mode,
        attempt: journalled.attempt,
        scenario: mode.scenario,
        journalFromMs,
        respondByMs: endMs,
        onExchanges: made => exchanges.push(...made),
      },
      written,
    );
    const ended = await openCalls.within(sent, endMs - clock.monotonicMs());
    const settled = ended?.booking ?? written;
    if (ended?.isSent === false) checkUnsent(context, settled);
    checkRefusal(settled);
    return commitResponse(parts, settled, mode, exchanges);
  });
}

function findProvider({ providers, calls }: BookingParts, booking: Booking): Provider {
  const { provider: code, organisation_id: organisationId, test_mode: testMode, status } = booking;
  const provider = providers.find(code, testMode);
  // While the outcome of the booking is open, the cancellation is queued and nothing is sent now.
  const mustStart = status === 'CONFIRMED' || status === 'ON_REQUEST';
  const canStart = provider && calls.canStart('cancel', { provider, organisationId, testMode });
  if (provider === undefined || (mustStart && !canStart)) {
    throw new ApiError('SERVICE_UNAVAILABLE', 'The provider is currently unavailable. Nothing was sent.');
  }
  return provider;
}

function replayed(response: Response): Response {
  return { ...response, headers: { ...response.headers, ...REPLAYED } };
}

function maxPenaltyOf({ maxPenalty }: CancelRequest, { currency }: Booking): number {
  if (maxPenalty === undefined) return 0;
  // Precision above the safe integers does not matter, because no booking costs that much.
  if (maxPenalty.currency === currency) return Number(toMinorUnits(maxPenalty));
  const message = `Use the currency of the booking, ${currency}.`;
  const details = [{ path: '/maxPenalty/currency', code: 'CURRENCY_MISMATCH', message }];
  throw new ApiError('VALIDATION_ERROR', message, { details });
}

function checkJournal(journalled: Exclude<JournalledCancel, { kind: 'SENT' }>): Booking {
  const { booking } = journalled;
  const bookingId = booking.booking_id;
  switch (journalled.kind) {
    case 'QUEUED':
    case 'ALREADY':
      return booking;
    case 'IN_PROGRESS':
      if (booking.status_reason !== 'IN_PROGRESS') return booking;
      throw new ApiError('OPERATION_IN_PROGRESS', 'This booking is already being cancelled.', {
        bookingId,
      });
    case 'PENALTY_TOO_HIGH': {
      const penalty = toMoney(journalled.penalty.penaltyMinor, booking.currency);
      const message = `Cancelling now costs ${penalty.amount} ${penalty.currency}.`;
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
function checkRefusal({ status, booking_id: bookingId }: Booking): void {
  if (status !== 'CONFIRMED' && status !== 'ON_REQUEST') return;
  throw new ApiError(
    'CANCELLATION_NOT_ALLOWED',
    'The provider refused the cancellation. The booking is unchanged.',
    { bookingId },
  );
}

/** Throws if the provider certainly did nothing. In this case a 503 response is correct. */
function checkUnsent({ sent }: RequestContext, { status, booking_id: bookingId }: Booking): void {
  if (status !== 'CONFIRMED' && status !== 'ON_REQUEST') return;
  sent.clear();
  const message = 'The provider is currently unavailable. Nothing was cancelled.';
  throw new ApiError('SERVICE_UNAVAILABLE', message, { bookingId });
}

function quoteResponse(parts: BookingParts, booking: Booking, atMs: number, mode: RequestMode): Response {
  const { status, currency, content, booking_id: bookingId } = booking;
  if (status !== 'PENDING' && status !== 'ON_REQUEST' && status !== 'CONFIRMED') {
    throw new ApiError('INVALID_STATE', `The booking is ${status}. There is nothing to cancel.`, {
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

function commitResponse(
  parts: BookingParts,
  booking: Booking,
  mode: RequestMode,
  exchanges: readonly ProviderExchange[],
): Response {
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
