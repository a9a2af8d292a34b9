/** Moments of a stay that something happens at. Pure. */
import { instantOf } from '../../platform/time/zoned-time.ts';
import type { Booking } from '../bookings/booking.ts';
import type { Settlement } from '../port/supplier.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Where the zone is not known, the last place on earth counts. */
const LAST_OFFSET_MS = 12 * HOUR_MS;
const WARNING_MS = 24 * HOUR_MS;
const FIRST_REREAD_MS = 5 * 60_000;
const LAST_REREAD_MS = DAY_MS;

type Dates = Pick<Booking, 'check_in' | 'check_out' | 'content'>;

/** The day of check-out is over at the property. */
export function stayEndMs({ check_out, content }: Dates): number {
  return endOfDayMs(check_out, content.hotel.timeZone);
}

/** The day of check-in is over at the property: who has not confirmed by then never will. */
export function requestEndMs({ check_in, content }: Dates): number {
  return endOfDayMs(check_in, content.hotel.timeZone);
}

/** When partners are told that free cancellation ends soon; null where it never was free. */
export function deadlineWarningMs({ content }: Dates): number | null {
  return content.terms.freeUntilMs === null ? null : content.terms.freeUntilMs - WARNING_MS;
}

/**
 * Daily, and a day before arrival; null when the stay has begun. Where time runs fast the first is soon, and the pauses double.
 */
export function nextRereadMs(
  booking: Dates,
  { speedUp }: Pick<Settlement, 'speedUp'>,
  confirmedMs: number,
  nowMs: number,
): number | null {
  const arrivesMs = arrivalMs(booking);
  if (nowMs >= arrivesMs) return null;
  const longestMs = DAY_MS / speedUp;
  const pauseMs =
    speedUp > 1 ? Math.min(longestMs, Math.max(FIRST_REREAD_MS / speedUp, nowMs - confirmedMs)) : longestMs;
  const lastMs = arrivesMs - LAST_REREAD_MS;
  return nowMs < lastMs && lastMs < nowMs + pauseMs ? lastMs : nowMs + pauseMs;
}

/** The day of check-in begins at the property. */
export function arrivalMs({ check_in, content }: Dates): number {
  return localMidnightMs(check_in, content.hotel.timeZone);
}

function endOfDayMs(date: string, timeZone: string | null): number {
  const next = new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10);
  return localMidnightMs(next, timeZone);
}

function localMidnightMs(date: string, timeZone: string | null): number {
  return timeZone === null ? Date.parse(date) + LAST_OFFSET_MS : instantOf(`${date}T00:00`, timeZone);
}
