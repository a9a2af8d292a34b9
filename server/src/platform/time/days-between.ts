/** The days of a period in a time zone. Pure. */
import { addDays } from './civil-date.ts';
import { dateInZone, instantOf } from './zoned-time.ts';

export interface Day {
  date: string;
  startMs: number;
  /** Whether the period covers the whole day. */
  isComplete: boolean;
}

export function daysBetween(fromMs: number, toMs: number, timeZone: string): Day[] {
  const startOf = (date: string) => instantOf(`${date}T00:00`, timeZone);
  const last = dateInZone(toMs - 1, timeZone);
  const days: Day[] = [];
  for (let date = dateInZone(fromMs, timeZone); date <= last; ) {
    const [startMs, next] = [startOf(date), addDays(date, 1)];
    days.push({ date, startMs, isComplete: startMs >= fromMs && startOf(next) <= toMs });
    date = next;
  }
  return days;
}
