/** Records a decision by staff about a booking. Sends nothing to the provider. */
import { resolveBooking } from '@serai/contract/account/bookings.ts';
import type { z } from 'zod';
import { ApiError } from '../../../platform/api-error.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { fromMoney, toMoney } from '../../../platform/money/minor-units.ts';
import { type AuditState, auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { listAttempts, takeOverAttempt } from '../../bookings/attempt-store.ts';
import type { Booking } from '../../bookings/booking.ts';
import { type BookingChanges, databaseNowMs, lockBooking } from '../../bookings/booking-store.ts';
import { bookingView } from '../../bookings/booking-view.ts';
import { type BookingChange, changeBooking, IllegalChangeError } from '../../bookings/change-booking.ts';
import { SETTLED } from '../../bookings/outcomes/judge-booked.ts';
import { requesterOf } from '../../bookings/outcomes/judge-cancelled.ts';
import type { Supplier } from '../../port/supplier.ts';
import { endOutcomeChecks, followStay, watchForLateConfirmation } from '../../reconcile/follow-up.ts';
import { arrivalMs } from '../../reconcile/schedule.ts';
import { getOrganisationBooking, type OperatorParts } from './operator-parts.ts';

type Resolve = z.output<typeof resolveBooking.input>;

export function bookingsResolve(parts: OperatorParts): OperatorHandler {
  const { safe, clock, recordAudit } = parts;
  return operate(resolveBooking, async (context, input) => {
    const { db, organisationId, actor } = context;
    const { bookingId, decision, evidence } = input;
    const resolved = await inTransaction(db, async tx => {
      await getOrganisationBooking(tx, organisationId, bookingId);
      const before = await lockBooking(tx, bookingId);
      checkVersion(before, input.version);
      const supplier = supplierOf(parts, before);
      if (decision !== 'DISMISSED') await refuseDuringCall(tx, before);
      const change = decideResolution(before, input, await databaseNowMs(tx));
      const note = { evidence: safe.sealWords(before, evidence), by: actor };
      const after = await changeBooking(tx, parts, before, { ...change, actor: 'OPERATOR', note }).catch(
        refuseIllegal(before, decision),
      );
      if (decision !== 'DISMISSED') await planNext(tx, supplier, after);
      const states = { before: stateOf(before), after: { ...stateOf(after), decision } };
      await recordAudit(tx, auditOf(context, { action: resolveBooking.name, target: bookingId, ...states }));
      return after;
    });
    return { booking: bookingView(resolved, safe.openPeople(resolved), clock.nowMs()) };
  });
}

function checkVersion({ version }: Booking, seen: number): void {
  if (version === seen) return;
  const message = `The booking is at version ${version}, not ${seen}. Review it again before deciding.`;
  throw new ApiError('INVALID_STATE', message);
}

export function supplierOf(
  { providers }: Pick<OperatorParts, 'providers'>,
  { provider: code, test_mode }: Booking,
): Supplier {
  const provider = providers.find(code, test_mode);
  if (provider) return provider.supplier;
  const message = `Provider ${code} of this booking is not configured. Connect it again, or correct its credentials, and try again.`;
  throw new ApiError('INVALID_STATE', message);
}

/** Refuses the request while a call to the provider is in progress. Takes over an attempt whose lease has expired. */
async function refuseDuringCall(tx: Database, { booking_id: bookingId }: Booking): Promise<void> {
  const [attempt] = await listAttempts(tx, bookingId);
  if (!attempt || attempt.finished_at || (await takeOverAttempt(tx, bookingId))) return;
  throw callInProgress();
}

export function callInProgress(): ApiError {
  const message = 'A call to the provider about this booking is in progress. Try again shortly.';
  return new ApiError('OPERATION_IN_PROGRESS', message);
}

function refuseIllegal({ status, status_reason }: Booking, decision: string) {
  return (error: unknown): never => {
    if (!(error instanceof IllegalChangeError)) throw error;
    const state = status_reason === null ? status : `${status}/${status_reason}`;
    throw new ApiError('INVALID_STATE', `A booking in state ${state} cannot become ${decision}.`);
  };
}

async function planNext(tx: Database, supplier: Supplier, booking: Booking): Promise<void> {
  if (booking.status === 'CONFIRMED') return followStay(tx, booking, supplier);
  if (booking.status_reason === 'NOT_FOUND_AT_PROVIDER')
    return watchForLateConfirmation(tx, booking, supplier);
  return endOutcomeChecks(tx, booking);
}

function stateOf(booking: Booking): AuditState {
  const { status, status_reason: statusReason, version, needs_attention: needsAttention } = booking;
  return { status, statusReason, version, needsAttention };
}

/** Throws if a field is missing, unexpected or invalid for the decision. The transition table checks the state. */
function decideResolution(booking: Booking, input: Resolve, nowMs: number): BookingChange {
  const { decision, providerReference } = input;
  if (providerReference !== undefined && decision !== 'CONFIRMED' && decision !== 'CANCELLED') {
    throw invalidField('/providerReference', 'NOT_EXPECTED', `Not allowed for the decision ${decision}.`);
  }
  const supplier_ref = providerReference ?? booking.supplier_ref;
  switch (decision) {
    case 'CONFIRMED':
      if (supplier_ref === null) {
        throw invalidField(
          '/providerReference',
          'REQUIRED',
          'Required because the booking has no provider reference yet.',
        );
      }
      // A requested cancellation counts as failed.
      return {
        event: { kind: confirmingEvent(booking) },
        set: { ...SETTLED, confirmed: true, cancel_intent: null, supplier_ref },
      };
    case 'REJECTED':
      return {
        event: {
          kind: 'REFUSED',
          reason: booking.status === 'ON_REQUEST' ? 'PROVIDER_REFUSED' : 'NOT_FOUND_AT_PROVIDER',
        },
        set: SETTLED,
      };
    case 'CANCELLED':
      return {
        event: {
          kind: 'CANCELLED',
          reason: booking.status === 'CANCEL_PENDING' ? requesterOf(booking.cancel_intent) : 'BY_OPERATIONS',
        },
        set: { ...SETTLED, cancelled: true, ...sharesOf(booking, penaltyOf(booking, input)), supplier_ref },
      };
    case 'NO_SHOW':
      if (nowMs < arrivalMs(booking)) {
        throw new ApiError('INVALID_STATE', 'The stay has not started yet, so it cannot be a no-show.');
      }
      return { event: { kind: 'NO_SHOW' }, set: SETTLED };
    case 'DISMISSED':
      if (!booking.needs_attention) {
        throw new ApiError(
          'INVALID_STATE',
          'The booking does not need attention, so there is nothing to dismiss.',
        );
      }
      return { event: { kind: 'ATTENTION_DISMISSED' }, set: { needs_attention: false } };
  }
}

/** A late confirmation can be kept, unless its reservation has since been cancelled. */
function confirmingEvent({ status, status_reason, needs_attention, supplier_ref }: Booking) {
  if (status === 'CANCEL_PENDING') return 'CANCEL_FAILED';
  const isOpen = needs_attention && supplier_ref !== null && status_reason !== 'COMPENSATED';
  const isLate = status === 'REJECTED' && isOpen;
  return isLate ? 'LATE_KEPT' : 'CONFIRMED';
}

/** If staff requested the cancellation and the operator bears its penalty, the partner owes nothing. */
function sharesOf(
  { status, cancel_intent: intent }: Booking,
  penaltyMinor: number,
): Pick<BookingChanges, 'penalty_minor' | 'cancel_intent'> {
  const isBorne = status === 'CANCEL_PENDING' && intent?.operatorPenaltyMinor !== undefined;
  if (!isBorne) return { penalty_minor: penaltyMinor };
  return { penalty_minor: 0, cancel_intent: { ...intent, operatorPenaltyMinor: penaltyMinor } };
}

function penaltyOf({ currency, net_minor }: Booking, { penalty }: Resolve): number {
  if (penalty === undefined)
    throw invalidField('/penalty', 'REQUIRED', 'Required: the cost of the cancellation.');
  if (penalty.currency !== currency) {
    throw invalidField(
      '/penalty/currency',
      'CURRENCY_MISMATCH',
      `Use the currency of the booking, ${currency}.`,
    );
  }
  const penaltyMinor = fromMoney(penalty);
  if (penaltyMinor <= net_minor) return penaltyMinor;
  const { amount } = toMoney(net_minor, currency);
  throw invalidField(
    '/penalty/amount',
    'PENALTY_TOO_HIGH',
    `The penalty must not exceed the price of ${amount}.`,
  );
}

function invalidField(path: string, code: string, message: string): ApiError {
  return new ApiError('VALIDATION_ERROR', message, { details: [{ path, code, message }] });
}
