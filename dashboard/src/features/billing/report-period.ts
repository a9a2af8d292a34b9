/**
 * The months or days that a report covers, and the same ones of the year before, until the same day if the period is not
 * over. Months are texts such as `2026-07`, and days such as `2026-07-18`. Pure.
 */
import { hasJustBegun, type MonthRange } from '../../components/billing/month-values.ts';
import { describeRange } from '../../components/pickers/date-range.ts';
import type { Input } from '../../lib/calls/operator-client.ts';
import { monthName } from '../../lib/format/month.ts';
import { daysLater, monthsLater, yearEarlier } from '../../lib/format/zoned-day.ts';

export type DateBasis = NonNullable<Input<'reports/show'>['dateBasis']>;

export const DATE_BASES = [
  ['BOOKED', 'By booking date'],
  ['STAY', 'By check-in date'],
] as const satisfies readonly (readonly [DateBasis, string])[];

/** The first and the last month or day. Without an end, the report covers everything. */
export interface Ends {
  from?: string | undefined;
  to?: string | undefined;
}

interface Preset {
  key: string;
  label: string;
  /** The first and the last month or day. */
  ends: (today: string) => { from: string; to: string };
}

const lastDays = (count: number) => (today: string) => ({ from: daysLater(today, 1 - count), to: today });

const around = (first: number, last: number) => (today: string) => ({
  from: monthsLater(today.slice(0, 7), first),
  to: monthsLater(today.slice(0, 7), last),
});

/** Calendar quarters or years, which begin with a month whose number is one more than a multiple of `length`. */
const whole = (length: 3 | 12, back: number) => (today: string) => {
  const into = (Number(today.slice(5, 7)) - 1) % length;
  return around(-into - back * length, length - 1 - into - back * length)(today);
};

const PRESETS: readonly Preset[] = [
  { key: '7d', label: 'Last 7 days', ends: lastDays(7) },
  { key: '30d', label: 'Last 30 days', ends: lastDays(30) },
  { key: 'month', label: 'This month', ends: around(0, 0) },
  { key: 'last-month', label: 'Last month', ends: around(-1, -1) },
  { key: 'quarter', label: 'This quarter', ends: whole(3, 0) },
  { key: 'last-quarter', label: 'Last quarter', ends: whole(3, 1) },
  { key: 'year', label: 'This year', ends: whole(12, 0) },
  { key: 'last-year', label: 'Last year', ends: whole(12, 1) },
  { key: '12m', label: 'Last 12 months', ends: around(-11, 0) },
];

/** Only for stays, because nothing is booked in the future. They contain days to come. */
const LATER_PRESETS: readonly Preset[] = [
  { key: 'whole-year', label: 'All of this year', ends: whole(12, 0) },
  { key: 'next-month', label: 'Next month', ends: around(1, 1) },
  { key: 'next-12m', label: 'Next 12 months', ends: around(0, 11) },
];

const DEFAULTS: Record<DateBasis, string> = { BOOKED: '12m', STAY: 'year' };

function presetsOf(basis: DateBasis): readonly Preset[] {
  return basis === 'STAY' ? [...PRESETS, ...LATER_PRESETS] : PRESETS;
}

export function periodOptions(basis: DateBasis): (readonly [key: string, label: string])[] {
  const presets = presetsOf(basis).map(({ key, label }) => [key, label] as const);
  return [...presets, ['all', 'All dates'], ['custom', 'Custom dates']];
}

export interface Span extends Ends {
  /** The last day that counts if the period is not over: today. The year before ends on the same day. */
  until?: string | undefined;
}

export interface ReportPeriod extends Span {
  /** Key of one of the options. */
  key: string;
}

interface Wanted extends Ends {
  period?: string | undefined;
}

const MONTH_OR_DAY = /^\d{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?$/;

/** The period of a URL. Dates without the name of a period are a range, as in links from other pages. */
export function periodOf({ period, ...wanted }: Wanted, basis: DateBasis, today: string): ReportPeriod {
  const [from, to] = [wanted.from, wanted.to].map(text => (MONTH_OR_DAY.test(text ?? '') ? text : undefined));
  if (period === 'all') return { key: 'all' };
  const named = presetsOf(basis).find(({ key }) => key === period);
  if (named === undefined && (from !== undefined || to !== undefined)) {
    const range = { key: 'custom', from, to };
    // A range of stays may be meant to contain those to come.
    return basis === 'BOOKED' || to === today ? untilToday(range, today) : range;
  }
  const preset = named ?? (presetsOf(basis).find(each => each.key === DEFAULTS[basis]) as Preset);
  const range = { key: preset.key, ...preset.ends(today) };
  return LATER_PRESETS.includes(preset) ? range : untilToday(range, today);
}

/** Ends a period that is not over today. Without a last day, the year before would have no end. */
function untilToday(period: ReportPeriod, today: string): ReportPeriod {
  const { from, to } = period;
  const isRunning =
    to !== undefined && lastDay(to) >= today && (from === undefined || firstDay(from) <= today);
  return isRunning ? { ...period, to: today.slice(0, 7), until: today } : period;
}

function firstDay(monthOrDay: string): string {
  return monthOrDay.length === 7 ? `${monthOrDay}-01` : monthOrDay;
}

function lastDay(monthOrDay: string): string {
  return monthOrDay.length === 7 ? daysLater(`${monthsLater(monthOrDay, 1)}-01`, -1) : monthOrDay;
}

/** The first and the last day of a period. */
export function daysOf({ from, to, until }: Span): Ends {
  return { from: from && firstDay(from), to: until ?? (to && lastDay(to)) };
}

/** What a report reads. Nothing is booked after today, so its sums need not be cut. */
export function rangeRead({ from, to, until }: Span, basis: DateBasis): Ends {
  return { from, to: basis === 'STAY' ? (until ?? to) : to };
}

/** The URL of a chosen period. Custom dates begin with the days that were shown before, or with today. */
export function periodFilters(key: string, basis: DateBasis, period: Span, today: string) {
  if (key !== 'custom')
    return { period: key === DEFAULTS[basis] ? undefined : key, from: undefined, to: undefined };
  const { from, to } = daysOf(period);
  return from === undefined && to === undefined
    ? { period: undefined, from: `${today.slice(0, 7)}-01`, to: today }
    : { period: undefined, from, to };
}

/** The same period of the year before, until the same day if it is not over. */
export function yearBefore({ from, to, until }: Span): Ends {
  const earlier = (end: string) => (end.length === 7 ? monthsLater(end, -12) : yearEarlier(end));
  return { from: from && earlier(from), to: until ? yearEarlier(until) : to && earlier(to) };
}

/** A year before today, the last day ends at the same time of day. Check-ins have no time of day. */
export function cutOf({ until }: Span): { untilTimeOfDay?: true } {
  return until === undefined ? {} : { untilTimeOfDay: true };
}

/** For example `July 2026`, `18 Jul 2026` or `1 Aug 2025 – 18 Jul 2026`. */
export function rangeName(span: Span): string {
  const { from, to, until } = span;
  if (from === undefined || to === undefined) return describeRange(daysOf(span)) ?? 'All dates';
  const isMonth = from === to && from.length === 7 && until === undefined;
  return isMonth ? monthName(from) : (describeRange(daysOf(span)) ?? '');
}

/** The days of a report, what they are compared with, and whether more can still be booked. */
export function periodWords(period: Span, isCompared: boolean, today: string, basis: DateBasis): string {
  const { from, to, until } = period;
  const days = describeRange(daysOf(period)) ?? 'All dates';
  if (from === undefined || to === undefined) {
    if (!isCompared) return `${days}.`;
    const last =
      until === undefined
        ? ''
        : `, the last one up to the same ${basis === 'BOOKED' ? 'day and time' : 'day'}`;
    const open =
      until === undefined && (to === undefined || lastDay(to) >= today)
        ? ` ${monthName(today.slice(0, 7))} is not over, but is compared with the whole month.`
        : '';
    return `${days}. Each month is compared with the same month of the year before${last}.${open}`;
  }
  const later =
    until === undefined
      ? lastDay(to) >= today && ' More bookings can still come in.'
      : basis === 'STAY' && ' Later stays are under “On the books”.';
  const time = until !== undefined && basis === 'BOOKED' ? ', up to the same time of day' : '';
  return `${days}, compared with ${describeRange(daysOf(yearBefore(period)))}${time}.${later || ''}`;
}

const MAX_CHART_MONTHS = 36;

/**
 * The months of the chart. Undefined if there is only one, if there are too many, if an end is missing, or if the first
 * month is incomplete, because its bar would look like that of a whole month.
 */
export function chartMonths(ends: Ends): MonthRange | undefined {
  if (ends.from !== undefined && ends.from.length > 7 && !ends.from.endsWith('-01')) return undefined;
  const [from, to] = [ends.from?.slice(0, 7), ends.to?.slice(0, 7)];
  if (from === undefined || to === undefined) return undefined;
  const isDrawn = to > from && to < monthsLater(from, MAX_CHART_MONTHS);
  return isDrawn ? { from, to } : undefined;
}

/** Whether a change is neither good nor bad yet, because days are to come or the period has just begun. */
export function isStillOpen({ from, to, until }: Span, today: string): boolean {
  if (until === undefined) return to === undefined || lastDay(to) >= today;
  return from !== undefined && hasJustBegun(from, until);
}

/** A row of a report by month, which begins and ends with the report. */
export function monthOfPeriod({ from, to, until }: Span, month: string): Span {
  const within = (end: string | undefined) => (end?.startsWith(month) ? end : month);
  return { from: within(from), to: within(to), until: until?.startsWith(month) ? until : undefined };
}
