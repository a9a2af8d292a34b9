/**
 * The periods of the figures about bookings and money, and the earlier ones that they are compared with. They consist of
 * calendar days in the time zone of the operator, as in reports and in the list of bookings. Pure.
 */
import type { Target } from '../../components/link-to.tsx';
import { monthName } from '../../lib/format/month.ts';
import type { TimeWindow } from '../../lib/format/period.ts';
import { dateIn, daysLater, monthsLater, startOfDay, yearEarlier } from '../../lib/format/zoned-day.ts';

export const BUSINESS_PERIODS = [
  ['7d', 'Last 7 days'],
  ['30d', 'Last 30 days'],
  ['month', 'This month'],
  ['last-month', 'Last month'],
] as const;

type PeriodKey = (typeof BUSINESS_PERIODS)[number][0];

/** The period of a URL if it can be chosen. */
export function listedBusinessPeriod(wanted: string | undefined): PeriodKey {
  return BUSINESS_PERIODS.find(([key]) => key === wanted)?.[0] ?? '7d';
}

/** `yearBefore` has the same dates as `current`. */
type WindowName = 'current' | 'previous' | 'yearBefore' | 'today' | 'yesterday';

export interface BusinessPeriod {
  key: PeriodKey;
  /** For example `Last 7 days` or `November 2026 so far`. */
  title: string;
  /** Ends a sentence, for example `in the last 7 days`. */
  within: string;
  /** Name of the earlier period beside a figure, for example `October, same days`. */
  before: string;
  /** The earlier period in a sentence, for example `the same days of October`. */
  comparedWith: string;
  /** Whether the last day is today. */
  isOpen: boolean;
  /** The first and the last day. */
  dates: { from: string; to: string };
  /** The calendar month, if it is one. */
  month: string | undefined;
  windows: Record<WindowName, TimeWindow>;
}

export function businessPeriod(key: PeriodKey, timeZone: string, nowMs = Date.now()): BusinessPeriod {
  const { dates, month } = daysOf(key, dateIn(timeZone, nowMs));
  const window = (name: keyof Ranges): TimeWindow => ({
    name: `${key} ${name} ${timeZone}`,
    times: ms => rangesOf(key, timeZone, ms)[name],
  });
  return {
    key,
    ...wordsOf(key, month),
    isOpen: key !== 'last-month',
    dates,
    month,
    windows: {
      current: window('current'),
      previous: window('previous'),
      yearBefore: window('yearBefore'),
      today: window('today'),
      yesterday: window('yesterday'),
    },
  };
}

const LENGTHS = { '7d': 7, '30d': 30 } as const;

function daysOf(key: PeriodKey, today: string) {
  if (key === '7d' || key === '30d') {
    return { dates: { from: daysLater(today, 1 - LENGTHS[key]), to: today }, month: undefined };
  }
  const thisMonth = today.slice(0, 7);
  if (key === 'month') return { dates: { from: `${thisMonth}-01`, to: today }, month: thisMonth };
  const to = daysLater(`${thisMonth}-01`, -1);
  return { dates: { from: `${to.slice(0, 7)}-01`, to }, month: to.slice(0, 7) };
}

function wordsOf(key: PeriodKey, month: string | undefined) {
  if (month === undefined) {
    const days = `${LENGTHS[key as keyof typeof LENGTHS]} days`;
    return {
      title: `Last ${days}`,
      within: `in the last ${days}`,
      before: `Previous ${days}`,
      comparedWith: `the previous ${days}`,
    };
  }
  const name = monthName(month);
  const earlier = monthName(monthsLater(month, -1)).replace(/ \d+$/, '');
  const within = `in ${name}`;
  if (key === 'last-month') return { title: name, within, before: earlier, comparedWith: earlier };
  return {
    title: `${name} so far`,
    within,
    before: `${earlier}, same days`,
    comparedWith: `the same days of ${earlier}`,
  };
}

interface Range {
  from: string;
  to?: string;
}

type Ranges = Record<WindowName, Range>;

/** Earlier days end at the same time of day as today, so that both periods are equally long. */
function rangesOf(key: PeriodKey, timeZone: string, nowMs: number): Ranges {
  const today = dateIn(timeZone, nowMs);
  const start = (date: string) => startOfDay(timeZone, date);
  const sinceMidnightMs = Math.max(60_000, Math.floor((nowMs - start(today)) / 60_000) * 60_000);
  const sameTimeOn = (date: string) => Math.min(start(date) + sinceMidnightMs, start(daysLater(date, 1)));
  const range = (fromMs: number, toMs?: number): Range => ({
    from: new Date(fromMs).toISOString(),
    ...(toMs !== undefined && { to: new Date(toMs).toISOString() }),
  });
  const { dates, month } = daysOf(key, today);
  const yesterday = daysLater(today, -1);
  const days = { today: range(start(today)), yesterday: range(start(yesterday), sameTimeOn(yesterday)) };
  const yearBefore = range(start(yearEarlier(dates.from)), sameTimeOn(yearEarlier(today)));
  if (month === undefined) {
    const length = LENGTHS[key as keyof typeof LENGTHS];
    const first = start(daysLater(dates.from, -length));
    return {
      ...days,
      yearBefore,
      current: range(start(dates.from)),
      previous: range(first, sameTimeOn(daysLater(today, -length))),
    };
  }
  const earlier = start(`${monthsLater(month, -1)}-01`);
  if (key === 'last-month') {
    const [first, end] = [start(dates.from), start(daysLater(dates.to, 1))];
    const [yearFirst, yearEnd] = [-12, -11].map(back => start(`${monthsLater(month, back)}-01`));
    return {
      ...days,
      yearBefore: range(yearFirst as number, yearEnd),
      current: range(first, end),
      previous: range(earlier, first),
    };
  }
  // The month before may be too short to have the same day.
  const sameDay = daysLater(`${monthsLater(month, -1)}-01`, Number(today.slice(8)) - 1);
  const end = Math.min(sameTimeOn(sameDay), start(dates.from));
  return { ...days, yearBefore, current: range(start(dates.from)), previous: range(earlier, end) };
}

/** The bookings that were created in the period. */
export function bookingsLink({ dates }: Pick<BusinessPeriod, 'dates'>, status?: string): Target {
  const search = { createdFrom: dates.from, createdTo: dates.to };
  return { to: '/bookings', search: status === undefined ? search : { status, ...search } };
}

/** The report of the same days. The periods of days have the same names in reports. */
export function reportLink({ key, month }: Pick<BusinessPeriod, 'key' | 'month'>, by?: string): Target {
  const days = month === undefined ? { period: key } : { from: month, to: month };
  return { to: '/billing', search: { tab: 'reports', ...(by && { by }), ...days } };
}

/** From January until today, and the same days of the year before. */
export function yearSoFar(today: string) {
  const from = `${today.slice(0, 4)}-01`;
  return {
    current: { from, to: today.slice(0, 7) },
    before: { from: monthsLater(from, -12), to: yearEarlier(today) },
  };
}
