/** Starts the next automatic check of a booking now. The reconciliation job makes the call, never this operation. */
import { checkBooking } from '@serai/contract/account/check-booking.ts';
import { isOpenState } from '@serai/contract/booking/booking-states.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { isCallInProgress } from '../../bookings/attempt-store.ts';
import { lockBooking } from '../../bookings/booking-store.ts';
import { checkOutcome, isCheckUnderWay } from '../../reconcile/follow-up.ts';
import { getOrganisationBooking, type OperatorParts } from './operator-parts.ts';
import { callInProgress, supplierOf } from './resolve-booking.ts';

export function bookingsCheck(parts: Pick<OperatorParts, 'recordAudit' | 'providers'>): OperatorHandler {
  return operate(checkBooking, (context, { bookingId }) =>
    inTransaction(context.db, async tx => {
      await getOrganisationBooking(tx, context.organisationId, bookingId);
      // Of two requests at the same time, the second one waits here and then finds the check of the first.
      const booking = await lockBooking(tx, bookingId);
      if (!isOpenState(booking.status)) {
        const message = 'The outcome of this booking is known, so there is nothing to check.';
        throw new ApiError('INVALID_STATE', message);
      }
      supplierOf(parts, booking);
      if (await isCheckUnderWay(tx, booking)) {
        const message = 'This booking is being checked at the provider. Wait for the result.';
        throw new ApiError('OPERATION_IN_PROGRESS', message);
      }
      // An attempt whose lease has expired is left to the job, which also changes the state of the booking.
      if (await isCallInProgress(tx, bookingId)) throw callInProgress();
      // If the job failed permanently, this starts a new one.
      await checkOutcome(tx, booking, { delayMs: 0 });
      const checksBefore = booking.resolution?.attempts ?? 0;
      const states = { before: null, after: { checksBefore } };
      const entry = { action: checkBooking.name, target: bookingId, ...states };
      await parts.recordAudit(tx, auditOf(context, entry));
      return { checksBefore };
    }),
  );
}
