/** Calendar dates of a range picker. Dates are texts such as `2027-06-01`. Pure. */
import { daysLater } from '../../lib/format/zoned-day.ts';

export interface DateRange {
  from?: string | undefined;
  to?: string | undefined;
}

export interface Preset {
  label: string;
  /** Days relative to today, both inclusive. */
  fromDay: number;
  toDay: number;
}

export const PAST_PRESETS: readonly Preset[] = [
  { label: 'Today', fromDay: 0, toDay: 0 },
  { label: 'Yesterday', fromDay: -1, toDay: -1 },
  { label: 'Last 7 days', fromDay: -6, toDay: 0 },
  { label: 'Last 30 days', fromDay: -29, toDay: 0 },
];

export const STAY_PRESETS: readonly Preset[] = [
  { label: 'Today', fromDay: 0, toDay: 0 },
  { label: 'Tomorrow', fromDay: 1, toDay: 1 },
  { label: 'Next 7 days', fromDay: 0, toDay: 6 },
  { label: 'Next 30 days', fromDay: 0, toDay: 29 },
  { label: 'Last 30 days', fromDay: -29, toDay: 0 },
];

export function rangeOf({ fromDay, toDay }: Preset, today: string): Required<DateRange> {
  return { from: daysLater(today, fromDay), to: daysLater(today, toDay) };
}

export function formatDate(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Also accepts timestamps, which older links contain. */
export function parseDate(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const date = year === undefined ? new Date(text) : new Date(Number(year), Number(month) - 1, Number(day));
  return Number.isNaN(date.getTime()) ? undefined : date;
}

const SHORT = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

export function describeRange({ from, to }: DateRange): string | undefined {
  const [first, last] = [parseDate(from), parseDate(to)];
  if (first && last) {
    const [a, b] = [SHORT.format(first), SHORT.format(last)];
    return a === b ? a : `${a} – ${b}`;
  }
  if (first) return `From ${SHORT.format(first)}`;
  return last ? `Until ${SHORT.format(last)}` : undefined;
}

/**
 * Parses a timestamp, a date and time, or a date in the user's time zone. The end of a range is exclusive, so the last
 * date of a range is followed by one more day.
 */
export function timeOf(text: string | undefined, daysAfterDate: number): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text ?? '') ?? [];
  const timeMs =
    day === undefined
      ? Date.parse(text ?? '')
      : new Date(Number(year), Number(month) - 1, Number(day) + daysAfterDate).getTime();
  return Number.isNaN(timeMs) ? undefined : new Date(timeMs).toISOString();
}

/** Splits `2027-06-01T09:30` into date and time. A date alone has no time. */
export function dateAndTime(text: string): readonly [date: string, time: string] {
  const [date = '', time = ''] = text.split('T');
  return [date, time];
}

/** Without a date, a time has no meaning. */
export function joinDateTime(date: string, time: string): string {
  return date === '' || time === '' ? date : `${date}T${time}`;
}

export function timeProblem(time: string): string | undefined {
  const isTime = time === '' || /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(time);
  return isTime ? undefined : 'Use the form 09:30.';
}

/** Completes the short forms in which people type a time: `9`, `930` and `9.30`. Other texts are only trimmed. */
export function tidyTime(typed: string): string {
  const text = typed.trim();
  const [, hour = '', minute = '00'] = /^(\d{1,2})[:.]?(\d{2})?$/.exec(text) ?? [];
  return hour === '' ? text : `${hour.padStart(2, '0')}:${minute}`;
}
