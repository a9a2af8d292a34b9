import { exportGuests } from '@serai/contract/account/guests.ts';
import type { z } from 'zod';
import type { Database } from '../../../../platform/database/connect.ts';
import { inTransaction } from '../../../../platform/database/in-transaction.ts';
import { isoTime } from '../../../../platform/iso-time.ts';
import { auditOf } from '../../../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../../../platform/operations/operator/operator-handler.ts';
import type { Booking } from '../../../bookings/booking.ts';
import { bookingView } from '../../../bookings/booking-view.ts';
import { listExchanges } from '../../../bookings/exchange-store.ts';
import { listHistoryWithEvidence } from '../../../bookings/history-store.ts';
import { shownExchanges } from '../../../requests/shown-exchanges.ts';
import type { OperatorParts } from '../operator-parts.ts';
import { chooseBookings } from './choose-bookings.ts';

type Exported = z.input<typeof exportGuests.output>['bookings'][number];

export function guestsExport(parts: OperatorParts): OperatorHandler {
  const { clock, recordAudit } = parts;
  return operate(exportGuests, async (context, input) => {
    const { db } = context;
    const { bookings, hasMore } = await chooseBookings(parts, context, input);
    // Before anything is shown: nobody reads people's data unseen.
    await inTransaction(db, async tx => {
      for (const { booking_id: target } of bookings) {
        await recordAudit(
          tx,
          auditOf(context, { action: exportGuests.name, target, before: null, after: null }),
        );
      }
    });
    const exported: Exported[] = [];
    for (const booking of bookings) exported.push(await exportOne(parts, db, booking));
    return { exportedAt: isoTime(clock.nowMs()), bookings: exported, hasMore };
  });
}

async function exportOne(
  { safe, clock, listDeliveries }: OperatorParts,
  db: Database,
  booking: Booking,
): Promise<Exported> {
  const people = safe.openPeople(booking);
  const history = await listHistoryWithEvidence(db, safe, booking);
  const exchanges = await listExchanges(db, safe, booking);
  const deliveries = await listDeliveries(db, booking.organisation_id, booking.booking_id);
  return {
    booking: bookingView(booking, people, clock.nowMs()),
    cancelReason: people?.cancelReason ?? null,
    history: history.map(({ by: _, note: __, ...entry }) => entry),
    audit: shownExchanges(exchanges),
    deliveries: deliveries.map(({ deliveryId, endpointId, eventId, eventType, status, createdAt }) => ({
      deliveryId,
      endpointId,
      eventId,
      eventType,
      status,
      createdAt,
    })),
  };
}
