import { type PointerEvent, type ReactNode, useState } from 'react';
import { formatDateTime, formatShort } from '../../lib/format/format.ts';
import type { Tone } from '../feedback.tsx';
import { axisLabel, axisMarks, lonePoints, niceMax, spanMs } from './chart-scale.ts';

interface Series {
  key: string;
  label: string;
  tone: Tone | 'accent';
}

interface TimePoint {
  start: string;
  /** Values by series key. Null or undefined means that there is no value. */
  values: Readonly<Record<string, number | null | undefined>>;
}

interface TimeChartProps {
  /** Title of the chart, for example `Requests over time`. */
  label: string;
  points: readonly TimePoint[];
  series: readonly Series[];
  format?: (value: number) => string;
}

const CHART = { width: 720, height: 200, left: 44, right: 8, top: 8, bottom: 24 } as const;

interface ChartFrameProps extends TimeChartProps {
  max: number;
  /** Horizontal centre of a point, in SVG units. */
  xOf: (index: number) => number;
  children: ReactNode;
}

/** Axes, legend and values of a chart over time, with a table for screen readers. */
function ChartFrame(props: ChartFrameProps) {
  const { label, points, series, format = formatShort, max, xOf, children } = props;
  const [at, setAt] = useState<number>();
  const span = spanMs(points);
  const picked = at === undefined ? undefined : points[at];

  const onMove = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * CHART.width;
    const share = (x - CHART.left) / (CHART.width - CHART.left - CHART.right);
    const index = Math.round(share * points.length - 0.5);
    setAt(Math.max(0, Math.min(points.length - 1, index)));
  };

  return (
    <figure className="chart">
      <figcaption className="chart-legend">
        {series.map(({ key, label: name, tone }) => (
          <span key={key} data-tone={tone}>
            {name}
            {picked && <strong>{formatValue(picked.values[key], format)}</strong>}
          </span>
        ))}
        {picked && <time dateTime={picked.start}>{formatDateTime(picked.start)}</time>}
      </figcaption>
      <svg
        viewBox={`0 0 ${CHART.width} ${CHART.height}`}
        aria-hidden="true"
        onPointerMove={onMove}
        onPointerLeave={() => setAt(undefined)}
      >
        {[0, 0.5, 1].map(share => (
          <g key={share}>
            <line
              className="grid"
              x1={CHART.left}
              x2={CHART.width - CHART.right}
              y1={yOf(share)}
              y2={yOf(share)}
            />
            <text className="axis" x={CHART.left - 6} y={yOf(share) + 4} textAnchor="end">
              {props.format || Number.isInteger(max * share) ? format(max * share) : ''}
            </text>
          </g>
        ))}
        {axisMarks(points.length).map(index => (
          <text
            key={index}
            className="axis"
            x={xOf(index)}
            y={CHART.height - 6}
            textAnchor={index === 0 ? 'start' : index === points.length - 1 ? 'end' : 'middle'}
          >
            {axisLabel(points[index]?.start ?? '', span)}
          </text>
        ))}
        {at !== undefined && (
          <line
            className="cursor"
            x1={xOf(at)}
            x2={xOf(at)}
            y1={CHART.top}
            y2={CHART.height - CHART.bottom}
          />
        )}
        {children}
      </svg>
      <ChartTable label={label} points={points} series={series} format={format} />
    </figure>
  );
}

/** Vertical position of a value, given as a share of the maximum from 0 to 1. */
function yOf(share: number): number {
  const room = CHART.height - CHART.top - CHART.bottom;
  return CHART.height - CHART.bottom - share * room;
}

function formatValue(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? '–' : format(value);
}

function ChartTable({ label, points, series, format = formatShort }: TimeChartProps) {
  return (
    // A table cannot be narrower than its text, so its wrapper is hidden instead.
    <div className="unseen">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {series.map(({ key, label: name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map(({ start, values }) => (
            <tr key={start}>
              <th scope="row">{formatDateTime(start)}</th>
              {series.map(({ key }) => (
                <td key={key}>{formatValue(values[key], format)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function TimeBars(props: TimeChartProps) {
  const { points, series } = props;
  const sums = points.map(({ values }) => series.reduce((sum, { key }) => sum + (values[key] ?? 0), 0));
  const max = niceMax(Math.max(0, ...sums));
  const step = (CHART.width - CHART.left - CHART.right) / Math.max(1, points.length);
  const gap = step > 6 ? 2 : step > 3 ? 1 : 0;
  const xOf = (index: number) => CHART.left + (index + 0.5) * step;

  return (
    <ChartFrame {...props} max={max} xOf={xOf}>
      {points.map(({ start, values }, index) => {
        let below = 0;
        return series.map(({ key, tone }) => {
          const value = values[key] ?? 0;
          if (value === 0) return null;
          const bottom = yOf(below / max);
          below += value;
          const top = yOf(below / max);
          return (
            <rect
              key={`${start} ${key}`}
              className="bar"
              data-tone={tone}
              x={xOf(index) - step / 2 + gap / 2}
              y={top}
              width={Math.max(1, step - gap)}
              height={Math.max(1, bottom - top)}
            />
          );
        });
      })}
    </ChartFrame>
  );
}

/** A line has gaps where values are missing. */
export function TimeLines(props: TimeChartProps) {
  const { points, series } = props;
  const every = points.flatMap(({ values }) => series.map(({ key }) => values[key] ?? 0));
  const max = niceMax(Math.max(0, ...every));
  const step = (CHART.width - CHART.left - CHART.right) / Math.max(1, points.length);
  const xOf = (index: number) => CHART.left + (index + 0.5) * step;

  return (
    <ChartFrame {...props} max={max} xOf={xOf}>
      {series.map(({ key, tone }) => (
        <g key={key} data-tone={tone}>
          <path className="line" data-tone={tone} d={linePath(points, key, max, xOf)} />
          {lonePoints(points, key).map(({ index, value }) => (
            <circle
              key={index}
              className="dot"
              data-tone={tone}
              cx={xOf(index)}
              cy={yOf(value / max)}
              r={4}
            />
          ))}
        </g>
      ))}
    </ChartFrame>
  );
}

function linePath(
  points: readonly TimePoint[],
  key: string,
  max: number,
  xOf: (index: number) => number,
): string {
  let path = '';
  let drawing = false;
  points.forEach(({ values }, index) => {
    const value = values[key];
    if (value === null || value === undefined) {
      drawing = false;
      return;
    }
    const [x, y] = [xOf(index).toFixed(1), yOf(value / max).toFixed(1)];
    path += drawing ? `L${x} ${y}` : `M${x} ${y}`;
    drawing = true;
  });
  return path;
}
