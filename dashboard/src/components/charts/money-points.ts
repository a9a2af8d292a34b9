/** Dates with their values, for charts. Pure. */

/** A date such as `2026-07-31`, whose value may be rounded. The text is exact. */
export interface DayValue {
  date: string;
  value: number;
  text: string;
}

/** Charts show dates as days in UTC, so that they do not depend on the user's time zone. */
export const utcDay = (date: string) => `${date}T00:00:00Z`;

/** The first day beside the first day of the earlier period, and so on. Months differ in their number of days. */
export function moneyPoints(days: readonly DayValue[], earlier: readonly DayValue[]) {
  return days.map(({ date, value, text }, index) => ({
    start: utcDay(date),
    values: { amount: value, before: earlier[index]?.value },
    texts: { amount: text, before: earlier[index]?.text },
  }));
}
