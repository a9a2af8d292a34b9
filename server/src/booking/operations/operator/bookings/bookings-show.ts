import { showBooking } from '@serai/contract/account/bookings.ts';
import { type OperatorHandler, operate } from '../../../../platform/operations/operator/operator-handler.ts';
import { bookingView } from '../../../bookings/booking-view.ts';
import { listExchanges } from '../../../bookings/exchange-store.ts';
import { listHistoryWithEvidence } from '../../../bookings/history-store.ts';
import { shownExchanges } from '../../../requests/shown-exchanges.ts';
import { getOrganisationBooking, type OperatorParts } from '../operator-parts.ts';

export function bookingsShow({ safe, clock, listDeliveries }: OperatorParts): OperatorHandler {
  return operate(showBooking, async ({ db, organisationId }, { bookingId, includeAudit }) => {
    const booking = await getOrganisationBooking(db, organisationId, bookingId);
    const [history, deliveries] = await Promise.all([
      listHistoryWithEvidence(db, safe, booking),
      listDeliveries(db, organisationId, bookingId),
    ]);
    const audit = includeAudit ? shownExchanges(await listExchanges(db, safe, booking)) : undefined;
    return {
      booking: bookingView(booking, safe.openPeople(booking), clock.nowMs()),
      history,
      deliveries,
      ...(audit && { audit }),
    };
  });
}
