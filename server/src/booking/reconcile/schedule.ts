/**
 * Determines when a booking is checked again, and when jobs run during a stay. The supplier's speed-up shortens the
 * pauses. Pure.
 */
import { withJitter } from '../../platform/backoff.ts';
import { instantOf } from '../../platform/time/zoned-time.ts';
import type { Booking } from '../bookings/booking.ts';
import type { Settlement } from '../port/supplier.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const PAUSES_MS = [
  5 * SECOND_MS,
  15 * SECOND_MS,
  30 * SECOND_MS,
  MINUTE_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  15 * MINUTE_MS,
  20 * MINUTE_MS,
  30 * MINUTE_MS,
];
/** UTC-12, where each day ends last. It is assumed if the property's time zone is unknown. */
const LATEST_ZONE_MS = 12 * HOUR_MS;
const DEADLINE_WARNING_MS = DAY_MS;
const FIRST_REREAD_MS = 5 * MINUTE_MS;
const LAST_REREAD_MS = DAY_MS;

/** Share of a pause by which jitter may shorten or lengthen it. */
const JITTER = 0.1;

type SpeedUp = Pick<Settlement, 'speedUp'>;
type Dates = Pick<Booking, 'check_in' | 'check_out' | 'content'>;
type Arrival = Pick<Booking, 'check_in'> & { content: { hotel: { timeZone: string | null } } };

/** The pause after the given number of checks. `jitter`, from 0 to 1, shifts the pause by up to 10 % in either direction. */
export function checkPauseMs(checks: number, { speedUp }: SpeedUp, jitter: number): number {
  return withJitter((PAUSES_MS[checks] ?? HOUR_MS) / speedUp, JITTER, jitter);
}

/** The pause while the hotel has not yet decided on a request. */
export function requestPauseMs(elapsedMs: number, { speedUp }: SpeedUp, jitter: number): number {
  const isFirstHour = elapsedMs < HOUR_MS / speedUp;
  return withJitter((isFirstHour ? 5 : 30) * (MINUTE_MS / speedUp), JITTER, jitter);
}

/** A reservation counts as absent after two lookups, at least this far apart, have not found it. */
export function absentGapMs({ speedUp }: SpeedUp): number {
  return (10 * MINUTE_MS) / speedUp;
}

/** A booking needs attention if its outcome is still unknown after this time. */
export function attentionAfterMs({ speedUp }: SpeedUp): number {
  return DAY_MS / speedUp;
}

/** The end of the check-out day at the property. */
export function stayEndMs({ check_out, content }: Dates): number {
  return endOfDayMs(check_out, content.hotel.timeZone);
}

/** The end of the check-in day at the property. A request that has not been confirmed by this time expires. */
export function requestEndMs({ check_in, content }: Arrival): number {
  return endOfDayMs(check_in, content.hotel.timeZone);
}

/** Returns when partners are warned that free cancellation ends soon, or null if cancelling is never free. */
export function deadlineWarningMs({ content }: Dates): number | null {
  return content.terms.freeUntilMs === null ? null : content.terms.freeUntilMs - DEADLINE_WARNING_MS;
}

/**
 * A booking is reread once a day, and also a day before arrival. Returns null once the stay has started. With a
 * speed-up, the first pause is shorter, and the pauses then grow to a day divided by the speed-up.
 */
export function nextRereadMs(
  booking: Dates,
  { speedUp }: SpeedUp,
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

/** The start of the check-in day at the property. */
export function arrivalMs({ check_in, content }: Arrival): number {
  return localMidnightMs(check_in, content.hotel.timeZone);
}

function endOfDayMs(date: string, timeZone: string | null): number {
  const next = new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10);
  return localMidnightMs(next, timeZone);
}

function localMidnightMs(date: string, timeZone: string | null): number {
  return timeZone === null ? Date.parse(date) + LATEST_ZONE_MS : instantOf(`${date}T00:00`, timeZone);
}
