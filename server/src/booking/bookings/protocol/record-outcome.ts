/** Step four of booking and cancelling: records the outcome once, and only for the holder of the attempt's lease. */
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import type { Booked, Cancelled } from '../../port/outcomes.ts';
import type { Supplier } from '../../port/supplier.ts';
import { AT_COST } from '../../pricing-port.ts';
import { checkOutcome } from '../../reconcile/follow-up.ts';
import { type AttemptLease, finishAttempt, wasFinished } from '../attempt-store.ts';
import type { Booking } from '../booking.ts';
import { lockBooking } from '../booking-store.ts';
import type { ChangeParts } from '../change-booking.ts';
import { insertExchanges } from '../exchange-store.ts';
import { judgeBooked, type Verdict } from '../outcomes/judge-booked.ts';
import { judgeCancelled, judgeLaterCancelled } from '../outcomes/judge-cancelled.ts';
import type { Reprice } from '../outcomes/reprice-booking.ts';
import type { PeopleSafe } from '../people.ts';
import { settleBooking } from './settle-booking.ts';

export interface Recorded {
  booking: Booking;
  /** False if another process had taken over the attempt. The response was stored as evidence, and a check follows immediately. */
  isMine: boolean;
}

export interface CallResult<Outcome> {
  supplier: Supplier;
  attempt: AttemptLease;
  outcome: Outcome;
  exchanges: readonly ProviderExchange[];
}

/** `pricing` prices a cost that changed. It is needed for bookings that were sold with pricing rules. */
export function recordBooked(
  db: Database,
  parts: ChangeParts,
  result: CallResult<Booked>,
  pricing: Reprice = AT_COST,
): Promise<Recorded> {
  return record(db, parts, result, (booking, outcome) => judgeBooked(booking, outcome, pricing));
}

export function recordCancelled(
  db: Database,
  parts: ChangeParts,
  result: CallResult<Cancelled>,
): Promise<Recorded> {
  return record(db, parts, result, judgeCancelled);
}

/** Records a cancellation that a job sent while no client was waiting. */
export function recordLaterCancelled(
  db: Database,
  parts: ChangeParts,
  result: CallResult<Cancelled>,
): Promise<Recorded> {
  return record(db, parts, result, judgeLaterCancelled);
}

/** Stores a response that arrived after its call had timed out, and plans an immediate check of the booking. */
export function recordLate(
  db: Database,
  safe: PeopleSafe,
  bookingId: string,
  exchanges: readonly ProviderExchange[],
): Promise<void> {
  return inTransaction(db, async tx => {
    const booking = await lockBooking(tx, bookingId);
    await insertExchanges(tx, safe, booking, exchanges);
    await checkOutcome(tx, booking, { delayMs: 0 });
  });
}

function record<Outcome extends { kind: string }>(
  db: Database,
  parts: ChangeParts,
  { supplier, attempt, outcome, exchanges }: CallResult<Outcome>,
  judge: (booking: Booking, outcome: Outcome) => Verdict,
): Promise<Recorded> {
  return inTransaction(db, async tx => {
    const [booking, isMine] = await Promise.all([
      lockBooking(tx, attempt.bookingId),
      finishAttempt(tx, attempt, outcome.kind),
    ]);
    if (!isMine && (await wasFinished(tx, attempt))) return { booking, isMine: true };
    const settle = async () => {
      if (isMine) return settleBooking(tx, parts, supplier, booking, judge(booking, outcome));
      await checkOutcome(tx, booking, { delayMs: 0 });
      return booking;
    };
    const [settled] = await Promise.all([settle(), insertExchanges(tx, parts.safe, booking, exchanges)]);
    return { booking: settled, isMine };
  });
}
