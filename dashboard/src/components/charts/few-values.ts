/** Sentences that replace a chart without counts, or with one or two levels, which say nothing as a line. Pure. */
import { formatDate, formatDateTime } from '../../lib/format/format.ts';
import { spanMs } from './chart-scale.ts';

const MIN_VALUES = { counts: 1, levels: 3 };

interface Point {
  start: string;
  values: Readonly<Record<string, number | null | undefined>>;
}

export function isFew(
  points: readonly Point[],
  hasValue: (point: Point) => boolean,
  kind: keyof typeof MIN_VALUES,
): boolean {
  return points.filter(hasValue).length < MIN_VALUES[kind];
}

interface Few {
  points: readonly Point[];
  series: readonly { key: string; label: string }[];
  hasValue: (point: Point) => boolean;
  format: (value: number) => string;
  /** The time of the last point is not over. */
  isOpen: boolean;
  nowMs: number;
}

/** For example `p50 12 ms, p95 80 ms at 15:02. p50 9 ms, p95 40 ms since 15:05.` */
export function describeFew({ points, series, hasValue, format, isOpen, nowMs }: Few): string {
  const found = points.filter(hasValue);
  if (found.length === 0) return 'No values in this period.';
  const isDaily = spanMs(points) >= (points.length - 1) * DAY_MS && points.length > 1;
  const nameOf = (start: string) => (isDaily ? formatDate(start) : describeTime(start, nowMs));
  const during = (start: string) => {
    if (isDaily) return `on ${formatDate(start)}`;
    const [first, second] = points;
    const widthMs = first && second ? Date.parse(second.start) - Date.parse(first.start) : 0;
    if (widthMs <= MINUTE_MS) return `at ${nameOf(start)}`;
    return `from ${nameOf(start)} to ${TIME.format(new Date(Date.parse(start) + widthMs))}`;
  };
  const sentences = found.map(point => {
    const values = series.flatMap(each => {
      const value = point.values[each.key];
      if (typeof value !== 'number') return [];
      return [series.length === 1 ? format(value) : `${each.label} ${format(value)}`];
    });
    const when = isOpen && point === points.at(-1) ? `since ${nameOf(point.start)}` : during(point.start);
    return `${values.join(', ')} ${when}.`;
  });
  return sentences.join(' ');
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** The time of day if it is today, otherwise the date too. */
function describeTime(start: string, nowMs: number): string {
  const isToday = formatDate(start) === formatDate(new Date(nowMs).toISOString());
  return isToday ? TIME.format(new Date(start)) : formatDateTime(start);
}
