/** Cancels a booking at its provider on behalf of the partner. Follows the same protocol as the partner's own cancellation. */
import {
  cancelBooking,
  DEFAULT_PENALTY_BEARER,
  type PenaltyBearer,
} from '@serai/contract/account/cancel-booking.ts';
import { GATEWAY_MARGIN_MS, TIMEOUTS } from '@serai/contract/shared/settings.ts';
import type { z } from 'zod';
import { ApiError } from '../../../platform/api-error.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { toMoney } from '../../../platform/money/minor-units.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../../platform/operations/operator/operator-handler.ts';
import type { BookingParts } from '../../booking-parts.ts';
import { type Booking, isFreeCancellation, knownBooking, penaltyOwedMinor } from '../../bookings/booking.ts';
import { bookingView } from '../../bookings/booking-view.ts';
import {
  decidedCancel,
  type JournalledCancel,
  journalCancel,
} from '../../bookings/protocol/journal-cancel.ts';
import { sendCancellation } from '../../bookings/protocol/send-booking.ts';
import type { ReconcileParts } from '../../reconcile/reconcile-parts.ts';
import {
  checkCancelJournal,
  checkRefusal,
  findCancelProvider,
  maxPenaltyOf,
  quotePenalty,
} from '../cancellation.ts';
import { getOrganisationBooking, type OperatorParts } from './operator-parts.ts';

export type CancelParts = Omit<OperatorParts, 'calls'> &
  Omit<ReconcileParts, 'db'> &
  Pick<BookingParts, 'recovery' | 'attemptLog' | 'openCalls'>;

type Input = z.output<typeof cancelBooking.input>;
type Output = z.input<typeof cancelBooking.output>;
type Journalled = Extract<JournalledCancel, { kind: 'SENT' }>;

export function bookingsCancel(parts: CancelParts): OperatorHandler {
  return operate(cancelBooking, async (context, input) => {
    const { db, organisationId } = context;
    const nowMs = parts.clock.nowMs();
    const booking = await getOrganisationBooking(db, organisationId, input.bookingId);
    const maxPenaltyMinor = maxPenaltyOf(input, booking);
    if (input.mode === 'QUOTE') {
      const { penaltyMinor, ...changes } = quotePenalty(booking, nowMs);
      const providerPenalty = await askProvider(parts, booking);
      return { ...amounts(parts, booking, penaltyMinor, null), ...changes, providerPenalty };
    }
    const decided = decidedCancel(booking);
    if (decided) return commitAnswer(parts, checkCancelJournal(decided));
    parts.recovery.check();
    return commit(parts, context, { booking, input, maxPenaltyMinor, nowMs });
  });
}

/** Returns the penalty that the provider would charge now, or null if it does not support this query or the query fails. */
async function askProvider(parts: CancelParts, booking: Booking): Promise<Output['providerPenalty']> {
  const { provider: code, organisation_id: organisationId, test_mode: testMode } = booking;
  const { booking_id: bookingId } = booking;
  const provider = parts.providers.find(code, testMode);
  if (provider?.supplier.cancelQuote === undefined || booking.status === 'PENDING') return null;
  const timeLeftMs = TIMEOUTS.cancel.default;
  const quoted = await parts.calls.cancelQuote(
    { provider, organisationId, testMode, bookingId, timeLeftMs },
    knownBooking(parts.safe, booking),
  );
  return quoted.kind === 'OK' ? toMoney(quoted.value.penaltyMinor, booking.supplier_currency) : null;
}

interface Commit {
  booking: Booking;
  input: Input;
  maxPenaltyMinor: number;
  nowMs: number;
}

async function commit(
  parts: CancelParts,
  context: OperatorContext,
  { booking, input, maxPenaltyMinor, nowMs }: Commit,
): Promise<Output> {
  const { clock } = parts;
  const { penaltyBorneBy = DEFAULT_PENALTY_BEARER, reason = null } = input;
  const provider = findCancelProvider(parts, booking);
  const journalFromMs = clock.monotonicMs();
  const journalled = await journalCancel(context.db, parts, {
    bookingId: booking.booking_id,
    arrivedAtMs: nowMs,
    maxPenaltyMinor,
    reason,
    staff: { by: context.actor, penaltyBorneBy },
    supplier: provider.supplier,
    alongside: tx => recordCancel(parts, tx, context, booking, penaltyBorneBy),
    record: (written, attempt) => parts.attemptLog?.append(written, attempt, 'cancel'),
    decide: { clock, untilMs: journalFromMs + GATEWAY_MARGIN_MS },
  });
  if (journalled.kind !== 'SENT') return commitAnswer(parts, checkCancelJournal(journalled));
  return commitAnswer(parts, await send(parts, context.db, journalled, { provider, journalFromMs }));
}

async function send(
  parts: CancelParts,
  db: Database,
  { booking, attempt }: Journalled,
  { provider, journalFromMs }: { provider: ReturnType<typeof findCancelProvider>; journalFromMs: number },
): Promise<Booking> {
  const { clock, openCalls } = parts;
  const endMs = journalFromMs + TIMEOUTS.cancel.default;
  const sent = sendCancellation(
    { ...parts, db },
    {
      provider,
      organisationId: booking.organisation_id,
      testMode: booking.test_mode,
      attempt,
      scenario: undefined,
      journalFromMs,
      respondByMs: endMs,
      onExchanges: () => {},
    },
    booking,
  );
  const ended = await openCalls.within(sent, endMs - clock.monotonicMs());
  const settled = ended?.booking ?? booking;
  const isActive = settled.status === 'CONFIRMED' || settled.status === 'ON_REQUEST';
  if (ended?.isSent === false && isActive) {
    const message = 'The provider is currently unavailable. Nothing was cancelled. Try again shortly.';
    throw new ApiError('SERVICE_UNAVAILABLE', message, { bookingId: booking.booking_id });
  }
  checkRefusal(settled);
  return settled;
}

async function recordCancel(
  { recordAudit }: CancelParts,
  tx: Database,
  context: OperatorContext,
  { booking_id: target, status, version }: Booking,
  penaltyBorneBy: PenaltyBearer,
): Promise<void> {
  const states = { before: { status, version }, after: { status: 'CANCEL_PENDING', penaltyBorneBy } };
  await recordAudit(tx, auditOf(context, { action: cancelBooking.name, target, ...states }));
}

/** Also used for a booking that had already been cancelled. */
function commitAnswer(parts: CancelParts, booking: Booking): Output {
  const ofOperator = booking.cancel_intent?.operatorPenaltyMinor;
  if (ofOperator === undefined) return amounts(parts, booking, penaltyOwedMinor(booking), 'PARTNER');
  return amounts(parts, booking, isFreeCancellation(booking) ? 0 : ofOperator, 'OPERATOR');
}

function amounts(
  { safe, clock }: CancelParts,
  booking: Booking,
  penaltyMinor: number,
  penaltyBorneBy: PenaltyBearer | null,
): Output {
  const { currency, net_minor: netMinor } = booking;
  const refundMinor = penaltyBorneBy === 'OPERATOR' ? netMinor : netMinor - penaltyMinor;
  return {
    booking: bookingView(booking, safe.openPeople(booking), clock.nowMs()),
    penalty: toMoney(penaltyMinor, currency),
    penaltyBorneBy,
    refund: toMoney(refundMinor, currency),
  };
}
