import { type CancelAnswer, cancel as operation } from '@serai/contract/booking/cancel.ts';
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import { ApiError } from '../../platform/api-error.ts';
import { toMoney } from '../../platform/money/minor-units.ts';
import { type Handler, handle, type RequestContext, type Result } from '../../platform/operations/handler.ts';
import type { BookingParts } from '../booking-parts.ts';
import { type Booking, penaltyOwedMinor } from '../bookings/booking.ts';
import { decidedCancel, journalCancel } from '../bookings/protocol/journal-cancel.ts';
import { sendCancellation } from '../bookings/protocol/send-booking.ts';
import { clientOf, type RequestMode, shownExchanges } from '../request-mode.ts';
import { getBooking, REPLAYED, respondByMs, shownBooking, statusOf } from './booking-response.ts';
import {
  checkCancelJournal,
  checkRefusal,
  findCancelProvider,
  maxPenaltyOf,
  quotePenalty,
} from './cancellation.ts';
import { checkIdempotencyKey, requestFingerprint } from './idempotency.ts';

type Response = Result<CancelAnswer>;

/** This long after the deadline, the gateway has closed the connection, so no response can reach it. */
const CONNECTION_CLOSED_MS = 1_000;

export function cancel(parts: BookingParts): Handler {
  const { clock, openCalls } = parts;
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
      return replayed(commitResponse(parts, checkCancelJournal(known), mode, []));
    }
    parts.recovery.check();
    const provider = findCancelProvider(parts, booking);
    const journalFromMs = clock.monotonicMs();
    const journalled = await journalCancel(db, parts, {
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
      const response = commitResponse(parts, checkCancelJournal(journalled), mode, []);
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
        client: clientOf(context),
        requestId: context.requestId,
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

function replayed(response: Response): Response {
  return { ...response, headers: { ...response.headers, ...REPLAYED } };
}

/** Throws a 503 error if the provider certainly did nothing. */
function checkUnsent({ sent }: RequestContext, { status, booking_id: bookingId }: Booking): void {
  if (status !== 'CONFIRMED' && status !== 'ON_REQUEST') return;
  sent.clear();
  const message = 'The provider is currently unavailable. Nothing was cancelled. Try again shortly.';
  throw new ApiError('SERVICE_UNAVAILABLE', message, { bookingId });
}

function quoteResponse(parts: BookingParts, booking: Booking, atMs: number, mode: RequestMode): Response {
  const { penaltyMinor, ...changes } = quotePenalty(booking, atMs);
  return {
    data: { ...amounts(parts, booking, penaltyMinor), ...changes },
    testMode: booking.test_mode,
    warnings: mode.warnings,
    bookingId: booking.booking_id,
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
      ...amounts(parts, booking, penaltyOwedMinor(booking)),
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
