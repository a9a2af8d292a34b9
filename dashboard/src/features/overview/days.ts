/** The figures of each day, for the chart and the trend lines. Amounts in different currencies are not added up. Pure. */
import { axisLabel } from '../../components/charts/chart-scale.ts';
import { type DayValue, utcDay } from '../../components/charts/money-points.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatMoney, formatNumber } from '../../lib/format/format.ts';
import { countOf, GROUPS } from './figures.ts';

type Summary = Output<'bookings/summary'>;
type Sales = Output<'reports/sales'>;

export function bookingDays({ created }: Pick<Summary, 'created'>): DayValue[] {
  return created.map(({ date, count }) => ({ date, value: count, text: formatNumber(count) }));
}

export function salesDays(
  { days }: Pick<Sales, 'days'>,
  amount: 'revenue' | 'margin',
  currency: string | undefined,
): DayValue[] {
  return days
    .filter(day => day.currency === currency)
    .map(day => ({ date: day.date, value: Number(day[amount].amount), text: formatMoney(day[amount]) }));
}

/** Charts and trends show the currency with the most bookings. */
export function shownCurrency({ totals }: Pick<Sales, 'totals'>): string | undefined {
  return totals[0]?.currency;
}

export interface Trend {
  values: number[];
  /** The last day is not over. */
  isOpen: boolean;
  start: string;
  end: string;
  /** All values in words. */
  text: string;
}

interface TrendWords {
  /** For example `Revenue per day (Europe/Madrid)`. */
  label: string;
  /** Given if there are amounts in other currencies too. */
  currency?: string | undefined;
  isOpen: boolean;
}

/** Undefined for a single day, which is no line. */
export function trendOf(
  days: readonly DayValue[],
  { label, currency, isOpen }: TrendWords,
): Trend | undefined {
  if (days.length < 2) return undefined;
  const names = days.map(
    ({ date }, index) =>
      `${axisLabel(utcDay(date), 0, 'day')}${isOpen && index === days.length - 1 ? ' so far' : ''}`,
  );
  const [start = '', end = ''] = [names[0], names.at(-1)];
  return {
    values: days.map(({ value }) => value),
    isOpen,
    start: currency === undefined ? start : `${currency}, ${start}`,
    end,
    text: `${label}: ${days.map(({ text }, index) => `${names[index]} ${text}`).join(', ')}`,
  };
}

/** Bookings by their current status, as `moneyPoints`. */
export function bookingPoints({ created }: Pick<Summary, 'created'>, earlier: readonly DayValue[]) {
  return created.map(({ date, states }, index) => ({
    start: utcDay(date),
    values: {
      confirmed: countOf({ states }, ...GROUPS.confirmed),
      open: countOf({ states }, ...GROUPS.open),
      cancelled: countOf({ states }, ...GROUPS.cancelled),
      rejected: countOf({ states }, ...GROUPS.rejected),
      before: earlier[index]?.value,
    },
  }));
}
