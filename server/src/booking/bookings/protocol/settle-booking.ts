/** Applies a verdict to a booking and plans the follow-up, in one transaction. */
import { randomFraction } from '../../../platform/backoff.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Supplier } from '../../port/supplier.ts';
import { checkOutcome, checkOutcomeAt, endOutcomeChecks, followStay } from '../../reconcile/follow-up.ts';
import { attentionAfterMs, checkPauseMs, requestEndMs, requestPauseMs } from '../../reconcile/schedule.ts';
import type { Booking, Resolution } from '../booking.ts';
import { databaseNowMs, saveResolution } from '../booking-store.ts';
import { type ChangeParts, changeBooking } from '../change-booking.ts';
import type { Verdict } from '../outcomes/judge-booked.ts';

/** The booking must be locked. */
export async function settleBooking(
  tx: Database,
  parts: ChangeParts,
  supplier: Supplier,
  booking: Booking,
  { change, next }: Verdict,
): Promise<Booking> {
  const isOpen = next !== 'FOLLOW_STAY' && next !== 'NOTHING';
  const nowMs = isOpen ? await databaseNowMs(tx) : Number.NaN;
  const resolution = resolutionFor(booking, supplier, next, nowMs);
  // An outcome that stays open keeps its original start and deadline.
  if (resolution && !change && booking.resolution) {
    resolution.sinceMs = booking.resolution.sinceMs;
    resolution.resolveByMs = booking.resolution.resolveByMs;
  }
  const set = { ...change?.set, ...(resolution && { resolution }) };
  const nextCheckMs = resolution?.nextCheckAtMs ?? nowMs;
  const follow = (after: Booking) => followUp(tx, after, supplier, next, nextCheckMs);
  if (change) return changeBooking(tx, parts, booking, { ...change, set }, follow);
  if (resolution) await saveResolution(tx, booking.booking_id, resolution);
  await follow(booking);
  return booking;
}

async function followUp(
  tx: Database,
  after: Booking,
  supplier: Supplier,
  next: Verdict['next'],
  nextCheckMs: number,
): Promise<void> {
  switch (next) {
    case 'FOLLOW_STAY':
      return followStay(tx, after, supplier);
    case 'NOTHING':
      return endOutcomeChecks(tx, after);
    case 'AWAIT_HOTEL':
      return checkOutcomeAt(tx, after, { runAtMs: nextCheckMs });
    case 'CHECK':
      return checkOutcome(tx, after, { runAtMs: nextCheckMs });
    case 'CHECK_NOW':
    case 'CANCEL':
      return checkOutcome(tx, after, { delayMs: 0 });
  }
}

/** Returns the check schedule for an outcome that has just become open, or undefined if the outcome is known. */
function resolutionFor(
  booking: Booking,
  { settlement }: Supplier,
  next: Verdict['next'],
  nowMs: number,
): Resolution | undefined {
  const fresh = { sinceMs: nowMs, attempts: 0, firstSeenMs: null };
  switch (next) {
    case 'AWAIT_HOTEL':
      return {
        ...fresh,
        nextCheckAtMs: nowMs + requestPauseMs(0, settlement, randomFraction()),
        resolveByMs: requestEndMs(booking),
      };
    case 'CHECK':
    case 'CHECK_NOW':
    case 'CANCEL':
      return {
        ...fresh,
        nextCheckAtMs: next === 'CHECK' ? nowMs + checkPauseMs(0, settlement, randomFraction()) : nowMs,
        resolveByMs: nowMs + attentionAfterMs(settlement),
      };
    default:
      return undefined;
  }
}
