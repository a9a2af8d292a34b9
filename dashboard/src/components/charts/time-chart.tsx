import { Fragment, type ReactNode, useState } from 'react';
import { formatDateTime, formatShort, formatUtcDay } from '../../lib/format/format.ts';
import type { Tone } from '../feedback.tsx';
import { usePointer, useWidth } from './chart-hooks.ts';
import {
  axisLabel,
  axisMarks,
  hasFewValues,
  indexAt,
  lonePoints,
  niceMax,
  pointsWithin,
  spanMs,
} from './chart-scale.ts';

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
  /** Each point is a day in UTC, so its date does not depend on the user's time zone. */
  areUtcDays?: boolean;
}

const CHART = { height: 200, left: 44, right: 8, top: 8, bottom: 24 } as const;
/** Room for a value that is written beside a point, in pixels. */
const VALUE_WIDTH = 56;
/** Wider bars would look like blocks. */
const MAX_BAR = 28;

/** What a chart draws: the points in the zoomed range, at their positions in pixels. */
interface Area {
  points: readonly TimePoint[];
  step: number;
  /** Horizontal centre of a point. */
  xOf: (index: number) => number;
  /** Writes a value above a bar or beside a dot. Undefined if the chart has too many values for that. */
  write: ((index: number, value: number, y: number, place: 'above' | 'beside') => ReactNode) | undefined;
}

interface ChartFrameProps extends TimeChartProps {
  /** The highest value of the points. The axis ends at a round number above it. */
  maxOf: (points: readonly TimePoint[]) => number;
  hasValue: (point: TimePoint) => boolean;
  draw: (area: Area, max: number) => ReactNode;
}

/**
 * Axes, legend and values of a chart over time, with a table for screen readers. One SVG unit is one pixel, so that
 * texts have the same size at every width. Values appear above the chart's own area, so that nothing moves.
 */
function ChartFrame(props: ChartFrameProps) {
  const { label, series, format = formatShort, areUtcDays = false, maxOf, hasValue, draw } = props;
  const formatStart = areUtcDays ? formatUtcDay : formatDateTime;
  const [frame, width] = useWidth();
  const [zoom, setZoom] = useState<{ from: string; to: string }>();
  const points = zoom === undefined ? props.points : pointsWithin(props.points, zoom);
  const room = width - CHART.left - CHART.right;
  const step = room / Math.max(1, points.length);
  const xOf = (index: number) => CHART.left + (index + 0.5) * step;
  const { at, dragged, handlers } = usePointer({
    indexAt: x => indexAt(x - CHART.left, room, points.length),
    onZoom(first, last) {
      const [from, to] = [points[first]?.start, points[last]?.start];
      if (from !== undefined && to !== undefined) setZoom({ from, to });
    },
  });
  const picked = at === undefined ? undefined : points[at];
  const isSparse = hasFewValues(points, hasValue, Math.ceil(VALUE_WIDTH / step));
  // Leaves room for the text above the highest value.
  const max = niceMax(maxOf(points) * (isSparse ? 1.1 : 1));
  const write: Area['write'] = (index, value, y, place) => {
    const isAtEnd = xOf(index) + VALUE_WIDTH > width;
    const beside = isAtEnd ? { dx: -8, anchor: 'end' } : { dx: 8, anchor: 'start' };
    const { dx, anchor } = place === 'above' ? { dx: 0, anchor: 'middle' } : beside;
    return (
      <text
        key={`${index} text`}
        className="axis value"
        x={xOf(index) + dx}
        y={place === 'above' ? y - 8 : y + 4}
        textAnchor={anchor as 'start' | 'middle' | 'end'}
      >
        {format(value)}
      </text>
    );
  };
  return (
    <figure className="chart" ref={frame}>
      <figcaption className="chart-legend">
        {series.map(({ key, label: name, tone }) => (
          <span key={key} data-tone={tone}>
            {name}
          </span>
        ))}
        <button
          type="button"
          className="quiet chart-reset"
          data-hidden={zoom === undefined || undefined}
          disabled={zoom === undefined}
          onClick={() => setZoom(undefined)}
        >
          Reset zoom
        </button>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${CHART.height}`} height={CHART.height} aria-hidden="true" {...handlers}>
        <Axes
          points={points}
          max={max}
          width={width}
          xOf={xOf}
          format={props.format}
          areUtcDays={areUtcDays}
        />
        {at !== undefined && dragged === undefined && (
          <line
            className="cursor"
            x1={xOf(at)}
            x2={xOf(at)}
            y1={CHART.top}
            y2={CHART.height - CHART.bottom}
          />
        )}
        {draw({ points, step, xOf, write: isSparse ? write : undefined }, max)}
        {dragged && (
          <rect
            className="chart-zoom"
            x={xOf(dragged[0]) - step / 2}
            y={CHART.top}
            width={xOf(dragged[1]) - xOf(dragged[0]) + step}
            height={CHART.height - CHART.top - CHART.bottom}
          />
        )}
      </svg>
      {picked && at !== undefined && (
        <div className="chart-values" data-side={xOf(at) > width / 2 ? 'left' : 'right'} aria-hidden="true">
          <time dateTime={picked.start}>{formatStart(picked.start)}</time>
          {series.map(({ key, label: name, tone }) => (
            <span key={key} data-tone={tone}>
              {name} <strong>{formatValue(picked.values[key], format)}</strong>
            </span>
          ))}
        </div>
      )}
      <ChartTable label={label} points={points} series={series} format={format} formatStart={formatStart} />
    </figure>
  );
}

interface AxesProps {
  points: readonly TimePoint[];
  max: number;
  width: number;
  xOf: (index: number) => number;
  format: TimeChartProps['format'];
  areUtcDays: boolean;
}

/** Room that a label needs on the time axis, in pixels. */
const LABEL_WIDTH = 90;

function Axes({ points, max, width, xOf, format, areUtcDays }: AxesProps) {
  const span = spanMs(points);
  const marks = axisMarks(points.length, Math.max(2, Math.min(6, Math.floor(width / LABEL_WIDTH))));
  return (
    <>
      {[0, 0.5, 1].map(share => (
        <g key={share}>
          <line className="grid" x1={CHART.left} x2={width - CHART.right} y1={yOf(share)} y2={yOf(share)} />
          <text className="axis" x={CHART.left - 6} y={yOf(share) + 4} textAnchor="end">
            {format || Number.isInteger(max * share) ? (format ?? formatShort)(max * share) : ''}
          </text>
        </g>
      ))}
      {marks.map(index => (
        <text
          key={index}
          className="axis"
          x={xOf(index)}
          y={CHART.height - 6}
          textAnchor={index === 0 ? 'start' : index === points.length - 1 ? 'end' : 'middle'}
        >
          {axisLabel(points[index]?.start ?? '', span, areUtcDays)}
        </text>
      ))}
    </>
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

interface ChartTableProps extends TimeChartProps {
  formatStart: (start: string) => string;
}

function ChartTable({ label, points, series, format = formatShort, formatStart }: ChartTableProps) {
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
              <th scope="row">{formatStart(start)}</th>
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
  const { series } = props;
  const sumOf = ({ values }: TimePoint) => series.reduce((sum, { key }) => sum + (values[key] ?? 0), 0);
  return (
    <ChartFrame
      {...props}
      maxOf={points => Math.max(0, ...points.map(sumOf))}
      hasValue={point => sumOf(point) > 0}
      draw={({ points, step, xOf, write }, max) => {
        const gap = step > 6 ? 2 : step > 3 ? 1 : 0;
        const width = Math.min(MAX_BAR, Math.max(1, step - gap));
        return points.map((point, index) => {
          const { start, values } = point;
          let below = 0;
          const sum = sumOf(point);
          const text = sum > 0 && write?.(index, sum, yOf(sum / max), 'above');
          const bars = series.map(({ key, tone }) => {
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
                x={xOf(index) - width / 2}
                y={top}
                width={width}
                height={Math.max(1, bottom - top)}
              />
            );
          });
          return [...bars, text];
        });
      }}
    />
  );
}

/** A line has gaps where values are missing. */
export function TimeLines(props: TimeChartProps) {
  const { series } = props;
  return (
    <ChartFrame
      {...props}
      maxOf={points =>
        Math.max(0, ...points.flatMap(({ values }) => series.map(({ key }) => values[key] ?? 0)))
      }
      hasValue={({ values }) => series.some(({ key }) => typeof values[key] === 'number')}
      draw={({ points, xOf, write }, max) =>
        series.map(({ key, tone }) => (
          <g key={key} data-tone={tone}>
            <path className="line" data-tone={tone} d={linePath(points, key, max, xOf)} />
            {(write ? valuesOf(points, key) : lonePoints(points, key)).map(({ index, value }) => (
              <Fragment key={index}>
                <circle className="dot" data-tone={tone} cx={xOf(index)} cy={yOf(value / max)} r={4} />
                {write?.(index, value, yOf(value / max), 'beside')}
              </Fragment>
            ))}
          </g>
        ))
      }
    />
  );
}

function valuesOf(points: readonly TimePoint[], key: string): { index: number; value: number }[] {
  return points.flatMap(({ values }, index) => {
    const value = values[key];
    return typeof value === 'number' ? [{ index, value }] : [];
  });
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
