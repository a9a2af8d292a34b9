/** Calendar dates, such as `2026-07-31`, in a time zone. Pure. */
const DAY_MS = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Clocks in the time zone, as `2026-07-31 14:05:09`. */
function clockIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  formats.set(timeZone, format);
  return format;
}

export function userZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function dateIn(timeZone: string, ms: number): string {
  return clockIn(timeZone).format(ms).slice(0, 10);
}

/** How far the clocks are ahead of UTC. */
function offsetMs(timeZone: string, ms: number): number {
  const shown = Date.parse(`${clockIn(timeZone).format(ms).replace(' ', 'T')}Z`);
  return shown - Math.floor(ms / 1_000) * 1_000;
}

/** The first instant of a date. If clocks skip midnight, the instant of the change. */
export function startOfDay(timeZone: string, date: string): number {
  const asUtc = Date.parse(date);
  const first = asUtc - offsetMs(timeZone, asUtc);
  const second = asUtc - offsetMs(timeZone, first);
  const isMidnight = (ms: number) => ms + offsetMs(timeZone, ms) === asUtc;
  return [second, first].find(isMidnight) ?? Math.max(first, second);
}

export function daysLater(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** `2026-08` for `2026-07` and 1. */
export function monthsLater(month: string, months: number): string {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year ?? 0, (number ?? 1) - 1 + months, 1)).toISOString().slice(0, 7);
}

/** The same date a year before. 28 February for 29 February. */
export function yearEarlier(date: string): string {
  const lastDay = daysLater(`${monthsLater(date.slice(0, 7), -11)}-01`, -1);
  const same = `${lastDay.slice(0, 8)}${date.slice(8)}`;
  return same < lastDay ? same : lastDay;
}

/** From the first of the month before until the same day, or until its last day if it is too short. */
export function sameDaysOfLastMonth(today: string): { from: string; to: string } {
  const from = `${monthsLater(today.slice(0, 7), -1)}-01`;
  const same = daysLater(from, Number(today.slice(8)) - 1);
  const last = daysLater(`${today.slice(0, 7)}-01`, -1);
  return { from, to: same < last ? same : last };
}
