import { Fragment } from 'react';
import { ChartFrame, type Series, type TimeChartProps, type TimePoint } from './chart-frame.tsx';
import { type ChartValue, dotsOf, lineRuns, spreadTexts } from './chart-scale.ts';

/** Wider bars would look like blocks. */
const MAX_BAR = 28;

function limitsOf(values: readonly number[]): [low: number, high: number] {
  return [Math.min(0, ...values), Math.max(0, ...values)];
}

interface TimeBarsProps extends TimeChartProps {
  /** The period before, drawn as a thin line above the bars. It looks the same in all charts. */
  before?: Pick<Series, 'key' | 'label'> | undefined;
}

/** Bars of several series are stacked, so only those of a single series may be negative. */
export function TimeBars({ before, ...props }: TimeBarsProps) {
  const line: Series | undefined = before && { ...before, tone: 'before', isDashed: true };
  const series = usedSeries(props, value => value !== 0);
  const sumOf = ({ values }: TimePoint) => series.reduce((sum, { key }) => sum + (values[key] ?? 0), 0);
  const lineOf = ({ values }: TimePoint) => (line && values[line.key]) ?? 0;
  return (
    <ChartFrame
      {...props}
      series={line ? [...series, line] : series}
      limitsOf={points => limitsOf(points.flatMap(point => [sumOf(point), lineOf(point)]))}
      hasValue={point => sumOf(point) !== 0}
      draw={({ points, step, openAt, xOf, yAt, write }) => {
        const gap = step > 6 ? 2 : step > 3 ? 1 : 0;
        const width = Math.min(MAX_BAR, Math.max(1, step - gap));
        const bars = points.map((point, index) => {
          const { start, values } = point;
          let below = 0;
          const sum = sumOf(point);
          const text = sum !== 0 && write?.(index, sum, yAt(Math.max(0, sum)));
          const stack = series.map(({ key, tone }) => {
            const value = values[key] ?? 0;
            if (value === 0) return null;
            const ends = [yAt(below), yAt(below + value)];
            below += value;
            const top = Math.min(...ends);
            return (
              <rect
                key={`${start} ${key}`}
                className="bar"
                data-tone={tone}
                data-open={index === openAt || undefined}
                x={xOf(index) - width / 2}
                y={top}
                width={width}
                height={Math.max(1, Math.max(...ends) - top)}
              />
            );
          });
          return [...stack, text];
        });
        const path = line && linePath(lineRuns(points, line.key).final, xOf, yAt);
        return [
          bars,
          path && (
            <g key="line" data-tone={line.tone}>
              <path className="line around" d={path} />
              <path className="line thin" d={path} />
            </g>
          ),
        ];
      }}
    />
  );
}

/** With fewer values, gaps would leave dots only. */
const MIN_GAP_VALUES = 5;

/**
 * A line has gaps where values are missing. A few values are dots that a line joins. Leave the chart out if `hasLine` returns
 * false.
 */
export function TimeLines(props: TimeChartProps) {
  const series = usedSeries(props, () => true);
  const isJoined = countValues(props.points, series) < MIN_GAP_VALUES;
  return (
    <ChartFrame
      {...props}
      endsLines
      series={series}
      limitsOf={points => limitsOf(points.flatMap(point => series.map(({ key }) => point.values[key] ?? 0)))}
      hasValue={({ values }) => series.some(({ key }) => typeof values[key] === 'number')}
      draw={({ points, openAt, xOf, yAt, write }) =>
        series.map(({ key, tone }, nth) => (
          <g key={key} data-tone={tone}>
            {PATH_PARTS.map(part => (
              <path
                key={part}
                className="line"
                data-tone={tone}
                data-open={part === 'open' || undefined}
                d={linePath(lineRuns(points, key, { openAt, isJoined })[part], xOf, yAt)}
              />
            ))}
            {dotsOf(points, key, { openAt, isEach: isJoined || write !== undefined }).map(
              ({ index, value }, nthDot, { length }) => (
                <Fragment key={index}>
                  <circle className="dot" data-tone={tone} cx={xOf(index)} cy={yAt(value)} r={4} />
                  {write?.(
                    index,
                    value,
                    textHeights(points[index], series, yAt)[nth] as number,
                    nthDot === length - 1,
                  )}
                </Fragment>
              ),
            )}
          </g>
        ))
      }
    />
  );
}

/** The line to a value that will still change is dotted. */
const PATH_PARTS = ['final', 'open'] as const;

/** Whether there are at least two values. The figures above a chart already show a single one. */
export function hasLine(points: readonly TimePoint[], series: readonly Series[]): boolean {
  return countValues(points, series) > 1;
}

function countValues(points: readonly TimePoint[], series: readonly Series[]): number {
  return points.filter(({ values }) => series.some(({ key }) => typeof values[key] === 'number')).length;
}

/** Where the values of a point are written, in the order of the series. */
function textHeights(
  point: TimePoint | undefined,
  series: readonly Series[],
  yAt: (value: number) => number,
): number[] {
  const heightOf = ({ key }: Series) => {
    const value = point?.values[key];
    // At the top, so that a series without a value does not move the others.
    return typeof value === 'number' ? yAt(value) : 0;
  };
  return spreadTexts(series.map(heightOf));
}

/** Series without any value are neither in the legend nor in the table. If no series has one, all of them are. */
function usedSeries(
  { series, points }: TimeChartProps,
  isDrawn: (value: number) => boolean,
): readonly Series[] {
  const used = series.filter(({ key }) =>
    points.some(({ values: { [key]: value } }) => typeof value === 'number' && isDrawn(value)),
  );
  return used.length === 0 ? series : used;
}

function linePath(
  runs: readonly (readonly ChartValue[])[],
  xOf: (index: number) => number,
  yAt: (value: number) => number,
): string {
  const place = ({ index, value }: ChartValue) => `${xOf(index).toFixed(1)} ${yAt(value).toFixed(1)}`;
  return runs.map(run => `M${run.map(place).join('L')}`).join('');
}
