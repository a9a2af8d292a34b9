/** The months that a report covers, and the same months of the year before. Months are texts such as `2026-07`. Pure. */
import type { MonthRange } from '../../components/billing/month-values.ts';
import type { Input } from '../../lib/calls/operator-client.ts';
import { monthName, shortMonthName } from '../../lib/format/month.ts';
import { monthsLater } from '../../lib/format/zoned-day.ts';

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

/** Only for stays, because nothing is booked in the future. */
const LATER_PRESETS: readonly Preset[] = [
  { key: 'next-month', label: 'Next month', months: around(1, 1) },
  { key: 'next-12m', label: 'Next 12 months', months: around(0, 11) },
];

/** Most stays lie ahead, so the last 12 months would leave them out. */
const DEFAULTS: Record<DateBasis, string> = { BOOKED: '12m', STAY: 'year' };

function presetsOf(basis: DateBasis): readonly Preset[] {
  return basis === 'STAY' ? [...PRESETS, ...LATER_PRESETS] : PRESETS;
}

export function periodOptions(basis: DateBasis): (readonly [key: string, label: string])[] {
  const presets = presetsOf(basis).map(({ key, label }) => [key, label] as const);
  return [...presets, ['all', 'All months'], ['custom', 'Custom range']];
}

export interface ReportPeriod extends Months {
  /** Key of one of the options. */
  key: string;
}

interface Wanted extends Months {
  period?: string | undefined;
}

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** The period of a URL. Months without the name of a period are a range, as in links from other pages. */
export function periodOf({ period, ...wanted }: Wanted, basis: DateBasis, thisMonth: string): ReportPeriod {
  // The list of entries uses the same parameters for dates.
  const [from, to] = [wanted.from, wanted.to].map(text => (MONTH.test(text ?? '') ? text : undefined));
  if (period === 'all') return { key: 'all' };
  const named = presetsOf(basis).find(({ key }) => key === period);
  const isRange = period === 'custom' || from !== undefined || to !== undefined;
  if (named === undefined && isRange) return { key: 'custom', from, to };
  const { key, months } = named ?? (presetsOf(basis).find(each => each.key === DEFAULTS[basis]) as Preset);
  const range = months(thisMonth);
  // A year that is not over is compared with the same months of the year before.
  const isCut = basis === 'BOOKED' && range.to > thisMonth;
  return { key, from: range.from, to: isCut ? thisMonth : range.to };
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

export function yearBefore({ from, to }: Months): Months {
  return { from: from && monthsLater(from, -12), to: to && monthsLater(to, -12) };
}

/** For example `July 2026`, or `Aug 2025 – Jul 2026`. */
export function monthsName({ from, to }: Months): string {
  if (from === undefined || to === undefined) return 'all months';
  return from === to ? monthName(from) : `${shortMonthName(from)} – ${shortMonthName(to)}`;
}

const MAX_CHART_MONTHS = 36;

/** The months of the chart. Undefined if there is only one, if there are too many, or if an end is missing. */
export function chartMonths({ from, to }: Months): MonthRange | undefined {
  if (from === undefined || to === undefined) return undefined;
  const isDrawn = to > from && to < monthsLater(from, MAX_CHART_MONTHS);
  return isDrawn ? { from, to } : undefined;
}

/** Whether a part of the period is still to come, so that a change is neither good nor bad yet. */
export function isStillOpen({ to = '9999-12' }: Months, thisMonth: string): boolean {
  return to >= thisMonth;
}
