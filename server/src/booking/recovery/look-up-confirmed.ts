/** Looks up bookings that were confirmed at the time of the backup, because they may have been changed or cancelled since. */
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { enqueue } from '../../platform/jobs/job-store.ts';
import { type Booking, knownBooking } from '../bookings/booking.ts';
import { databaseNowMs, lockBooking } from '../bookings/booking-store.ts';
import { type BookingChange, changeBooking } from '../bookings/change-booking.ts';
import { insertExchanges } from '../bookings/exchange-store.ts';
import { findLastReport } from '../bookings/history-store.ts';
import type { Provider } from '../provider.ts';
import { REREAD } from '../reconcile/follow-up.ts';
import { judgeReread, REREAD_REPORTS, type Report } from '../reconcile/judge-reread.ts';
import type { ReconcileParts } from '../reconcile/reconcile-parts.ts';

export type LookedUp = 'SAME' | 'CHANGED' | 'FAILED';

export async function lookUpConfirmed(
  parts: ReconcileParts,
  provider: Provider,
  seen: Booking,
  signal: AbortSignal,
): Promise<LookedUp> {
  const { db, safe, calls } = parts;
  const exchanges: ProviderExchange[] = [];
  const onExchanges = (made: readonly ProviderExchange[]) => exchanges.push(...made);
  const { organisation_id: organisationId, test_mode: testMode, booking_id: bookingId } = seen;
  const found = await calls.lookup(
    { provider, organisationId, testMode, bookingId, signal, onExchanges },
    knownBooking(safe, seen),
  );
  if (found.kind === 'FAILED' || found.kind === 'INCOMPLETE') return 'FAILED';
  return inTransaction(db, async tx => {
    const booking = await lockBooking(tx, seen.booking_id);
    const reported = (await findLastReport(tx, booking.booking_id, REREAD_REPORTS)) as Report | undefined;
    // The booking was confirmed before the backup, so any supplier has had enough time to show the reservation.
    const change = judgeReread(booking, found, { nowMs: await databaseNowMs(tx), isSettled: true, reported });
    if (change === undefined) return 'SAME';
    await insertExchanges(tx, safe, booking, exchanges);
    await changeBooking(tx, parts, booking, asRestored(change));
    return 'CHANGED';
  });
}

/** It is no longer known who cancelled the booking and what the penalty was, so the booking needs attention. */
function asRestored(change: BookingChange): BookingChange {
  const note = { ...(change.note as object | undefined), restored: true };
  if (change.event.kind !== 'CANCELLED') return { ...change, note };
  return { ...change, set: { ...change.set, needs_attention: true }, note };
}

/** Leaves the booking to the reread job, which looks it up after the recovery. */
export async function lookUpLater({ db }: ReconcileParts, booking: Booking): Promise<void> {
  await enqueue(db, {
    kind: REREAD,
    key: booking.booking_id,
    organisationId: booking.organisation_id,
    delayMs: 0,
  });
}
