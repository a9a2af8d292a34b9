/** Records what a person found out about a booking. Sends nothing to the provider. */
import { resolveBooking } from '@serai/contract/account/bookings.ts';
import { ApiError } from '../../../../platform/api-error.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import { inTransaction } from '../../../../platform/database/in-transaction.ts';
import { type AuditState, auditOf } from '../../../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../../../platform/operations/operator/operator-handler.ts';
import { listAttempts, takeOverAttempt } from '../../../bookings/attempt-store.ts';
import type { Booking } from '../../../bookings/booking.ts';
import { databaseNowMs, lockBooking } from '../../../bookings/booking-store.ts';
import { bookingView } from '../../../bookings/booking-view.ts';
import { changeBooking, IllegalChangeError } from '../../../bookings/change-booking.ts';
import type { Supplier } from '../../../port/supplier.ts';
import { followStay, outcomeIsCertain, watchForLate } from '../../../reconcile/follow-up.ts';
import { getOrganisationBooking, type OperatorParts } from '../operator-parts.ts';
import { decideResolution } from './decide-resolution.ts';

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
      if (decision !== 'DISMISSED') await endAttempt(tx, before);
      const change = decideResolution(before, input, await databaseNowMs(tx));
      const note = { evidence: safe.sealWords(before, evidence), by: actor };
      const after = await changeBooking(tx, safe, before, { ...change, actor: 'OPERATOR', note }).catch(
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
  const message = `The booking is at version ${version}, not ${seen}. Look at it again, then decide.`;
  throw new ApiError('INVALID_STATE', message);
}

function supplierOf({ providers }: OperatorParts, { provider: code, test_mode }: Booking): Supplier {
  const provider = providers.find(code, test_mode);
  if (provider) return provider.supplier;
  throw new ApiError('INVALID_STATE', `The provider ${code} of this booking is not configured.`);
}

/** While the provider is being asked, nobody decides. Whoever asked and never came back changes nothing any more. */
async function endAttempt(tx: Database, { booking_id: bookingId }: Booking): Promise<void> {
  const [attempt] = await listAttempts(tx, bookingId);
  if (!attempt || attempt.finished_at || (await takeOverAttempt(tx, bookingId))) return;
  throw new ApiError('OPERATION_IN_PROGRESS', 'The provider is being asked about this booking right now.');
}

function refuseIllegal({ status, status_reason }: Booking, decision: string) {
  return (error: unknown): never => {
    if (!(error instanceof IllegalChangeError)) throw error;
    const state = status_reason === null ? status : `${status}/${status_reason}`;
    throw new ApiError('INVALID_STATE', `A booking that is ${state} cannot become ${decision}.`);
  };
}

async function planNext(tx: Database, supplier: Supplier, booking: Booking): Promise<void> {
  if (booking.status === 'CONFIRMED') return followStay(tx, booking, supplier);
  if (booking.status_reason === 'NOT_FOUND_AT_PROVIDER') return watchForLate(tx, booking, supplier);
  return outcomeIsCertain(tx, booking);
}

function stateOf(booking: Booking): AuditState {
  const { status, status_reason: statusReason, version, needs_attention: needsAttention } = booking;
  return { status, statusReason, version, needsAttention };
}
