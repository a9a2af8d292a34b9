/** The deadline of a booking in the attention queue, and by when staff should decide about it. Pure. */
import { type AttentionKind, RESPONSE_TARGET_HOURS } from '@serai/contract/account/attention.ts';
import type { Booking } from '../../bookings/booking.ts';
import { arrivalMs, requestEndMs } from '../../reconcile/schedule.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Hours after which an unknown outcome is listed. Most outcomes are settled within minutes. */
export const UNKNOWN_HOURS = 1;
/** Requests to hotels are listed from this number of days before the check-in date. */
export const REQUEST_DAYS = 2;

export type WaitingBooking = Pick<
  Booking,
  'check_in' | 'updated_at' | 'free_cancellation_until' | 'resolution' | 'status' | 'attention_since'
> & { kind: AttentionKind; content: { hotel: { timeZone: string | null } } };

/** By when someone must act. `contract/src/account/attention.ts` describes it for each kind. */
export function deadlineMs(booking: WaitingBooking, nowMs: number): number {
  const arrival = arrivalMs(booking);
  switch (booking.kind) {
    case 'DECISION': {
      const freeUntilMs = booking.free_cancellation_until?.getTime() ?? 0;
      return freeUntilMs > nowMs ? Math.min(freeUntilMs, arrival) : arrival;
    }
    case 'OUTCOME_UNKNOWN':
      return Math.min(booking.resolution?.resolveByMs ?? arrival, arrival);
    case 'HOTEL_SILENT':
      return requestEndMs(booking);
  }
}

/**
 * The response target, or an earlier time that matters to the guests: the end of free cancellation or the start of the
 * check-in day. Times before the booking entered the queue do not count, because nobody could have met them.
 */
export function dueMs(booking: WaitingBooking): number {
  const enteredMs = enteredQueueMs(booking);
  const limitsMs = [booking.free_cancellation_until?.getTime() ?? 0, arrivalMs(booking)];
  return Math.min(targetMs(booking), ...limitsMs.filter(limitMs => limitMs > enteredMs));
}

/** Compares the response target first, because time zones are slow and most overdue bookings have missed the target. */
export function isOverdue(booking: WaitingBooking, nowMs: number): boolean {
  return targetMs(booking) < nowMs || dueMs(booking) < nowMs;
}

function targetMs(booking: WaitingBooking): number {
  const { outcomeUnknown, other } = RESPONSE_TARGET_HOURS;
  return enteredQueueMs(booking) + (isOutcomeUnknown(booking) ? outcomeUnknown : other) * HOUR_MS;
}

function isOutcomeUnknown({ status }: WaitingBooking): boolean {
  return status === 'PENDING' || status === 'CANCEL_PENDING';
}

function enteredQueueMs(booking: WaitingBooking): number {
  const { kind, check_in, updated_at, attention_since, resolution } = booking;
  const changedMs = updated_at.getTime();
  const unknownMs = Math.min(changedMs, resolution?.sinceMs ?? changedMs) + UNKNOWN_HOURS * HOUR_MS;
  switch (kind) {
    case 'DECISION': {
      const sinceMs = attention_since?.getTime() ?? changedMs;
      // An unknown outcome that needs a decision after a day has been in the queue all the time.
      return isOutcomeUnknown(booking) ? Math.min(sinceMs, unknownMs) : sinceMs;
    }
    case 'OUTCOME_UNKNOWN':
      return unknownMs;
    case 'HOTEL_SILENT':
      return Math.max(changedMs, Date.parse(check_in) - REQUEST_DAYS * DAY_MS);
  }
}
