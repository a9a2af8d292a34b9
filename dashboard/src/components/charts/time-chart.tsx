import { Fragment } from 'react';
import { ChartFrame, FewValues, type Series, type TimeChartProps, type TimePoint } from './chart-frame.tsx';
import { dotsOf, spreadTexts } from './chart-scale.ts';

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
          const text = sum !== 0 && write?.(index, sum, yAt(Math.max(0, sum)), 'above');
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
        const path = line && linePath(points, line.key, xOf, yAt);
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

/** Fewer values are read faster in a table than as dots. */
const MIN_LINE_POINTS = 4;

/** A line has gaps where values are missing. */
export function TimeLines(props: TimeChartProps) {
  const series = usedSeries(props, () => true);
  const known = props.points.filter(({ values }) =>
    series.some(({ key }) => typeof values[key] === 'number'),
  );
  if (known.length > 0 && known.length < MIN_LINE_POINTS)
    return <FewValues {...props} points={known} series={series} />;
  return (
    <ChartFrame
      {...props}
      series={series}
      limitsOf={points => limitsOf(points.flatMap(point => series.map(({ key }) => point.values[key] ?? 0)))}
      hasValue={({ values }) => series.some(({ key }) => typeof values[key] === 'number')}
      draw={({ points, openAt, xOf, yAt, write }) =>
        series.map(({ key, tone }, nth) => (
          <g key={key} data-tone={tone}>
            <path
              className="line"
              data-tone={tone}
              d={linePath(points.slice(0, openAt < 0 ? undefined : openAt), key, xOf, yAt)}
            />
            {dotsOf(points, key, { openAt, isWritten: write !== undefined }).map(({ index, value }) => (
              <Fragment key={index}>
                <circle
                  className="dot"
                  data-tone={tone}
                  data-open={index === openAt || undefined}
                  cx={xOf(index)}
                  cy={yAt(value)}
                  r={4}
                />
                {write?.(index, value, textHeights(points[index], series, yAt)[nth] as number, 'beside')}
              </Fragment>
            ))}
          </g>
        ))
      }
    />
  );
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
  points: readonly TimePoint[],
  key: string,
  xOf: (index: number) => number,
  yAt: (value: number) => number,
): string {
  let path = '';
  let drawing = false;
  points.forEach(({ values }, index) => {
    const value = values[key];
    if (value === null || value === undefined) {
      drawing = false;
      return;
    }
    const [x, y] = [xOf(index).toFixed(1), yAt(value).toFixed(1)];
    path += drawing ? `L${x} ${y}` : `M${x} ${y}`;
    drawing = true;
  });
  return path;
}
