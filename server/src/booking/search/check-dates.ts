/** Pure. Whether the dates of a stay can be searched: not past everywhere on earth, and not too far ahead. */
import { MAX_DAYS_AHEAD } from '@serai/contract/booking/availability.ts';
import type { ErrorDetail } from '@serai/contract/errors.ts';
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';

const HOUR_MS = 3_600_000;
/** Where a day ends last. */
const LAST_ZONE_HOURS = -12;
/** Where a day begins first. */
const FIRST_ZONE_HOURS = 14;

/** Zones themselves are looked at hotel by hotel. */
export function checkDates(checkIn: string, nowMs: number): ErrorDetail | undefined {
  if (checkIn < dateAt(nowMs, LAST_ZONE_HOURS)) {
    return { path: '/checkIn', code: 'DATE_IN_PAST', message: 'Arrive today or later.' };
  }
  if (nightsBetween(dateAt(nowMs, FIRST_ZONE_HOURS), checkIn) > MAX_DAYS_AHEAD) {
    const message = `Arrive within ${MAX_DAYS_AHEAD} days.`;
    return { path: '/checkIn', code: 'DATE_TOO_FAR', message };
  }
  return undefined;
}

function dateAt(nowMs: number, hours: number): string {
  return new Date(nowMs + hours * HOUR_MS).toISOString().slice(0, 10);
}
