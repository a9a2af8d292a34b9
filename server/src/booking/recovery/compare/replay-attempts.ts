/**
 * Puts back what the log of attempts knows and the database has forgotten: bookings that were sent, as sent with an unknown outcome,
 * and cancellations that were sent. Their jobs look them up; nothing is sent here.
 */
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { findAnyBooking, insertBooking, lockBooking } from '../../bookings/booking-store.ts';
import { changeBooking, tellChange } from '../../bookings/change-booking.ts';
import { sendCancel } from '../../bookings/protocol/journal-cancel.ts';
import { findTransition } from '../../bookings/transitions.ts';
import { eraseBooking } from '../../guests/erase-booking.ts';
import type { Provider } from '../../provider.ts';
import { checkOutcome } from '../../reconcile/follow-up.ts';
import type { ReconcileParts } from '../../reconcile/reconcile-parts.ts';
import { attentionAfterMs } from '../../reconcile/schedule.ts';
import type { AttemptLine } from '../attempts/attempt-line.ts';
import type { AttemptFiles } from '../attempts/read-attempts.ts';
import { listKnownAttempts, raiseVersion } from './compare-store.ts';

const RESTORED = { cause: 'RESTORED' };

/** Answers how many bookings were made anew and how many cancellations. Safe to run again. */
export async function replayAttempts(
  parts: ReconcileParts,
  provider: Provider,
  testMode: boolean,
  files: AttemptFiles,
  erased: ReadonlySet<string>,
): Promise<{ recreated: number; changed: number }> {
  const done = { recreated: 0, changed: 0 };
  for await (const page of files.read()) {
    const mine = page.filter(line => line.provider === provider.code && line.testMode === testMode);
    const known = await listKnownAttempts(
      parts.db,
      mine.map(({ bookingId }) => bookingId),
    );
    for (const line of mine) {
      if (known.has(`${line.bookingId} ${line.number}`)) continue;
      if (line.operation === 'book')
        done.recreated += (await recreate(parts, provider, line, erased)) ? 1 : 0;
      else done.changed += (await cancelAgain(parts, provider, line)) ? 1 : 0;
    }
  }
  return done;
}

/** False where its client reference or quote belongs to another booking by now. */
function recreate(
  { db, safe }: ReconcileParts,
  { supplier }: Provider,
  { row }: Extract<AttemptLine, { operation: 'book' }>,
  erased: ReadonlySet<string>,
): Promise<boolean> {
  return inTransaction(db, async tx => {
    const begin = findTransition(undefined, { kind: 'JOURNALLED' });
    if (!begin) throw new Error('no booking can begin');
    const resolveMs = attentionAfterMs(supplier.settlement);
    // Its lease has ended: whoever sent it is gone.
    const written = await insertBooking(tx, row, { leaseMs: 0, resolveMs });
    if (written === undefined) return false;
    const after = { ...written.booking, version: await raiseVersion(tx, row.booking_id) };
    const people = safe.openPeople(after);
    await tellChange(tx, safe, {
      ...begin,
      before: undefined,
      after,
      people,
      actor: 'SERVICE',
      note: RESTORED,
    });
    await checkOutcome(tx, after, { delayMs: 0 });
    if (erased.has(row.booking_id)) {
      await eraseBooking(tx, safe, { bookingId: row.booking_id, cause: 'REQUEST', mayErase: () => true });
    }
    return true;
  });
}

/** A booking that is over, or whose cancellation is under way, stays as it is. */
function cancelAgain(
  { db, safe }: ReconcileParts,
  { supplier }: Provider,
  { bookingId, intent }: Extract<AttemptLine, { operation: 'cancel' }>,
): Promise<boolean> {
  return inTransaction(db, async tx => {
    if (intent === null || !(await findAnyBooking(tx, bookingId))) return false;
    return putBack(tx);
  });

  async function putBack(tx: Database): Promise<boolean> {
    const booking = await lockBooking(tx, bookingId);
    const set = { cancel_intent: intent as NonNullable<typeof intent> };
    switch (booking.status) {
      case 'PENDING':
        await changeBooking(tx, safe, booking, {
          event: { kind: 'CANCEL_QUEUED' },
          set: { cancel_intent: { ...set.cancel_intent, from: 'PENDING' } },
          note: RESTORED,
        });
        return true;
      case 'CONFIRMED':
      case 'ON_REQUEST':
        await sendCancel(tx, safe, booking, supplier, set);
        return true;
      default:
        return false;
    }
  }
}
