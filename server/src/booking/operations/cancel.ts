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
import { checkIdempotencyKey } from '../requests/idempotency.ts';
import { requestFingerprint } from '../requests/request-fingerprint.ts';
import type { RequestMode } from '../requests/request-mode.ts';
import { shownExchanges } from '../requests/shown-exchanges.ts';
import { penaltyAt } from '../terms/penalty-at.ts';
import { answerByMs, getBooking, REPLAYED, shownBooking, statusOf } from './booking-answer.ts';

type Answer = Result<CancelAnswer>;

/** After the time of the request: the gateway has then closed the connection, because any answer could be wrong. */
const NOBODY_LISTENS_MS = 1_000;

export function cancel(parts: BookingParts): Handler {
  const { safe, clock, openCalls } = parts;
  return handle(operation, async (context, request) => {
    const { db } = context;
    const beganMs = clock.monotonicMs();
    const { booking, mode } = await getBooking(context, 'cancel', request);
    const maxPenaltyMinor = maxPenaltyOf(request, booking);
    const fingerprint = requestFingerprint(parts.fingerprintKey, 'cancel', request);
    const alongside = await checkIdempotencyKey(db, context, 'cancel', fingerprint);
    if (request.mode === 'QUOTE') {
      const quoted = quoteAnswer(parts, booking, context.arrivedAtMs, mode);
      await alongside?.(db, booking.booking_id);
      return quoted;
    }
    const known = decidedCancel(booking);
    if (known) {
      context.sent.set();
      return repeated(commitAnswer(parts, checkJournal(known), mode, []));
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
      decide: { clock, untilMs: beganMs + context.timeLeftMs + NOBODY_LISTENS_MS },
    });
    const written = journalled.booking;
    if (journalled.kind === 'SENT' || journalled.kind === 'QUEUED') {
      context.sent.set(() => commitAnswer(parts, written, { ...mode, isAudited: false }, []));
    } else {
      // Another request may have sent the cancellation since the booking was read.
      context.sent.set();
    }
    if (journalled.kind !== 'SENT') {
      const answer = commitAnswer(parts, checkJournal(journalled), mode, []);
      return journalled.kind === 'QUEUED' ? answer : repeated(answer);
    }
    const exchanges: ProviderExchange[] = [];
    const endMs = answerByMs(beganMs, context, mode);
    const sent = sendCancellation(
      { ...parts, db },
      {
        provider,
        organisationId: context.organisationId,
        testMode: booking.test_mode,
        attempt: journalled.attempt,
        scenario: mode.scenario,
        journalFromMs,
        answerByMs: endMs,
        onExchanges: made => exchanges.push(...made),
      },
      written,
    );
    const ended = await openCalls.within(sent, endMs - clock.monotonicMs());
    const settled = ended?.booking ?? written;
    if (ended?.isSent === false) checkUnsent(context, settled);
    checkRefusal(settled);
    return commitAnswer(parts, settled, mode, exchanges);
  });
}

function findProvider({ providers, calls }: BookingParts, booking: Booking): Provider {
  const { provider: code, organisation_id: organisationId, test_mode: testMode, status } = booking;
  const provider = providers.find(code, testMode);
  // Behind an open outcome nothing is sent now.
  const mustStart = status === 'CONFIRMED' || status === 'ON_REQUEST';
  const canStart = provider && calls.canStart('cancel', { provider, organisationId, testMode });
  if (provider === undefined || (mustStart && !canStart)) {
    throw new ApiError('SERVICE_UNAVAILABLE', 'The provider cannot be reached now. Nothing was sent.');
  }
  return provider;
}

function repeated(answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers, ...REPLAYED } };
}

function maxPenaltyOf({ maxPenalty }: CancelRequest, { currency }: Booking): number {
  if (maxPenalty === undefined) return 0;
  // Above the safe numbers it is more than any booking costs.
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

/** The same, and the provider certainly did nothing: a 503 is then true. */
function checkUnsent({ sent }: RequestContext, { status, booking_id: bookingId }: Booking): void {
  if (status !== 'CONFIRMED' && status !== 'ON_REQUEST') return;
  sent.clear();
  const message = 'The provider cannot be reached now. Nothing was cancelled.';
  throw new ApiError('SERVICE_UNAVAILABLE', message, { bookingId });
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
