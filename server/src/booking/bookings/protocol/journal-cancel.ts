/** Step two of cancelling: penalty guard and journal under one lock. Nothing is sent before it has answered SENT. */
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { randomBase62 } from '../../../platform/ids/ids.ts';
import type { Supplier } from '../../port/supplier.ts';
import { checkOutcome } from '../../reconcile/follow-up.ts';
import { attentionAfterMs } from '../../reconcile/schedule.ts';
import { type PenaltyNow, penaltyAt } from '../../terms/penalty-at.ts';
import { type AttemptLease, insertAttempt, listAttempts } from '../attempt-store.ts';
import type { Booking, CancelIntent } from '../booking.ts';
import { databaseNowMs, lockBooking } from '../booking-store.ts';
import { changeBooking } from '../change-booking.ts';
import type { PeopleSafe } from '../people.ts';
import { RECORD_MS, type RecordAttempt } from './journal-booking.ts';
import { type Decide, untilDecided } from './until-decided.ts';

export interface CancelWish {
  bookingId: string;
  arrivedAtMs: number;
  /** 0: only a free cancellation. */
  maxPenaltyMinor: number;
  reason: string | null;
  supplier: Supplier;
  alongside?: ((tx: Database, bookingId: string) => Promise<void>) | undefined;
  /** What must be on record elsewhere before anything is sent. Where it fails, nothing is journalled. */
  record?: RecordAttempt | undefined;
  /**
   * How long it may take to find out what became of a commit. A journal that turns up later is carried out: who asked must
   * not be told meanwhile that nothing was done.
   */
  decide?: Decide | undefined;
}

export type JournalledCancel =
  | { kind: 'SENT'; booking: Booking; attempt: AttemptLease; penaltyMinor: number }
  /** Behind a booking whose own outcome is open. */
  | { kind: 'QUEUED'; booking: Booking; penaltyMinor: number }
  | { kind: 'ALREADY'; booking: Booking }
  | { kind: 'IN_PROGRESS'; booking: Booking }
  | { kind: 'PENALTY_TOO_HIGH'; booking: Booking; penalty: PenaltyNow }
  /** Rejected, or the stay is over. */
  | { kind: 'NOTHING_TO_CANCEL'; booking: Booking };

type Written = Extract<JournalledCancel, { kind: 'SENT' | 'QUEUED' }>;

const MARK_LENGTH = 20;
/** No request takes longer to get here: a gateway that says otherwise has a wrong clock. */
const LONGEST_REQUEST_MS = 150_000;

export async function journalCancel(
  db: Database,
  safe: PeopleSafe,
  wish: CancelWish,
): Promise<JournalledCancel> {
  const tries = new Map<string, Written>();
  return untilDecided(wish.decide, () => {
    const mark = randomBase62(MARK_LENGTH);
    return inTransaction(db, async tx => {
      const nowMs = await databaseNowMs(tx);
      const arrivedAtMs = Math.min(nowMs, Math.max(wish.arrivedAtMs, nowMs - LONGEST_REQUEST_MS));
      const journalled = await journal(tx, safe, { ...wish, arrivedAtMs }, mark);
      if (journalled.kind === 'SENT' || journalled.kind === 'QUEUED') tries.set(mark, journalled);
      const written = tries.get(journalled.booking.cancel_intent?.mark ?? '');
      return journalled.kind === 'IN_PROGRESS' && written ? stillOurs(tx, written, journalled) : journalled;
    });
  });
}

/** What the state alone decides, without its provider. Undefined where there is something to cancel. */
export function decidedCancel(
  booking: Booking,
): Extract<JournalledCancel, { kind: 'ALREADY' | 'IN_PROGRESS' | 'NOTHING_TO_CANCEL' }> | undefined {
  switch (booking.status) {
    case 'CANCELLED':
      return { kind: 'ALREADY', booking };
    case 'CANCEL_PENDING':
      return { kind: 'IN_PROGRESS', booking };
    case 'REJECTED':
    case 'COMPLETED':
    case 'NO_SHOW':
      return { kind: 'NOTHING_TO_CANCEL', booking };
    default:
      return undefined;
  }
}

async function journal(
  tx: Database,
  safe: PeopleSafe,
  wish: CancelWish,
  mark: string,
): Promise<JournalledCancel> {
  const booking = await lockBooking(tx, wish.bookingId);
  const decided = decidedCancel(booking);
  if (decided) return decided;
  const penalty = penaltyAt(booking.content.terms.windows, wish.arrivedAtMs);
  if (penalty.penaltyMinor > wish.maxPenaltyMinor) return { kind: 'PENALTY_TOO_HIGH', booking, penalty };
  const { penaltyMinor } = penalty;
  const { arrivedAtMs, maxPenaltyMinor } = wish;
  const from = booking.status as CancelIntent['from'];
  const cancel_intent: CancelIntent = { arrivedAtMs, penaltyMinor, maxPenaltyMinor, from, mark };
  const people = wish.reason === null ? undefined : safe.resealPeople(booking, { cancelReason: wish.reason });
  const set = { cancel_intent, ...(people && { people }) };
  await wish.alongside?.(tx, booking.booking_id);
  if (booking.status === 'PENDING') {
    const queued = await changeBooking(tx, safe, booking, { event: { kind: 'CANCEL_QUEUED' }, set });
    return { kind: 'QUEUED', booking: queued, penaltyMinor };
  }
  const sent = await sendCancel(tx, safe, booking, wish.supplier, set);
  await wish.record?.(sent.booking, sent.attempt);
  return { kind: 'SENT', ...sent, penaltyMinor };
}

/** Journals one more call of `cancel`. `booking` must be locked; one that is CANCEL_PENDING already, or over, stays so. */
export async function sendCancel(
  tx: Database,
  safe: PeopleSafe,
  booking: Booking,
  supplier: Supplier,
  set: { cancel_intent?: CancelIntent; people?: Buffer } = {},
): Promise<{ booking: Booking; attempt: AttemptLease }> {
  const leaseMs = supplier.limits.cancel + RECORD_MS;
  const { booking_id: bookingId, provider } = booking;
  const attempt = await insertAttempt(tx, { bookingId, operation: 'cancel', provider, leaseMs });
  await checkOutcome(tx, booking, { delayMs: leaseMs });
  if (booking.status === 'REJECTED' || booking.status === 'CANCELLED') return { booking, attempt };
  const isSent = booking.status === 'CANCEL_PENDING' && booking.status_reason !== 'QUEUED';
  if (isSent) return { booking, attempt };
  const nowMs = await databaseNowMs(tx);
  const resolution = {
    sinceMs: nowMs,
    attempts: 0,
    nextCheckAtMs: nowMs + leaseMs,
    resolveByMs: nowMs + leaseMs + attentionAfterMs(supplier.settlement),
    firstSeenMs: null,
  };
  const actor = booking.status === 'CANCEL_PENDING' ? 'SERVICE' : 'CLIENT';
  const after = await changeBooking(tx, safe, booking, {
    event: { kind: 'CANCEL_SENT' },
    actor,
    set: { ...set, resolution },
  });
  return { booking: after, attempt };
}

/** What a try before has written, whose commit was not heard of, unless somebody has seen to it since. */
async function stillOurs(
  tx: Database,
  written: Written,
  found: Extract<JournalledCancel, { kind: 'IN_PROGRESS' }>,
): Promise<JournalledCancel> {
  const { booking } = found;
  if (written.kind === 'QUEUED') {
    return booking.status_reason === 'QUEUED' ? { ...written, booking } : found;
  }
  const [attempt] = await listAttempts(tx, booking.booking_id);
  const isOpen = attempt?.number === written.attempt.number && attempt.finished_at === null;
  return isOpen ? { ...written, booking } : found;
}
