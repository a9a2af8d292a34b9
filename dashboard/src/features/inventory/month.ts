/** Months and nights as text: `2027-06`, `2027-06-11`. They have no time zone. Pure. */

const DAY_MS = 86_400_000;
/** 52 weeks. */
export const DAYS_OF_YEAR = 364;
const MONTH_NAME = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const DAY_NAME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });

export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export function isMonth(text: string | undefined): text is string {
  return text !== undefined && /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(text);
}

export function addMonths(month: string, count: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return date.toISOString().slice(0, 7);
}

export function addDays(night: string, count: number): string {
  return new Date(Date.parse(night) + count * DAY_MS).toISOString().slice(0, 10);
}

/** Both included. Empty if `to` is before `from`. */
export function nightsFrom(from: string, to: string): string[] {
  const first = Date.parse(from);
  const days = Math.max(0, (Date.parse(to) - first) / DAY_MS + 1);
  return Array.from({ length: days }, (_, i) => new Date(first + i * DAY_MS).toISOString().slice(0, 10));
}

/** As many nights of the year before, on the same weekdays. */
export function sameWeekdaysBefore({ from, to }: { from: string; to: string }) {
  return { from: addDays(from, -DAYS_OF_YEAR), to: addDays(to, -DAYS_OF_YEAR) };
}

export function nightsOfMonth(month: string): string[] {
  return nightsFrom(`${month}-01`, addDays(`${addMonths(month, 1)}-01`, -1));
}

/** The nights from Monday to Sunday that contain this night. */
export function nightsOfWeek(night: string): string[] {
  const monday = addDays(night, -WEEKDAYS.indexOf(weekdayOf(night)));
  return nightsFrom(monday, addDays(monday, 6));
}

export function isNight(text: string | undefined): text is string {
  return text !== undefined && /^[12]\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** The month that contains most nights of a week. */
export function monthOfWeek(week: readonly string[]): string {
  return (week[3] as string).slice(0, 7);
}

/** All nights of the months that a week belongs to. */
export function nightsOfMonths(week: readonly string[]): string[] {
  const months = new Set(week.map(night => night.slice(0, 7)));
  return [...months].flatMap(nightsOfMonth);
}

/** The initial week of a month: that of the selected night, of today, or the first one with most nights in the month. */
export function firstWeek(month: string, selected: string | undefined, today: string): string[] {
  const weeks = [...(selected === undefined ? [] : [selected]), today, `${month}-04`].map(nightsOfWeek);
  return weeks.find(week => week.some(night => night.startsWith(month))) as string[];
}

/** A horizontal swipe of this length shows the next or the previous week. */
const SWIPE_PX = 50;

/** Returns 1 for the next week, -1 for the previous one, and 0 for a tap or a vertical movement. */
export function swipeStep(x: number, y: number): -1 | 0 | 1 {
  if (Math.abs(x) < SWIPE_PX || Math.abs(x) < 2 * Math.abs(y)) return 0;
  return x < 0 ? 1 : -1;
}

export function monthName(month: string): string {
  return MONTH_NAME.format(new Date(`${month}-01`));
}

const SHORT_MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' });

/** Returns `Jun`. September has three letters in all ICU versions. */
export function shortMonthName(month: string): string {
  return SHORT_MONTH.format(new Date(`${month}-01`)).slice(0, 3);
}

export function monthsOfYear(year: string): string[] {
  return Array.from({ length: 12 }, (_, at) => addMonths(`${year}-01`, at));
}

/** Months are shown in rows of three. */
const MONTH_KEYS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -3,
  ArrowDown: 3,
  PageUp: -12,
  PageDown: 12,
};

/** The month that a key moves to, also into another year. Undefined for other keys. */
export function monthAfterKey(month: string, key: string): string | undefined {
  const year = month.slice(0, 4);
  if (key === 'Home') return `${year}-01`;
  if (key === 'End') return `${year}-12`;
  const step = MONTH_KEYS[key];
  const next = step === undefined ? undefined : addMonths(month, step);
  return isMonth(next) ? next : undefined;
}

/** Returns `Friday 11 June 2027`. The comma is removed, because it differs between ICU versions. */
export function nightName(night: string): string {
  return DAY_NAME.format(new Date(night)).replace(',', '');
}

const SHORT_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Returns `11 Jun` or `11–14 Jun`. The years are added if they differ from each other or from the shown year. */
export function nightRange(from: string, to: string, shownYear = from.slice(0, 4)): string {
  const [first, last] = [SHORT_DAY.format(new Date(from)), SHORT_DAY.format(new Date(to))];
  const [firstYear, lastYear] = [from.slice(0, 4), to.slice(0, 4)];
  if (firstYear !== lastYear) return `${first} ${firstYear} – ${last} ${lastYear}`;
  const year = lastYear === shownYear ? '' : ` ${lastYear}`;
  if (from === to) return `${first}${year}`;
  const isSameMonth = from.slice(0, 7) === to.slice(0, 7);
  return `${isSameMonth ? `${Number(from.slice(8))}–` : `${first} – `}${last}${year}`;
}

/** Returns `11–17 Jan 2027` or `28 Dec – 3 Jan 2027`. */
export function weekName(week: readonly string[]): string {
  return nightRange(week[0] as string, week.at(-1) as string, '').replace(/ \d{4} –/, ' –');
}

export function weekdayOf(night: string): Weekday {
  return WEEKDAYS[(new Date(night).getUTCDay() + 6) % 7] as Weekday;
}

export function isWeekend(night: string): boolean {
  return weekdayOf(night) === 'Sat' || weekdayOf(night) === 'Sun';
}

/** The initial month: the current month if it has nights, otherwise the nearest month that has nights. */
export function firstMonth(today: string, first: string | null, last: string | null): string {
  if (first === null || last === null || (first <= today && today <= last)) return today.slice(0, 7);
  return (first > today ? first : last).slice(0, 7);
}
