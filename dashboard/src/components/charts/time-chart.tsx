import { type PointerEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { formatDateTime, formatShort } from '../../lib/format/format.ts';
import type { Tone } from '../feedback.tsx';
import { axisLabel, axisMarks, indexAt, lonePoints, niceMax, pointsWithin, spanMs } from './chart-scale.ts';

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

const CHART = { height: 200, left: 44, right: 8, top: 8, bottom: 24 } as const;
const FIRST_WIDTH = 720;

/** What a chart draws: the points in the zoomed range, at their positions in pixels. */
interface Area {
  points: readonly TimePoint[];
  step: number;
  /** Horizontal centre of a point. */
  xOf: (index: number) => number;
}

interface ChartFrameProps extends TimeChartProps {
  /** The highest value of the points. The axis ends at a round number above it. */
  maxOf: (points: readonly TimePoint[]) => number;
  draw: (area: Area, max: number) => ReactNode;
}

/**
 * Axes, legend and values of a chart over time, with a table for screen readers. One SVG unit is one pixel, so that
 * texts have the same size at every width. Values appear above the chart's own area, so that nothing moves.
 */
function ChartFrame(props: ChartFrameProps) {
  const { label, series, format = formatShort, maxOf, draw } = props;
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
  const max = niceMax(maxOf(points));
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
        <Axes points={points} max={max} width={width} xOf={xOf} format={props.format} />
        {at !== undefined && dragged === undefined && (
          <line
            className="cursor"
            x1={xOf(at)}
            x2={xOf(at)}
            y1={CHART.top}
            y2={CHART.height - CHART.bottom}
          />
        )}
        {draw({ points, step, xOf }, max)}
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
          <time dateTime={picked.start}>{formatDateTime(picked.start)}</time>
          {series.map(({ key, label: name, tone }) => (
            <span key={key} data-tone={tone}>
              {name} <strong>{formatValue(picked.values[key], format)}</strong>
            </span>
          ))}
        </div>
      )}
      <ChartTable label={label} points={points} series={series} format={format} />
    </figure>
  );
}

/** The width of an element in pixels, measured before the first paint and whenever it changes. */
function useWidth(): [RefObject<HTMLElement | null>, number] {
  const element = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(FIRST_WIDTH);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = () => setWidth(Math.max(200, Math.round(current.clientWidth)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}

interface PointerOptions {
  indexAt: (x: number) => number;
  onZoom: (first: number, last: number) => void;
}

/** The point under the pointer, and the range of points that the user drags across. */
function usePointer({ indexAt: indexOf, onZoom }: PointerOptions) {
  const [at, setAt] = useState<number>();
  const [start, setStart] = useState<number>();
  const positionOf = (event: PointerEvent<SVGSVGElement>) =>
    indexOf(event.clientX - event.currentTarget.getBoundingClientRect().left);
  const dragged =
    start === undefined || at === undefined || at === start
      ? undefined
      : ([Math.min(start, at), Math.max(start, at)] as const);
  const handlers = {
    onPointerDown(event: PointerEvent<SVGSVGElement>) {
      // A finger scrolls the page instead.
      if (event.button !== 0 || event.pointerType === 'touch') return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setStart(positionOf(event));
    },
    onPointerMove(event: PointerEvent<SVGSVGElement>) {
      setAt(positionOf(event));
    },
    onPointerUp() {
      if (dragged) onZoom(...dragged);
      setStart(undefined);
    },
    onPointerCancel() {
      setStart(undefined);
    },
    onPointerLeave() {
      if (start === undefined) setAt(undefined);
    },
  };
  return { at, dragged, handlers };
}

interface AxesProps {
  points: readonly TimePoint[];
  max: number;
  width: number;
  xOf: (index: number) => number;
  format: TimeChartProps['format'];
}

/** Room that a label needs on the time axis, in pixels. */
const LABEL_WIDTH = 90;

function Axes({ points, max, width, xOf, format }: AxesProps) {
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
          {axisLabel(points[index]?.start ?? '', span)}
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
  const { series } = props;
  const sumOf = ({ values }: TimePoint) => series.reduce((sum, { key }) => sum + (values[key] ?? 0), 0);
  return (
    <ChartFrame
      {...props}
      maxOf={points => Math.max(0, ...points.map(sumOf))}
      draw={({ points, step, xOf }, max) => {
        const gap = step > 6 ? 2 : step > 3 ? 1 : 0;
        return points.map(({ start, values }, index) => {
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
      draw={({ points, xOf }, max) =>
        series.map(({ key, tone }) => (
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
        ))
      }
    />
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
