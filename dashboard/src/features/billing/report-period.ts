/**
 * The months that a report covers, and the same months of the year before, or their days if the period is not over. Months
 * are texts such as `2026-07`. Pure.
 */
import { hasJustBegun, type MonthRange } from '../../components/billing/month-values.ts';
import type { Input } from '../../lib/calls/operator-client.ts';
import { dayName, monthName, shortMonthName } from '../../lib/format/month.ts';
import { monthsLater, yearEarlier } from '../../lib/format/zoned-day.ts';

export type DateBasis = NonNullable<Input<'reports/show'>['dateBasis']>;

export const DATE_BASES = [
  ['BOOKED', 'By booking date'],
  ['STAY', 'By check-in date'],
] as const satisfies readonly (readonly [DateBasis, string])[];

/** Without an end, the report covers everything. */
export interface Months {
  from?: string | undefined;
  to?: string | undefined;
}

interface Preset {
  key: string;
  label: string;
  months: (thisMonth: string) => { from: string; to: string };
}

const around = (first: number, last: number) => (thisMonth: string) => ({
  from: monthsLater(thisMonth, first),
  to: monthsLater(thisMonth, last),
});

/** Calendar quarters or years, which begin with a month whose number is one more than a multiple of `length`. */
const whole = (length: 3 | 12, back: number) => (thisMonth: string) => {
  const into = (Number(thisMonth.slice(5)) - 1) % length;
  return around(-into - back * length, length - 1 - into - back * length)(thisMonth);
};

const PRESETS: readonly Preset[] = [
  { key: 'month', label: 'This month', months: around(0, 0) },
  { key: 'last-month', label: 'Last month', months: around(-1, -1) },
  { key: 'quarter', label: 'This quarter', months: whole(3, 0) },
  { key: 'last-quarter', label: 'Last quarter', months: whole(3, 1) },
  { key: 'year', label: 'This year', months: whole(12, 0) },
  { key: 'last-year', label: 'Last year', months: whole(12, 1) },
  { key: '12m', label: 'Last 12 months', months: around(-11, 0) },
];

/** Only for stays, because nothing is booked in the future. They contain days to come. */
const LATER_PRESETS: readonly Preset[] = [
  { key: 'whole-year', label: 'Whole of this year', months: whole(12, 0) },
  { key: 'next-month', label: 'Next month', months: around(1, 1) },
  { key: 'next-12m', label: 'Next 12 months', months: around(0, 11) },
];

const DEFAULTS: Record<DateBasis, string> = { BOOKED: '12m', STAY: 'year' };

function presetsOf(basis: DateBasis): readonly Preset[] {
  return basis === 'STAY' ? [...PRESETS, ...LATER_PRESETS] : PRESETS;
}

export function periodOptions(basis: DateBasis): (readonly [key: string, label: string])[] {
  const presets = presetsOf(basis).map(({ key, label }) => [key, label] as const);
  return [...presets, ['all', 'All months'], ['custom', 'Custom range']];
}

export interface Span extends Months {
  /** The last day that counts if the period is not over: today. The year before ends on the same day. */
  until?: string | undefined;
}

export interface ReportPeriod extends Span {
  /** Key of one of the options. */
  key: string;
}

interface Wanted extends Months {
  period?: string | undefined;
}

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** The period of a URL. Months without the name of a period are a range, as in links from other pages. */
export function periodOf({ period, ...wanted }: Wanted, basis: DateBasis, today: string): ReportPeriod {
  // The list of entries uses the same parameters for dates.
  const [from, to] = [wanted.from, wanted.to].map(text => (MONTH.test(text ?? '') ? text : undefined));
  if (period === 'all') return { key: 'all' };
  const named = presetsOf(basis).find(({ key }) => key === period);
  const isRange = period === 'custom' || from !== undefined || to !== undefined;
  if (named === undefined && isRange) {
    // A range of stays may be meant to contain those to come.
    return basis === 'BOOKED' ? untilToday({ key: 'custom', from, to }, today) : { key: 'custom', from, to };
  }
  const preset = named ?? (presetsOf(basis).find(each => each.key === DEFAULTS[basis]) as Preset);
  const range = { key: preset.key, ...preset.months(today.slice(0, 7)) };
  return LATER_PRESETS.includes(preset) ? range : untilToday(range, today);
}

/** Ends a period that is not over today. Without a last month, the year before would have no end. */
function untilToday(period: ReportPeriod, today: string): ReportPeriod {
  const { from = '0000-00', to } = period;
  const thisMonth = today.slice(0, 7);
  const isRunning = to !== undefined && from <= thisMonth && to >= thisMonth;
  return isRunning ? { ...period, to: thisMonth, until: today } : period;
}

/** What a report reads. Nothing is booked after today, so its sums need not be cut. */
export function monthsRead({ from, to, until }: Span, basis: DateBasis): Months {
  return { from, to: basis === 'STAY' ? (until ?? to) : to };
}

/** The URL of a chosen period. A range begins with the months that were shown before. */
export function periodFilters(key: string, basis: DateBasis, { from, to }: Months) {
  if (key === 'custom') return { period: key, from, to };
  return { period: key === DEFAULTS[basis] ? undefined : key, from: undefined, to: undefined };
}

/** A range whose other end would be on the wrong side gets only the chosen month. */
export function rangeFilters(end: 'from' | 'to', month: string | undefined, { from, to }: Months) {
  const range = { from, to, [end]: month };
  const isReversed = range.from !== undefined && range.to !== undefined && range.from > range.to;
  return { period: 'custom', ...(isReversed ? { from: month, to: month } : range) };
}

/** The same months of the year before, the last one until the same day if the period is not over. */
export function yearBefore({ from, to, until }: Span): Months {
  return {
    from: from && monthsLater(from, -12),
    to: until ? yearEarlier(until) : to && monthsLater(to, -12),
  };
}

/** For example `July 2026`, `Aug 2025 – Jul 2026`, `1–18 July 2026` or `Aug 2025 – 18 Jul 2026`. */
export function monthsName({ from, to }: Months): string {
  if (from === undefined || to === undefined) return 'all months';
  const [month, day] = [to.slice(0, 7), to.slice(8)];
  const days = day === '01' ? '1 ' : day && `1–${Number(day)} `;
  if (from === month) return `${days}${monthName(month)}`;
  return `${shortMonthName(from)} – ${day ? `${Number(day)} ` : ''}${shortMonthName(month)}`;
}

/** Says what a report is compared with, and which months are not over. */
export function comparisonWords(period: Span, thisMonth: string): string {
  const { from, to, until } = period;
  const before = yearBefore(period);
  if (until !== undefined) {
    if (from === undefined) {
      return `Until ${dayName(until)}. Each month is compared with the same month of the year before, the last one until the same day.`;
    }
    const year = before.to?.slice(0, 4);
    const isOneYear = before.from?.slice(0, 4) === year;
    return `Until ${dayName(until)}, compared with ${isOneYear ? `the same days of ${year}` : monthsName(before)}.`;
  }
  const words =
    from === undefined || to === undefined
      ? 'Each month is compared with the same month of the year before.'
      : `Compared with ${monthsName(before)}.`;
  if (to !== undefined && to < thisMonth) return words;
  const open = from !== undefined && from > thisMonth ? from : thisMonth;
  const rest =
    to !== undefined && to > open
      ? 'and later months are not over, but are compared with whole months.'
      : 'is not over, but is compared with the whole month.';
  return `${words} ${monthName(open)} ${rest}`;
}

const MAX_CHART_MONTHS = 36;

/** The months of the chart. Undefined if there is only one, if there are too many, or if an end is missing. */
export function chartMonths({ from, to }: Months): MonthRange | undefined {
  if (from === undefined || to === undefined) return undefined;
  const isDrawn = to > from && to < monthsLater(from, MAX_CHART_MONTHS);
  return isDrawn ? { from, to } : undefined;
}

/** Whether a change is neither good nor bad yet, because days are to come or the period has just begun. */
export function isStillOpen({ from, to = '9999-12', until }: Span, thisMonth: string) {
  if (until === undefined) return to >= thisMonth;
  return from !== undefined && hasJustBegun(from, until);
}

/** A row of a report by month, which ends when the report ends. */
export function monthOfPeriod({ until }: Span, month: string): Span {
  return { from: month, to: month, until: until?.startsWith(month) ? until : undefined };
}
