/** Calendar months, such as `2026-07`. */
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const SHORT_MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });

const firstDay = (month: string) => new Date(`${month}-01T00:00:00Z`);

/** `2026-07` as `July 2026`. */
export function monthName(month: string): string {
  return MONTH.format(firstDay(month));
}

/** `2026-07` as `1–31 July 2026`. */
export function monthDays(month: string): string {
  const first = firstDay(month);
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0));
  return `1–${last.getUTCDate()} ${monthName(month)}`;
}

/** `2026-07` as `Jul 2026`. */
export function shortMonthName(month: string): string {
  return SHORT_MONTH.format(firstDay(month));
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** `2026-07-18` as `18 Jul`. */
export function dayName(date: string): string {
  return DAY.format(new Date(`${date}T00:00:00Z`));
}

/**
 * The month that it is in a time zone, or an earlier one. Months of statements and reports begin in the time zone of the operator.
 */
export function currentMonth(timeZone: string, now = new Date(), back = 0): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    year: 'numeric',
    month: 'numeric',
    timeZone,
  }).formatToParts(now);
  const [year, month] = ['year', 'month'].map(wanted =>
    Number(parts.find(({ type }) => type === wanted)?.value),
  );
  return new Date(Date.UTC(year ?? 0, (month ?? 1) - 1 - back, 1)).toISOString().slice(0, 7);
}
