/** Writes what an answer made of a booking, and plans what comes next, in one transaction. */
import type { Database } from '../../../platform/database/connect.ts';
import type { Supplier } from '../../port/supplier.ts';
import {
  checkOutcome,
  checkOutcomeAt,
  followStay,
  jitter,
  outcomeIsCertain,
} from '../../reconcile/follow-up.ts';
import { attentionAfterMs, checkPauseMs, requestPauseMs } from '../../reconcile/schedule.ts';
import { requestEndMs } from '../../reconcile/stay-times.ts';
import type { Booking, Resolution } from '../booking.ts';
import { databaseNowMs, saveResolution } from '../booking-store.ts';
import { changeBooking } from '../change-booking.ts';
import type { Verdict } from '../outcomes/judge-booked.ts';
import type { PeopleSafe } from '../people.ts';

/** `booking` must be locked. */
export async function settleBooking(
  tx: Database,
  safe: PeopleSafe,
  supplier: Supplier,
  booking: Booking,
  { change, next }: Verdict,
): Promise<Booking> {
  const nowMs = await databaseNowMs(tx);
  const resolution = resolutionFor(booking, supplier, next, nowMs);
  // What stays open has been so for longer: a person still takes over when that was promised.
  if (resolution && !change && booking.resolution) {
    resolution.sinceMs = booking.resolution.sinceMs;
    resolution.resolveByMs = booking.resolution.resolveByMs;
  }
  const set = { ...change?.set, ...(resolution && { resolution }) };
  const after = change ? await changeBooking(tx, safe, booking, { ...change, set }) : booking;
  if (!change && resolution) await saveResolution(tx, booking.booking_id, resolution);
  switch (next) {
    case 'FOLLOW_STAY':
      await followStay(tx, after, supplier);
      break;
    case 'NOTHING':
      await outcomeIsCertain(tx, after);
      break;
    case 'AWAIT_HOTEL':
      await checkOutcomeAt(tx, after, { runAtMs: resolution?.nextCheckAtMs ?? nowMs });
      break;
    case 'CHECK':
      await checkOutcome(tx, after, { runAtMs: resolution?.nextCheckAtMs ?? nowMs });
      break;
    case 'CHECK_NOW':
    case 'CANCEL':
      await checkOutcome(tx, after, { delayMs: 0 });
      break;
  }
  return after;
}

/** How a new open outcome is followed; undefined where none is open. */
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
        nextCheckAtMs: nowMs + requestPauseMs(0, settlement, jitter()),
        resolveByMs: requestEndMs(booking),
      };
    case 'CHECK':
    case 'CHECK_NOW':
    case 'CANCEL':
      return {
        ...fresh,
        nextCheckAtMs: next === 'CHECK' ? nowMs + checkPauseMs(0, settlement, jitter()) : nowMs,
        resolveByMs: nowMs + attentionAfterMs(settlement),
      };
    default:
      return undefined;
  }
}
