/**
 * Puts back what the log of attempts knows and the database has forgotten: bookings that were sent, as sent with an unknown outcome,
 * and cancellations that were sent. Their jobs look them up; nothing is sent here.
 */
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import type { CancelIntent } from '../../bookings/booking.ts';
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

/** What the database says of a row that refers to one it does not have. */
const NO_SUCH_ROW = '23503';

/** Answers how many bookings were made anew and how many cancellations. Safe to run again. */
export async function replayAttempts(
  parts: ReconcileParts,
  provider: Provider,
  testMode: boolean,
  files: AttemptFiles,
  erased: ReadonlySet<string>,
): Promise<{ recreated: number; changed: number }> {
  const done = { recreated: 0, changed: 0 };
  // All bookings first: one process may have booked what another cancelled, and their files have no order.
  for await (const line of newLines(parts, provider, testMode, files)) {
    if (line.operation === 'book' && (await recreate(parts, provider, line, erased))) done.recreated += 1;
  }
  for await (const line of newLines(parts, provider, testMode, files)) {
    if (line.operation === 'cancel' && (await cancelAgain(parts, provider, line))) done.changed += 1;
  }
  return done;
}

/** Lines of which the journal has no attempt. */
async function* newLines(
  { db }: ReconcileParts,
  provider: Provider,
  testMode: boolean,
  files: AttemptFiles,
): AsyncGenerator<AttemptLine> {
  for await (const page of files.read()) {
    const mine = page.filter(line => line.provider === provider.code && line.testMode === testMode);
    const known = await listKnownAttempts(
      db,
      mine.map(({ bookingId }) => bookingId),
    );
    yield* mine.filter(line => !known.has(`${line.bookingId} ${line.number}`));
  }
}

/** False where its client reference or quote belongs to another booking by now, or its organisation came after the backup. */
async function recreate(
  parts: ReconcileParts,
  provider: Provider,
  line: Extract<AttemptLine, { operation: 'book' }>,
  erased: ReadonlySet<string>,
): Promise<boolean> {
  try {
    return await insertAnew(parts, provider, line, erased);
  } catch (error) {
    if ((error as { code?: unknown }).code !== NO_SUCH_ROW) throw error;
    const { booking_id: bookingId, organisation_id: organisationId } = line.row;
    parts.log.error({ bookingId, organisationId }, 'a booking of an organisation that is not in the backup');
    return false;
  }
}

function insertAnew(
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
    const cancel_intent: CancelIntent = { ...(intent as CancelIntent), isRestored: true };
    switch (booking.status) {
      case 'PENDING':
        await changeBooking(tx, safe, booking, {
          event: { kind: 'CANCEL_QUEUED' },
          set: { cancel_intent: { ...cancel_intent, from: 'PENDING' } },
          note: RESTORED,
        });
        return true;
      case 'CONFIRMED':
      case 'ON_REQUEST':
        await sendCancel(tx, safe, booking, supplier, { cancel_intent });
        return true;
      default:
        return false;
    }
  }
}
