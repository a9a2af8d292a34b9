/** The start and end of a calendar month in a time zone. Pure. */
import { instantOf } from '../../platform/time/zoned-time.ts';
import type { Period } from './statement-store.ts';

/** `month` is `YYYY-MM`. The end is exclusive. */
export function monthPeriod(month: string, timeZone: string): Period {
  return { from: startOf(month, timeZone), to: startOf(monthAfter(month), timeZone) };
}

function startOf(month: string, timeZone: string): Date {
  return new Date(instantOf(`${month}-01T00:00`, timeZone));
}

export function monthBefore(month: string): string {
  return moved(month, -1);
}

export function monthAfter(month: string): string {
  return moved(month, 1);
}

function moved(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const months = year * 12 + number - 1 + by;
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`;
}
