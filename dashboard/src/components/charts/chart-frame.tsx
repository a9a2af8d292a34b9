import { type ReactNode, useState } from 'react';
import { formatDateTime, formatShort, formatUtcDay } from '../../lib/format/format.ts';
import { monthName } from '../../lib/format/month.ts';
import type { Tone } from '../feedback.tsx';
import { usePointer, useWidth } from './chart-hooks.ts';
import {
  axisLabel,
  axisMarks,
  type CalendarUnit,
  hasFewValues,
  indexAt,
  isUnfinished,
  maxMarks,
  niceMax,
  pointsWithin,
  spanMs,
} from './chart-scale.ts';

export interface Series {
  key: string;
  label: string;
  /**
   * `before` is an earlier period, `amber` a line in the colour of a warning that is dark enough, and `timeout` a
   * failure that differs from other failures.
   */
  tone: Tone | 'accent' | 'amber' | 'before' | 'timeout';
  /** Drawn as a dashed line, in the legend too. */
  isDashed?: boolean;
}

export interface TimePoint {
  start: string;
  /** Values by series key. Null or undefined means that there is no value. */
  values: Readonly<Record<string, number | null | undefined>>;
  /** Texts of values that must not be rounded, for example amounts. */
  texts?: Readonly<Record<string, string | undefined>>;
}

export interface TimeChartProps {
  /** Title of the chart, for example `Requests over time`. */
  label: string;
  points: readonly TimePoint[];
  series: readonly Series[];
  format?: (value: number) => string;
  /** Each point is a day or a month in UTC, so its name does not depend on the user's time zone. */
  calendar?: CalendarUnit | undefined;
  /** The last day or month is not over. Other charts derive this from the clock. */
  isOpen?: boolean;
}

const CALENDAR_NAMES = { day: formatUtcDay, month: (start: string) => monthName(start.slice(0, 7)) };

const CHART = { height: 200, left: 44, right: 8, top: 8, bottom: 24 } as const;
/** Room for a value that is written above a point, in pixels. */
const VALUE_WIDTH = 56;

/** What a chart draws: the points in the zoomed range, at their positions in pixels. */
interface Area {
  points: readonly TimePoint[];
  step: number;
  /** Index of the point whose time is not over, or -1. */
  openAt: number;
  /** Horizontal centre of a point. */
  xOf: (index: number) => number;
  /** Vertical position of a value. */
  yAt: (value: number) => number;
  /**
   * Writes a value above a bar or a dot, or beside the end of a line. Undefined if the chart has too many values for that.
   */
  write: ((index: number, value: number, y: number, endsLine?: boolean) => ReactNode) | undefined;
}

interface ChartFrameProps extends TimeChartProps {
  /** The lowest and the highest value of the points. The axis ends at round numbers beyond them, and contains zero. */
  limitsOf: (points: readonly TimePoint[]) => readonly [low: number, high: number];
  hasValue: (point: TimePoint) => boolean;
  /** Keeps room at the right edge for the values at the ends of lines, if there are few values. */
  endsLines?: boolean;
  draw: (area: Area) => ReactNode;
}

/**
 * Axes, legend and values of a chart over time, with a table for screen readers. One SVG unit is one pixel, so that
 * texts have the same size at every width. Values appear above the chart's own area, so that nothing moves.
 */
export function ChartFrame(props: ChartFrameProps) {
  const isOpen =
    props.calendar === undefined ? isUnfinished(props.points, Date.now()) : props.isOpen === true;
  /** Start of the point whose time is not over. */
  const openStart = isOpen ? props.points.at(-1)?.start : undefined;
  const { label, series, format = formatShort, calendar, limitsOf, hasValue, draw } = props;
  const formatTime = calendar === undefined ? formatDateTime : CALENDAR_NAMES[calendar];
  const formatStart = (start: string) => `${formatTime(start)}${start === openStart ? ' so far' : ''}`;
  const [frame, width] = useWidth();
  const [zoom, setZoom] = useState<{ from: string; to: string }>();
  const points = zoom === undefined ? props.points : pointsWithin(props.points, zoom);
  const openAt = points.findLastIndex(({ start }) => start === openStart);
  const stepOf = (pixels: number) => pixels / Math.max(1, points.length);
  const fullRoom = width - CHART.left - CHART.right;
  const isSparse = hasFewValues(points, hasValue, Math.ceil(VALUE_WIDTH / stepOf(fullRoom)));
  const room = isSparse && props.endsLines ? fullRoom - VALUE_WIDTH : fullRoom;
  const step = stepOf(room);
  const xOf = (index: number) => CHART.left + (index + 0.5) * step;
  const { at, dragged, handlers } = usePointer({
    indexAt: x => indexAt(x - CHART.left, room, points.length),
    onZoom(first, last) {
      const [from, to] = [points[first]?.start, points[last]?.start];
      if (from !== undefined && to !== undefined) setZoom({ from, to });
    },
  });
  const picked = at === undefined ? undefined : points[at];
  // Leaves room for the text above the highest value.
  const [low, high] = limitsOf(points).map(value => value * (isSparse ? 1.1 : 1)) as [number, number];
  // Without a format, the values are counts or rounded amounts.
  const [min, max] =
    low < 0 ? [-niceMax(-low), niceMax(high)] : [0, niceMax(high, props.format === undefined)];
  const yAt = (value: number) => yOf((value - min) / (max - min));
  const write: Area['write'] = (index, value, y, endsLine = false) => (
    <text
      key={`${index} text`}
      className="axis value"
      x={endsLine ? xOf(index) + 9 : Math.min(xOf(index), width - LABEL_HALF)}
      y={endsLine ? y - 1 : y - 8}
      textAnchor={endsLine ? 'start' : 'middle'}
    >
      {format(value)}
    </text>
  );
  return (
    <figure className="chart" ref={frame}>
      <figcaption className="chart-legend">
        {series.map(({ key, label: name, tone, isDashed }) => (
          <span key={key} data-tone={tone} data-dashed={isDashed || undefined}>
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
          marks={min < 0 ? [min, 0, max] : [0, max / 2, max]}
          yAt={yAt}
          width={width}
          xOf={xOf}
          openAt={openAt}
          format={props.format}
          calendar={calendar}
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
        {draw({ points, step, openAt, xOf, yAt, write: isSparse ? write : undefined })}
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
              {name} <strong>{formatValue(picked, key, format)}</strong>
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
  /** Values that are written beside the axis. */
  marks: readonly number[];
  yAt: (value: number) => number;
  width: number;
  xOf: (index: number) => number;
  openAt: number;
  format: TimeChartProps['format'];
  calendar: CalendarUnit | undefined;
}

/** A label at the right end stays within the chart. */
const LABEL_HALF = 22;
/** The label of a point that is not over is longer, for example `18 Nov so far`. */
const OPEN_HALF = 38;

function Axes({ points, marks, yAt, width, xOf, openAt, format, calendar }: AxesProps) {
  const span = spanMs(points);
  const openX = openAt < 0 ? Number.POSITIVE_INFINITY : Math.min(xOf(openAt), width - OPEN_HALF);
  const dates = axisMarks(points, maxMarks(width, calendar), calendar !== undefined).filter(
    index => xOf(index) + LABEL_HALF < openX - OPEN_HALF,
  );
  return (
    <>
      {marks.map(value => (
        <g key={value}>
          <line className="grid" x1={CHART.left} x2={width - CHART.right} y1={yAt(value)} y2={yAt(value)} />
          <text className="axis" x={CHART.left - 6} y={yAt(value) + 4} textAnchor="end">
            {format || Number.isInteger(value) ? (format ?? formatShort)(value) : ''}
          </text>
        </g>
      ))}
      {dates.map(index => (
        <text
          key={index}
          className="axis"
          x={Math.min(xOf(index), width - LABEL_HALF)}
          y={CHART.height - 6}
          textAnchor="middle"
        >
          {axisLabel(points[index]?.start ?? '', span, calendar)}
        </text>
      ))}
      {openAt >= 0 && (
        <text className="axis" x={openX} y={CHART.height - 6} textAnchor="middle">
          {axisLabel(points[openAt]?.start ?? '', span, calendar)} so far
        </text>
      )}
    </>
  );
}

/** Vertical position of a share of the axis from 0 to 1. */
function yOf(share: number): number {
  const room = CHART.height - CHART.top - CHART.bottom;
  return CHART.height - CHART.bottom - share * room;
}

function formatValue({ values, texts }: TimePoint, key: string, format: (value: number) => string): string {
  const [value, text] = [values[key], texts?.[key]];
  if (text !== undefined) return text;
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
          {points.map(point => (
            <tr key={point.start}>
              <th scope="row">{formatStart(point.start)}</th>
              {series.map(({ key }) => (
                <td key={key}>{formatValue(point, key, format)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
