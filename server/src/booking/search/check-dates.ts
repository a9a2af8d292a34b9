/**
 * Checks that the dates of a stay can be searched: check-in has not passed in every time zone, and is not too far
 * ahead.
 */
import { MAX_DAYS_AHEAD } from '@serai/contract/booking/availability.ts';
import type { ErrorDetail } from '@serai/contract/errors.ts';
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import { Memo } from '../../platform/cache/memo.ts';
import { earliestDateOnEarth, latestDateOnEarth } from '../../platform/time/civil-date.ts';
import { dateInZone } from '../../platform/time/zoned-time.ts';

/** Accepts a body of any shape. The contract rejects malformed dates. */
export function checkDates(body: object, nowMs: number): ErrorDetail[] {
  const { checkIn } = body as { checkIn?: unknown };
  return typeof checkIn === 'string' ? [wrongDate(checkIn, nowMs) ?? []].flat() : [];
}

/** Each hotel's time zone is checked later. */
function wrongDate(checkIn: string, nowMs: number): ErrorDetail | undefined {
  if (checkIn < earliestDateOnEarth(nowMs)) {
    return {
      path: '/checkIn',
      code: 'DATE_IN_PAST',
      message: 'Choose a check-in date that is today or later.',
    };
  }
  if (nightsBetween(latestDateOnEarth(nowMs), checkIn) > MAX_DAYS_AHEAD) {
    const message = `Choose a check-in date within the next ${MAX_DAYS_AHEAD} days.`;
    return { path: '/checkIn', code: 'DATE_TOO_FAR', message };
  }
  return undefined;
}

/**
 * Whether the check-in date has passed in the time zone of a property. If the zone is unknown, the date must have passed
 * everywhere. The hotels of a search share a few zones, so each is checked once.
 */
export function pastCheckIn(checkIn: string, nowMs: number): (timeZone: string | null) => boolean {
  const known = new Memo<string | null, boolean>();
  const isPastIn = (timeZone: string | null) =>
    checkIn < (timeZone === null ? earliestDateOnEarth(nowMs) : dateInZone(nowMs, timeZone));
  return timeZone => known.get(timeZone, isPastIn);
}
