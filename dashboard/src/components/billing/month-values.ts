/** The figures of each month of a report. Pure. */
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatMoney, formatNumber } from '../../lib/format/format.ts';
import { daysLater, monthsLater } from '../../lib/format/zoned-day.ts';
import type { DayValue } from '../charts/money-points.ts';

type Report = Output<'reports/show'>;
type Row = Report['rows'][number];

/** Charts and lists show the currency with the most bookings. */
export function mainCurrency({ totals }: Pick<Report, 'totals'>): string | undefined {
  return totals.toSorted((a, b) => b.bookings - a.bookings)[0]?.currency;
}

export const MEASURES = [
  ['bookings', 'Bookings'],
  ['revenue', 'Revenue'],
  ['margin', 'Margin'],
] as const;

export type Measure = (typeof MEASURES)[number][0];

/** The first and the last month, such as `2026-07`. */
export interface MonthRange {
  from: string;
  to: string;
}

/** The first days say little, and today, which is one of them, is not over. */
const MIN_DAYS = 7;

/** Whether a period that begins with this month or day is too short to judge its changes. */
export function hasJustBegun(first: string, today: string): boolean {
  return today < daysLater(first.length === 7 ? `${first}-01` : first, MIN_DAYS - 1);
}

/** Every month of the period, because a report leaves out months without bookings. */
export function monthValues(
  { rows }: Pick<Report, 'rows'>,
  { from, to }: MonthRange,
  measure: Measure,
  currency: string | undefined,
): DayValue[] {
  const months: DayValue[] = [];
  for (let month = from; month <= to; month = monthsLater(month, 1)) {
    const found = rows.filter(row => row.month === month);
    months.push({ date: `${month}-01`, ...figureOf(found, measure, currency) });
  }
  return months;
}

/** Bookings of all currencies are added up, amounts are not. */
function figureOf(rows: readonly Row[], measure: Measure, currency: string | undefined) {
  if (measure === 'bookings') {
    const value = rows.reduce((sum, { bookings }) => sum + bookings, 0);
    return { value, text: formatNumber(value) };
  }
  const amount = rows.find(row => row.currency === currency)?.[measure];
  return { value: Number(amount?.amount ?? 0), text: amount ? formatMoney(amount) : formatNumber(0) };
}
