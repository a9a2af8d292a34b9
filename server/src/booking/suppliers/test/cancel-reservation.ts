/** Cancels what the ledger holds. */
import type { Call } from '../../port/call.ts';
import type { Cancelled } from '../../port/outcomes.ts';
import type { KnownBooking } from '../../port/supplier.ts';
import { actingScenario } from './acting-scenario.ts';
import { waitWithin } from './before-deadline.ts';
import { findReservation, markCancelled } from './ledger-store.ts';
import { reservationNow } from './reservation-now.ts';
import { type Place, type Said, say, silence } from './said.ts';

export async function cancelReservation(
  { code, db, clock }: Place,
  call: Call,
  booking: KnownBooking,
): Promise<Said<Cancelled>> {
  const reference = booking.reference.toUpperCase();
  const row = await findReservation(db, code, reference);
  const now = row && reservationNow(row);
  if (row === undefined || now?.kind === 'HIDDEN') return say({ kind: 'REFUSED' });
  const isOver = now?.kind === 'FOUND' && (now.state === 'CANCELLED' || now.state === 'REFUSED');
  if (isOver) return say({ kind: 'ALREADY' });

  const scenario = actingScenario('cancel', call.scenario, row.hotelId);
  if (scenario === 'cancel.refused') return say({ kind: 'REFUSED' });
  const isDone = await markCancelled(db, code, reference);
  if (scenario === 'cancel.timeout_then_done') {
    await waitWithin(clock, call);
    return silence({ kind: 'UNKNOWN', cause: 'TIMEOUT' });
  }
  // What it costs follows from the terms as booked.
  return say(isDone ? { kind: 'CANCELLED', penaltyMinor: null } : { kind: 'ALREADY' });
}
