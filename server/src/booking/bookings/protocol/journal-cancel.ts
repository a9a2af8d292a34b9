/** Step two of cancelling: checks the penalty and journals the attempt under one lock. Nothing is sent unless it returns SENT. */
import type { PenaltyBearer } from '@serai/contract/account/cancel-booking.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { randomBase62 } from '../../../platform/ids/ids.ts';
import { toMoney } from '../../../platform/money/minor-units.ts';
import type { Supplier } from '../../port/supplier.ts';
import { checkOutcome } from '../../reconcile/follow-up.ts';
import { attentionAfterMs } from '../../reconcile/schedule.ts';
import { type PenaltyNow, penaltyAt } from '../../terms/terms.ts';
import { type AttemptLease, insertAttempt, listAttempts } from '../attempt-store.ts';
import type { Booking, CancelIntent } from '../booking.ts';
import { databaseNowMs, lockBooking } from '../booking-store.ts';
import { type BookingChange, type ChangeParts, changeBooking } from '../change-booking.ts';
import type { PeopleSafe } from '../people.ts';
import { type Decide, RECORD_MS, untilDecided } from './database-outages.ts';
import type { RecordAttempt } from './journal-booking.ts';

export interface StaffCancel {
  /** The staff member who cancels, for the history of the booking. */
  by: string;
  penaltyBorneBy: PenaltyBearer;
}

export interface CancelInput {
  bookingId: string;
  arrivedAtMs: number;
  /** 0 accepts only a free cancellation. */
  maxPenaltyMinor: number;
  reason: string | null;
  staff?: StaffCancel | undefined;
  supplier: Supplier;
  alongside?: ((tx: Database, bookingId: string) => Promise<void>) | undefined;
  /** Writes the attempt log before anything is sent. If it fails, nothing is journalled. */
  record?: RecordAttempt | undefined;
  /**
   * How long to wait for the result of a commit with an unknown outcome. A committed journal is carried out, so until
   * then no response may state that nothing was done.
   */
  decide?: Decide | undefined;
}

export type JournalledCancel =
  | { kind: 'SENT'; booking: Booking; attempt: AttemptLease; penaltyMinor: number }
  /** The cancellation waits until the outcome of the booking is known. */
  | { kind: 'QUEUED'; booking: Booking; penaltyMinor: number }
  | { kind: 'ALREADY'; booking: Booking }
  | { kind: 'IN_PROGRESS'; booking: Booking }
  | { kind: 'PENALTY_TOO_HIGH'; booking: Booking; penalty: PenaltyNow }
  /** The booking was rejected or the stay is over. */
  | { kind: 'NOTHING_TO_CANCEL'; booking: Booking };

type Written = Extract<JournalledCancel, { kind: 'SENT' | 'QUEUED' }>;

const MARK_LENGTH = 20;
/** No request takes longer than this to arrive. An earlier arrival time means that the gateway's clock is wrong. */
const LONGEST_REQUEST_MS = 150_000;

export async function journalCancel(
  db: Database,
  parts: ChangeParts,
  input: CancelInput,
): Promise<JournalledCancel> {
  const tries = new Map<string, Written>();
  return untilDecided(input.decide, () => {
    const mark = randomBase62(MARK_LENGTH);
    return inTransaction(db, async tx => {
      const nowMs = await databaseNowMs(tx);
      const arrivedAtMs = Math.min(nowMs, Math.max(input.arrivedAtMs, nowMs - LONGEST_REQUEST_MS));
      const journalled = await journal(tx, parts, { ...input, arrivedAtMs }, mark);
      if (journalled.kind === 'SENT' || journalled.kind === 'QUEUED') tries.set(mark, journalled);
      const written = tries.get(journalled.booking.cancel_intent?.mark ?? '');
      return journalled.kind === 'IN_PROGRESS' && written
        ? findOwnJournal(tx, written, journalled)
        : journalled;
    });
  });
}

/**
 * Returns the result if the state of the booking already determines it, or undefined if there is something to cancel.
 */
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
  parts: ChangeParts,
  input: CancelInput,
  mark: string,
): Promise<JournalledCancel> {
  const booking = await lockBooking(tx, input.bookingId);
  const decided = decidedCancel(booking);
  if (decided) return decided;
  const penalty = penaltyAt(booking.content.terms.windows, input.arrivedAtMs);
  if (penalty.penaltyMinor > input.maxPenaltyMinor) return { kind: 'PENALTY_TOO_HIGH', booking, penalty };
  const { penaltyMinor } = penalty;
  const { arrivedAtMs, maxPenaltyMinor } = input;
  const from = booking.status as CancelIntent['from'];
  const { staff } = input;
  const shares = staff ? staffShares(staff, penaltyMinor) : { penaltyMinor };
  const cancel_intent: CancelIntent = { arrivedAtMs, ...shares, maxPenaltyMinor, from, mark };
  // The reason that staff give is part of the history, where partners do not see it.
  const cancelReason = staff ? null : input.reason;
  const people = cancelReason === null ? undefined : parts.safe.resealPeople(booking, { cancelReason });
  const set = { cancel_intent, ...(people && { people }) };
  const told = staff && staffChange(parts.safe, booking, input, penaltyMinor);
  await input.alongside?.(tx, booking.booking_id);
  if (booking.status === 'PENDING') {
    const event = { kind: 'CANCEL_QUEUED' } as const;
    const queued = await changeBooking(tx, parts, booking, { event, set, ...told });
    return { kind: 'QUEUED', booking: queued, penaltyMinor };
  }
  const sent = await journalCancelAttempt(tx, parts, booking, input.supplier, set, told);
  await input.record?.(sent.booking, sent.attempt);
  return { kind: 'SENT', ...sent, penaltyMinor };
}

function staffShares({ penaltyBorneBy }: StaffCancel, penaltyMinor: number) {
  return penaltyBorneBy === 'OPERATOR'
    ? { by: 'OPERATOR' as const, penaltyMinor: 0, operatorPenaltyMinor: penaltyMinor }
    : { by: 'OPERATOR' as const, penaltyMinor };
}

function staffChange(
  safe: PeopleSafe,
  booking: Booking,
  { staff, reason }: CancelInput,
  penaltyMinor: number,
): Pick<BookingChange, 'actor' | 'note'> {
  const note = {
    by: staff?.by,
    ...(reason !== null && { evidence: safe.sealWords(booking, reason) }),
    penalty: toMoney(penaltyMinor, booking.currency),
    penaltyBorneBy: staff?.penaltyBorneBy,
  };
  return { actor: 'OPERATOR', note };
}

/**
 * Journals an attempt to cancel. The booking must be locked. Its state does not change if it is REJECTED or CANCELLED,
 * or if a cancellation has already been sent.
 */
export async function journalCancelAttempt(
  tx: Database,
  parts: ChangeParts,
  booking: Booking,
  supplier: Supplier,
  set: { cancel_intent?: CancelIntent; people?: Buffer } = {},
  told: Pick<BookingChange, 'actor' | 'note'> = {},
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
  const after = await changeBooking(tx, parts, booking, {
    event: { kind: 'CANCEL_SENT' },
    actor,
    set: { ...set, resolution },
    ...told,
  });
  return { booking: after, attempt };
}

/** Returns what this request wrote earlier in a commit whose response was lost, unless another process has taken it over since. */
async function findOwnJournal(
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
