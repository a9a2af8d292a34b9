/** Step four of booking and of cancelling: what the supplier said, written once and only by who still holds the attempt. */
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import type { Booked, Cancelled } from '../../port/outcomes.ts';
import type { Supplier } from '../../port/supplier.ts';
import { checkOutcome } from '../../reconcile/follow-up.ts';
import { type AttemptLease, finishAttempt, wasFinished } from '../attempt-store.ts';
import type { Booking } from '../booking.ts';
import { lockBooking } from '../booking-store.ts';
import { insertExchanges } from '../exchange-store.ts';
import { judgeBooked, type Verdict } from '../outcomes/judge-booked.ts';
import { judgeCancelled, judgeLaterCancelled } from '../outcomes/judge-cancelled.ts';
import type { PeopleSafe } from '../people.ts';
import { settleBooking } from './settle-booking.ts';

export interface Recorded {
  booking: Booking;
  /** False: the attempt had been taken over. The answer was kept as evidence, and a check follows at once. */
  isMine: boolean;
}

export interface Answered<Outcome> {
  supplier: Supplier;
  attempt: AttemptLease;
  outcome: Outcome;
  exchanges: readonly ProviderExchange[];
}

export function recordBooked(db: Database, safe: PeopleSafe, answered: Answered<Booked>): Promise<Recorded> {
  return record(db, safe, answered, judgeBooked);
}

export function recordCancelled(
  db: Database,
  safe: PeopleSafe,
  answered: Answered<Cancelled>,
): Promise<Recorded> {
  return record(db, safe, answered, judgeCancelled);
}

/** Of a cancellation that the service sent by itself. */
export function recordLaterCancelled(
  db: Database,
  safe: PeopleSafe,
  answered: Answered<Cancelled>,
): Promise<Recorded> {
  return record(db, safe, answered, judgeLaterCancelled);
}

/** An answer that came when its call already counted as unknown: evidence, and a reason to look at once. */
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
  safe: PeopleSafe,
  { supplier, attempt, outcome, exchanges }: Answered<Outcome>,
  judge: (booking: Booking, outcome: Outcome) => Verdict,
): Promise<Recorded> {
  return inTransaction(db, async tx => {
    const [booking, isMine] = await Promise.all([
      lockBooking(tx, attempt.bookingId),
      finishAttempt(tx, attempt, outcome.kind),
    ]);
    if (!isMine && (await wasFinished(tx, attempt))) return { booking, isMine: true };
    const settle = async () => {
      if (isMine) return settleBooking(tx, safe, supplier, booking, judge(booking, outcome));
      await checkOutcome(tx, booking, { delayMs: 0 });
      return booking;
    };
    const [settled] = await Promise.all([settle(), insertExchanges(tx, safe, booking, exchanges)]);
    return { booking: settled, isMine };
  });
}
