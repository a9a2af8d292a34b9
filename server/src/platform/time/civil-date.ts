/** Pure. Calendar dates, `2027-03-12`. They belong to no zone and know no summer time. Days between two: `nightsBetween` of the contract. */

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** The zones where a day ends last and begins first. */
const LAST_OFFSET_MS = -12 * HOUR_MS;
const FIRST_OFFSET_MS = 14 * HOUR_MS;

export function addDays(date: string, days: number): string {
  return dateAt(Date.parse(date) + days * DAY_MS, 0);
}

// All hotels of a search share their nights.
let lastNights: { checkIn: string; checkOut: string; nights: readonly string[] } | undefined;

/** The nights of a stay, by the date on which each begins. */
export function nightsOf(checkIn: string, checkOut: string): readonly string[] {
  if (lastNights?.checkIn !== checkIn || lastNights.checkOut !== checkOut) {
    const nights: string[] = [];
    for (let night = checkIn; night < checkOut; night = addDays(night, 1)) nights.push(night);
    lastNights = { checkIn, checkOut, nights };
  }
  return lastNights.nights;
}

/** The date at a moment where clocks are so far ahead of UTC. */
export function dateAt(ms: number, offsetMs: number): string {
  return new Date(ms + offsetMs).toISOString().slice(0, 10);
}

/** What is before it is past everywhere on earth. */
export function earliestDateOnEarth(nowMs: number): string {
  return dateAt(nowMs, LAST_OFFSET_MS);
}

/** What is after it has begun nowhere on earth. */
export function latestDateOnEarth(nowMs: number): string {
  return dateAt(nowMs, FIRST_OFFSET_MS);
}
