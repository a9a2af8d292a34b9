/** Pure. Whether the dates of a stay can be searched: not past everywhere on earth, and not too far ahead. */
import { MAX_DAYS_AHEAD } from '@serai/contract/booking/availability.ts';
import type { ErrorDetail } from '@serai/contract/errors.ts';
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import { earliestDateOnEarth, latestDateOnEarth } from '../../platform/time/civil-date.ts';
import { dateInZone } from '../../platform/time/zoned-time.ts';

/** Of a body that may be of any form; what is no text is told by the contract. */
export function checkDates(body: object, nowMs: number): ErrorDetail[] {
  const { checkIn } = body as { checkIn?: unknown };
  return typeof checkIn === 'string' ? [wrongDate(checkIn, nowMs) ?? []].flat() : [];
}

/** Zones themselves are looked at hotel by hotel. */
function wrongDate(checkIn: string, nowMs: number): ErrorDetail | undefined {
  if (checkIn < earliestDateOnEarth(nowMs)) {
    return { path: '/checkIn', code: 'DATE_IN_PAST', message: 'Arrive today or later.' };
  }
  if (nightsBetween(latestDateOnEarth(nowMs), checkIn) > MAX_DAYS_AHEAD) {
    const message = `Arrive within ${MAX_DAYS_AHEAD} days.`;
    return { path: '/checkIn', code: 'DATE_TOO_FAR', message };
  }
  return undefined;
}

/** Whether the day of arrival is over at the property. Where its zone is not known, only what is over everywhere is. */
export function isPastAt(timeZone: string | null, checkIn: string, nowMs: number): boolean {
  return checkIn < (timeZone === null ? earliestDateOnEarth(nowMs) : dateInZone(nowMs, timeZone));
}
