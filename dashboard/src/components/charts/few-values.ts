/** Sentences that replace a chart with one or two values, which would be an almost empty picture. Pure. */
import { formatDate, formatDateTime } from '../../lib/format/format.ts';
import { spanMs } from './chart-scale.ts';

const MIN_VALUES = 3;
/** Keeps a count and its word in one line. */
const NO_BREAK = '\u00A0';

interface Point {
  start: string;
  values: Readonly<Record<string, number | null | undefined>>;
}

export function isFew(points: readonly Point[], hasValue: (point: Point) => boolean): boolean {
  return points.filter(hasValue).length < MIN_VALUES;
}

interface Few {
  points: readonly Point[];
  series: readonly { key: string; label: string; word?: string }[];
  hasValue: (point: Point) => boolean;
  kind: 'counts' | 'levels';
  format: (value: number) => string;
  /** The time of the last point is not over. */
  isOpen: boolean;
  nowMs: number;
}

/** For example `55 succeeded, 45 timed out at 15:02. 29 succeeded since 15:05.` */
export function describeFew({ points, series, hasValue, kind, format, isOpen, nowMs }: Few): string {
  const found = points.filter(hasValue);
  if (found.length === 0) return 'No values in this period.';
  const isDaily = spanMs(points) >= (points.length - 1) * DAY_MS && points.length > 1;
  const sentences = found.map(point => {
    const values = series.flatMap(each => {
      const value = point.values[each.key];
      if (typeof value !== 'number' || (kind === 'counts' && value === 0)) return [];
      if (kind === 'counts') return [`${format(value)}${NO_BREAK}${each.word ?? each.label.toLowerCase()}`];
      return [series.length === 1 ? format(value) : `${each.label} ${format(value)}`];
    });
    const when = describeTime(point.start, isDaily, nowMs);
    const isLast = isOpen && point === points.at(-1);
    return `${values.join(', ')} ${isLast ? `since ${when.text}` : `${when.preposition} ${when.text}`}.`;
  });
  return sentences.join(' ');
}

const DAY_MS = 86_400_000;
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** The time of day if it is today, otherwise the date too. */
function describeTime(start: string, isDaily: boolean, nowMs: number) {
  if (isDaily) return { preposition: 'on', text: formatDate(start) };
  const isToday = formatDate(start) === formatDate(new Date(nowMs).toISOString());
  return isToday
    ? { preposition: 'at', text: TIME.format(new Date(start)) }
    : { preposition: 'on', text: formatDateTime(start) };
}
