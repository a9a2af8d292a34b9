/**
 * Restores attempts that are in the log but not in the restored database. Bookings and cancellations are restored with an unknown
 * outcome, and their jobs look them up. Nothing is sent here.
 */
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Bill } from '../billing-port.ts';
import type { Booking, CancelIntent } from '../bookings/booking.ts';
import { findAnyBooking, insertBooking, lockBooking } from '../bookings/booking-store.ts';
import { changeBooking, postedFor, recordChange } from '../bookings/change-booking.ts';
import { journalCancelAttempt } from '../bookings/protocol/journal-cancel.ts';
import { findTransition } from '../bookings/transitions.ts';
import { eraseBooking } from '../guests/erase-guests.ts';
import type { Provider } from '../provider.ts';
import { checkOutcome } from '../reconcile/follow-up.ts';
import type { ReconcileParts } from '../reconcile/reconcile-parts.ts';
import { attentionAfterMs } from '../reconcile/schedule.ts';
import type { AttemptLine, BookLine, CancelLine } from './attempt-line.ts';
import type { AttemptFiles } from './attempt-log.ts';
import { listKnownAttempts, raiseVersion } from './recovery-store.ts';

const RESTORED = { cause: 'RESTORED' };

const FOREIGN_KEY_VIOLATION = '23503';

/** Returns the number of recreated bookings and of restored cancellations. Idempotent. */
export async function replayAttempts(
  parts: ReconcileParts,
  provider: Provider,
  testMode: boolean,
  files: AttemptFiles,
  erased: ReadonlySet<string>,
): Promise<{ recreated: number; changed: number }> {
  const done = { recreated: 0, changed: 0 };
  // Bookings come first, because one process may have cancelled what another booked, and their files are not ordered.
  for await (const line of newLines(parts, provider, testMode, files)) {
    if (line.operation === 'book' && (await recreate(parts, provider, line, erased))) done.recreated += 1;
  }
  for await (const line of newLines(parts, provider, testMode, files)) {
    if (line.operation === 'cancel' && (await restoreCancellation(parts, provider, line))) done.changed += 1;
  }
  return done;
}

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

/** Returns false if the client reference or quote is used by another booking, or if the partner is not in the backup. */
async function recreate(
  parts: ReconcileParts,
  provider: Provider,
  line: BookLine,
  erased: ReadonlySet<string>,
): Promise<boolean> {
  try {
    return await insertRestored(parts, provider, line, erased);
  } catch (error) {
    if ((error as { code?: unknown }).code !== FOREIGN_KEY_VIOLATION) throw error;
    const { booking_id: bookingId, organisation_id: organisationId } = line.row;
    parts.log.error({ bookingId, organisationId }, 'booking not recreated, its partner is not in the backup');
    return false;
  }
}

function insertRestored(
  { db, safe, billing }: ReconcileParts,
  { supplier }: Provider,
  { row }: BookLine,
  erased: ReadonlySet<string>,
): Promise<boolean> {
  return inTransaction(db, async tx => {
    const begin = findTransition(undefined, { kind: 'JOURNALLED' });
    if (!begin) throw new Error('the transition table allows no new booking');
    const resolveMs = attentionAfterMs(supplier.settlement);
    // The lease has already expired, because the process that sent the request is gone.
    const lastName = safe.openPeople(row)?.holder.lastName;
    const terms = lastName === undefined ? [] : safe.holderTerms(row.organisation_id, lastName);
    const written = await insertBooking(tx, row, { leaseMs: 0, resolveMs }, terms);
    if (written === undefined) return false;
    // The hold was accepted before, so the credit is not checked again.
    if (row.billing) await restoreHold(tx, billing, written.booking, row.billing);
    const after = { ...written.booking, version: await raiseVersion(tx, row.booking_id) };
    const people = safe.openPeople(after);
    await recordChange(tx, safe, {
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

async function restoreHold(
  tx: Database,
  billing: ReconcileParts['billing'],
  booking: Booking,
  bill: Bill,
): Promise<void> {
  if (!billing) throw new Error(`booking ${booking.booking_id} is billed, but there is no ledger`);
  const entries = [{ kind: 'HOLD', amountMinor: bill.held ?? 0 }] as const;
  await billing.post(tx, postedFor(booking, 'SERVICE'), { bill, entries });
}

/** Changes nothing unless the booking is PENDING, ON_REQUEST or CONFIRMED. */
function restoreCancellation(
  parts: ReconcileParts,
  { supplier }: Provider,
  { bookingId, intent }: CancelLine,
): Promise<boolean> {
  return inTransaction(parts.db, async tx => {
    if (intent === null || !(await findAnyBooking(tx, bookingId))) return false;
    const booking = await lockBooking(tx, bookingId);
    const cancel_intent: CancelIntent = { ...intent, isRestored: true };
    switch (booking.status) {
      case 'PENDING':
        await changeBooking(tx, parts, booking, {
          event: { kind: 'CANCEL_QUEUED' },
          set: { cancel_intent: { ...cancel_intent, from: 'PENDING' } },
          note: RESTORED,
        });
        return true;
      case 'CONFIRMED':
      case 'ON_REQUEST':
        await journalCancelAttempt(tx, parts, booking, supplier, { cancel_intent });
        return true;
      default:
        return false;
    }
  });
}
