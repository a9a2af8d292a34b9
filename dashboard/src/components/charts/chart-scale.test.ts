import { describe, expect, it } from 'vitest';
import {
  axisLabel,
  axisMarks,
  dotsOf,
  hasFewValues,
  heightsOf,
  indexAt,
  isUnfinished,
  lineRuns,
  maxMarks,
  niceMax,
  pointsWithin,
  spanMs,
  spreadTexts,
} from './chart-scale.ts';

describe('niceMax', () => {
  it.each([
    [0, 1],
    [1, 1],
    [3, 3],
    [7, 8],
    [2_700, 3_000],
    // A written value needs a little more room than 100.
    [110, 120],
    [130, 160],
    [18, 20],
    [21, 25],
    [4_999, 5_000],
    [0.3, 0.3],
  ])('niceMax rounds %s up to %s', (value, max) => expect(niceMax(value)).toBe(max));

  it.each([
    [0, 2],
    [0.3, 2],
    [1, 2],
    [3, 4],
    [5, 6],
    [21, 30],
    [241, 250],
    [2_700, 3_000],
  ])('niceMax rounds %s up to %s if half of it must be a whole number', (value, max) =>
    expect(niceMax(value, true)).toBe(max),
  );

  it('niceMax never returns less than its argument', () => {
    for (let value = 1; value < 3_000; value++) {
      expect(niceMax(value)).toBeGreaterThanOrEqual(value);
      expect(niceMax(value, true)).toBeGreaterThanOrEqual(value);
    }
  });
});

it('a chart that is wider than 900 pixels has a label for each of 25 months or 7 days, others have at most six', () => {
  expect([maxMarks(901, 'month'), maxMarks(901, 'day'), maxMarks(1200, undefined)]).toEqual([28, 9, 6]);
  expect([maxMarks(900, 'day'), maxMarks(300, 'day')]).toEqual([6, 4]);
  expect([maxMarks(900, 'month'), maxMarks(300, 'month'), maxMarks(60, 'month')]).toEqual([6, 4, 2]);
});

describe('axisMarks', () => {
  const MINUTE_MS = 60_000;
  /** Points that start at a time of the user's clock. */
  const pointsFrom = (start: string, count: number, minutes: number) =>
    Array.from({ length: count }, (_, index) => ({
      start: new Date(new Date(start).getTime() + index * minutes * MINUTE_MS).toISOString(),
    }));
  const timesOf = (points: { start: string }[], max?: number) =>
    axisMarks(points, max).map(index => axisLabel(points[index]?.start ?? '', spanMs(points)));

  it('an hour is labelled at quarter hours, wherever it starts', () => {
    expect(timesOf(pointsFrom('2026-07-02T10:07', 60, 1))).toEqual(['10:15', '10:30', '10:45', '11:00']);
    expect(timesOf(pointsFrom('2026-07-02T10:08', 60, 1))).toEqual(['10:15', '10:30', '10:45', '11:00']);
    expect(timesOf(pointsFrom('2026-07-02T10:07', 60, 1), 3)).toEqual(['10:30', '11:00']);
  });

  it('the distance of the labels does not change while the chart moves on', () => {
    for (const start of ['10:00', '10:01', '10:14', '10:15', '10:16']) {
      expect(timesOf(pointsFrom(`2026-07-02T${start}`, 61, 1), 4).slice(0, 2)).toEqual(
        start === '10:00' ? ['10:00', '10:30'] : ['10:30', '11:00'],
      );
    }
  });

  it('a day is labelled at whole hours that divide it', () => {
    const day = pointsFrom('2026-07-02T15:00', 25, 60);
    expect(timesOf(day)).toEqual(['18:00', '00:00', '06:00', '12:00']);
    expect(timesOf(day, 3)).toEqual(['00:00', '12:00']);
  });

  it('weeks are labelled once for a day, and a month on Mondays', () => {
    const week = ['3 Jul', '4 Jul', '5 Jul', '6 Jul', '7 Jul', '8 Jul', '9 Jul'];
    expect(timesOf(pointsFrom('2026-07-02T15:00', 7 * 24, 60), 8)).toEqual(week);
    const days = pointsFrom('2026-07-01T00:00:00Z', 30, 24 * 60);
    const mondays = axisMarks(days, 6, true).map(index => days[index]?.start.slice(5, 10));
    expect(mondays).toEqual(['07-06', '07-13', '07-20', '07-27']);
  });

  it('a wide chart labels each of 7 days and every other of 14 days, and never more than it has room for', () => {
    const days = (count: number, width: number) =>
      axisMarks(pointsFrom('2026-07-01T00:00:00Z', count, 24 * 60), maxMarks(width, 'day'), true);
    expect(days(7, 1_100)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(days(14, 1_100)).toHaveLength(7);
    expect(days(7, 300)).toHaveLength(3);
    expect(days(30, 1_100)).toHaveLength(4);
  });

  it('points at no round times are labelled evenly, and there are never more labels than there is room for', () => {
    const months = Array.from({ length: 12 }, (_, month) => ({
      start: new Date(2026, month, 1).toISOString(),
    }));
    expect(axisMarks(months)).toEqual([0, 2, 4, 6, 8, 10]);
    for (let count = 1; count < 200; count++) {
      expect(axisMarks(pointsFrom('2026-07-02T10:07', count, 5)).length).toBeLessThanOrEqual(6);
    }
  });
});

it('the label of a UTC day is its date in every time zone', () => {
  expect(axisLabel('2026-07-01T00:00:00Z', 14 * 86_400_000, 'day')).toBe('1 Jul');
  // Also in a chart of one or two days, which otherwise shows the time of day.
  expect(axisLabel('2026-07-01T00:00:00Z', 0, 'day')).toBe('1 Jul');
  expect(axisLabel('2026-07-01T00:00:00Z', 0, 'month')).toBe('Jul');
});

it('the time span of an empty chart is zero', () => expect(spanMs([])).toBe(0));

describe('lineRuns', () => {
  const points = [5, null, 1, 2, undefined, 0, 4].map(p95 => ({ values: { p95 } }));
  const indices = (runs: readonly (readonly { index: number }[])[]) =>
    runs.map(run => run.map(({ index }) => index));

  it('starts a new line after a missing value', () => {
    expect(indices(lineRuns(points, 'p95').final)).toEqual([[0], [2, 3], [5, 6]]);
    expect(lineRuns(points, 'p95').open).toEqual([]);
  });

  it('draws the step to a value that will still change separately', () => {
    const { final, open } = lineRuns(points, 'p95', { openAt: 6 });
    expect(indices(final)).toEqual([[0], [2, 3], [5]]);
    expect(indices(open)).toEqual([[5, 6]]);
  });

  it('joins a few values across the gaps between them', () => {
    const { final, open } = lineRuns(points, 'p95', { openAt: 6, isJoined: true });
    expect(indices(final)).toEqual([[0, 2, 3, 5]]);
    expect(indices(open)).toEqual([[5, 6]]);
  });

  it('draws no step to a value that will still change after a gap', () => {
    expect(lineRuns(points.slice(0, 6), 'p95', { openAt: 5 }).open).toEqual([]);
  });
});

it('a position on the axis belongs to the nearest point, and positions outside belong to the ends', () => {
  expect([0, 49, 51, 99, 400, -5].map(x => indexAt(x, 100, 2))).toEqual([0, 0, 1, 1, 1, 0]);
});

it('a zoomed chart shows the points of the range, or all points if none is left in it', () => {
  const points = ['10:00', '10:05', '10:10', '10:15'].map(start => ({ start }));
  expect(pointsWithin(points, { from: '10:05', to: '10:10' })).toEqual(points.slice(1, 3));
  expect(pointsWithin(points, { from: '11:00', to: '11:10' })).toEqual(points);
});

describe('a chart with few values', () => {
  const points = (values: readonly number[]) => Array.from({ length: 60 }, (_, at) => values.includes(at));
  const isWritten = (values: readonly number[]) => hasFewValues(points(values), Boolean, 10);

  it('up to four values that are far enough apart are written out', () => {
    expect(isWritten([59])).toBe(true);
    expect(isWritten([10, 20, 30, 40])).toBe(true);
    expect(isWritten([10, 19])).toBe(false);
  });

  it('values are not written out if there are none, or five and more', () => {
    expect(isWritten([])).toBe(false);
    expect(isWritten([10, 20, 30, 40, 50])).toBe(false);
  });
});

describe('heights of a trend line', () => {
  it('zero is the lowest height, unless a value is negative', () => {
    expect(heightsOf([10, 0, 20])).toEqual({ heights: [0.5, 0, 1], zero: 0 });
    expect(heightsOf([-10, 30])).toEqual({ heights: [0, 1], zero: 0.25 });
    expect(heightsOf([-5, -10])).toEqual({ heights: [0.5, 0], zero: 1 });
  });

  it('a line of zeros lies at the bottom', () => {
    expect(heightsOf([0, 0])).toEqual({ heights: [0, 0], zero: 0 });
  });
});

it('texts at the same place cover neither each other nor a dot', () => {
  expect(spreadTexts([100, 40])).toEqual([100, 40]);
  expect(spreadTexts([98, 100])).toEqual([84, 98]);
  expect(spreadTexts([85, 100])).toEqual([71, 85]);
  expect(spreadTexts([100, 100, 90])).toEqual([90, 76, 62]);
});

it('the last point is unfinished until its time is over', () => {
  const nowMs = Date.parse('2026-11-18T15:05:20Z');
  const minutes = [3, 4, 5].map(minute => ({ start: `2026-11-18T15:0${minute}:00Z` }));
  expect(isUnfinished(minutes, nowMs)).toBe(true);
  expect(isUnfinished(minutes, nowMs + 60_000)).toBe(false);
  expect(isUnfinished(minutes, nowMs - 60_000)).toBe(false);
  expect(isUnfinished(minutes.slice(0, 1), nowMs)).toBe(false);
});

it('a value that will still change is a dot, and so is a value that ends no line', () => {
  const points = [8, 7, null, 6, 1].map(p50 => ({ values: { p50 } }));
  const open = { openAt: 4, isEach: false };
  expect(dotsOf(points, 'p50', open).map(({ index }) => index)).toEqual([3, 4]);
  expect(dotsOf(points, 'p50', { ...open, openAt: -1 })).toEqual([]);
  expect(dotsOf(points, 'p50', { ...open, isEach: true })).toHaveLength(4);
});
