/** Scales and labels of chart axes. Pure. */

/**
 * The next round number at or above `value`, for the top of the axis. For counts, `isHalved` returns an even
 * number, so that the line in the middle has a whole number.
 */
export function niceMax(value: number, isHalved = false): number {
  if (value <= 0) return isHalved ? 2 : 1;
  const power = 10 ** Math.floor(Math.log10(value));
  for (const step of [1, 1.2, 1.6, 2, 2.5, 3, 4, 5, 6, 8, 10]) {
    const max = Number((step * power).toPrecision(2));
    const isRound = power >= 10 || Number.isInteger(max) || value < 1;
    if (max >= value && isRound && (!isHalved || Number.isInteger(max / 2))) return max;
  }
  return isHalved ? Math.max(2, 10 * power) : 10 * power;
}

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const UTC = {
  day: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  month: new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' }),
};

export type CalendarUnit = keyof typeof UTC;

/**
 * The time of day if the chart covers up to two days, otherwise the date. A day or a month in UTC keeps its name in every
 * time zone.
 */
export function axisLabel(start: string, spanMs: number, calendar?: CalendarUnit): string {
  if (calendar !== undefined) return UTC[calendar].format(new Date(start));
  return (spanMs > 2 * 86_400_000 ? DAY : TIME).format(new Date(start));
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const ROUND_MINUTES = [1, 5, 15, 30, 60, 120, 180, 240, 360, 720];
const ROUND_DAYS = [1, 2, 7, 14, 28];
/** The first Monday since 1970, in days. */
const MONDAY = 4;

/**
 * Indices of the points that get a label: those at round times of the user's clock, such as quarter hours, or at whole
 * days. The distance follows from the length of the axis, so a label moves with its point when the chart moves on, and
 * never jumps to another time. At most `max` points get a label.
 */
export function axisMarks(points: readonly { start: string }[], max = 6, areUtcDays = false): number[] {
  const span = spanMs(points);
  // Months, for example, have no round distance.
  if (span > (points.length - 1) * DAY_MS * 1.1) return evenMarks(points.length, max);
  const times = points.map(({ start }) => localMs(new Date(start), areUtcDays));
  const days = times.map(ms => Math.floor(ms / DAY_MS));
  // The first point may be in the middle of a day.
  const startsDay = (day: number, at: number) =>
    at === 0 ? times[0] === day * DAY_MS : day !== days[at - 1];
  const isDaily = areUtcDays || span > 2 * DAY_MS;
  const steps = (isDaily ? ROUND_DAYS : ROUND_MINUTES).filter(
    step => Math.floor(span / (step * (isDaily ? DAY_MS : MINUTE_MS))) < max,
  );
  for (const step of steps) {
    const marks = isDaily
      ? indicesOf(days, (day, at) => startsDay(day, at) && (day - MONDAY) % step === 0)
      : indicesOf(times, ms => ms % (step * MINUTE_MS) === 0);
    if (marks.length > 0) return marks;
  }
  return evenMarks(points.length, max);
}

/** Room that a label needs on the time axis, in pixels. Months are short. */
const LABEL_WIDTH = 64;
const MONTH_WIDTH = 32;
/** With this room, the labels of days are not crowded even if each day has one. */
const DAY_WIDTH = 96;
/** Wider charts label every month, or every day of a week. */
const WIDE = 900;
const USUAL_MARKS = 6;

/** How many labels the time axis of a chart of this width has at most. */
export function maxMarks(width: number, calendar: CalendarUnit | undefined): number {
  if (calendar !== undefined && width > WIDE) {
    return Math.floor(width / (calendar === 'month' ? MONTH_WIDTH : DAY_WIDTH));
  }
  return Math.max(2, Math.min(USUAL_MARKS, Math.floor(width / LABEL_WIDTH)));
}

/** The time on the user's clock, as if it were in UTC. */
function localMs(at: Date, isUtc: boolean): number {
  return at.getTime() - (isUtc ? 0 : at.getTimezoneOffset() * MINUTE_MS);
}

function indicesOf(values: readonly number[], isMarked: (value: number, index: number) => boolean): number[] {
  return values.flatMap((value, index) => (isMarked(value, index) ? [index] : []));
}

/** For points that are further apart than days, or at no round times. */
function evenMarks(count: number, max: number): number[] {
  const step = Math.max(1, Math.ceil(count / max));
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
}

export function spanMs(points: readonly { start: string }[]): number {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) return 0;
  return new Date(last.start).getTime() - new Date(first.start).getTime();
}

/** Whether the time of the last point is not over, so that its values will still change. */
export function isUnfinished(points: readonly { start: string }[], nowMs: number): boolean {
  const [before, last] = [points.at(-2), points.at(-1)].map(point => point && Date.parse(point.start));
  if (before === undefined || last === undefined) return false;
  return last <= nowMs && nowMs < last + (last - before);
}

type Values = readonly { values: Readonly<Record<string, number | null | undefined>> }[];

export interface ChartValue {
  index: number;
  value: number;
}

function knownValues(points: Values, key: string): ChartValue[] {
  return points.flatMap(({ values }, index) => {
    const value = values[key];
    return typeof value === 'number' ? [{ index, value }] : [];
  });
}

interface LineOptions {
  /** Index of the value that will still change, or -1. */
  openAt?: number;
  /** The line also joins values that are not neighbours. */
  isJoined?: boolean;
}

/**
 * The values that a line joins: the final ones, with a gap wherever a value is missing, and the last step to a value that
 * will still change. That step is drawn in another way, because it would look like a fall.
 */
export function lineRuns(
  points: Values,
  key: string,
  { openAt = -1, isJoined = false }: LineOptions = {},
): Record<'final' | 'open', ChartValue[][]> {
  const final: ChartValue[][] = [];
  const open: ChartValue[][] = [];
  let before: ChartValue | undefined;
  for (const each of knownValues(points, key)) {
    const isNext = before !== undefined && (isJoined || before.index === each.index - 1);
    if (each.index === openAt) {
      if (before !== undefined && isNext) open.push([before, each]);
    } else if (isNext) {
      final.at(-1)?.push(each);
    } else {
      final.push([each]);
    }
    before = each;
  }
  return { final, open };
}

/** Values that are drawn as dots: those that no line shows, and the one that will still change. */
export function dotsOf(
  points: Values,
  key: string,
  { openAt, isEach }: { openAt: number; isEach: boolean },
): ChartValue[] {
  if (isEach) return knownValues(points, key);
  const lone = lineRuns(points, key, { openAt }).final.filter(run => run.length === 1);
  return [...lone.flat(), ...knownValues(points, key).filter(({ index }) => index === openAt)];
}

/** The point at a distance from the left end of the axis. */
export function indexAt(x: number, room: number, count: number): number {
  const index = Math.round((x / room) * count - 0.5);
  return Math.max(0, Math.min(count - 1, index));
}

/** The points of a zoomed range, both ends included. New points outside the range do not appear. */
export function pointsWithin<Point extends { start: string }>(
  points: readonly Point[],
  { from, to }: { from: string; to: string },
): readonly Point[] {
  const within = points.filter(({ start }) => start >= from && start <= to);
  return within.length === 0 ? points : within;
}

/** More values would make a chart with written values hard to read. */
const FEW_VALUES = 5;

/** Whether the values are so few, and at least `gap` points apart, that the chart writes each of them out. */
export function hasFewValues<Point>(
  points: readonly Point[],
  hasValue: (point: Point) => boolean,
  gap: number,
): boolean {
  const places = points.flatMap((point, at) => (hasValue(point) ? [at] : []));
  const areApart = places.every((at, nth) => nth === 0 || at - (places[nth - 1] as number) >= gap);
  return places.length > 0 && places.length < FEW_VALUES && areApart;
}

/** The height of a written value. */
const TEXT_HEIGHT = 14;

/** The height of a dot and the distance to the text above it. */
const DOT_HEIGHT = 9;

/**
 * Moves texts above dots upwards, until none covers another text or the dot of another. Heights are those of the dots,
 * counted from the top.
 */
export function spreadTexts(heights: readonly number[]): number[] {
  const spread = [...heights];
  const isCovered = (dot: number, height: number) => dot < height && dot > height - TEXT_HEIGHT - DOT_HEIGHT;
  const fromBelow = heights
    .map((_, nth) => nth)
    .sort((a, b) => (heights[b] as number) - (heights[a] as number));
  let highest = Number.POSITIVE_INFINITY;
  for (const nth of fromBelow) {
    const own = heights[nth] as number;
    const dots = heights.filter(dot => isCovered(dot, own));
    highest = Math.min(own, ...dots, highest - TEXT_HEIGHT);
    spread[nth] = highest;
  }
  return spread;
}

/** The values, and zero, as shares of the distance from the lowest to the highest of them. */
export function heightsOf(values: readonly number[]): { heights: number[]; zero: number } {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const share = (value: number) => (high === low ? 0 : (value - low) / (high - low));
  return { heights: values.map(share), zero: share(0) };
}
