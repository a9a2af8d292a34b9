/**
 * Calendar dates such as `2027-03-12`, without a time zone. For the days between two dates, use `nightsBetween` from
 * the contract. Pure.
 */

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** The time zones in which a day ends last and begins first. */
const LAST_OFFSET_MS = -12 * HOUR_MS;
const FIRST_OFFSET_MS = 14 * HOUR_MS;

export function addDays(date: string, days: number): string {
  return dateAt(Date.parse(date) + days * DAY_MS, 0);
}

// Cached, because all hotels in a search have the same nights.
let lastNights: { checkIn: string; checkOut: string; nights: readonly string[] } | undefined;

/** The nights of a stay, each as the date on which it begins. */
export function nightsOf(checkIn: string, checkOut: string): readonly string[] {
  if (lastNights?.checkIn !== checkIn || lastNights.checkOut !== checkOut) {
    const nights: string[] = [];
    for (let night = checkIn; night < checkOut; night = addDays(night, 1)) nights.push(night);
    lastNights = { checkIn, checkOut, nights };
  }
  return lastNights.nights;
}

/** Returns the date at an instant, where clocks are `offsetMs` ahead of UTC. */
export function dateAt(ms: number, offsetMs: number): string {
  return new Date(ms + offsetMs).toISOString().slice(0, 10);
}

/** Earlier dates are over everywhere on Earth. */
export function earliestDateOnEarth(nowMs: number): string {
  return dateAt(nowMs, LAST_OFFSET_MS);
}

/** Later dates have not begun anywhere on Earth. */
export function latestDateOnEarth(nowMs: number): string {
  return dateAt(nowMs, FIRST_OFFSET_MS);
}
