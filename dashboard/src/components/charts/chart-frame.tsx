import { type PointerEvent, type ReactNode, useState } from 'react';
import { formatShort } from '../../lib/format/format.ts';
import { formatDateTime } from '../../lib/format/format-time.ts';
import { axisMarks, axisWords, spanMs } from './chart-scale.ts';
import { CHART, type TimeChartProps } from './chart-series.ts';

interface ChartFrameProps extends TimeChartProps {
  max: number;
  /** Horizontal middle of a point, in units of the drawing. */
  xOf: (index: number) => number;
  children: ReactNode;
}

/** Axes, legend and values of a chart over time; as a table for those who do not see it. */
export function ChartFrame(props: ChartFrameProps) {
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
        {series.map(({ key, label: words, tone }) => (
          <span key={key} data-tone={tone}>
            {words}
            {picked && <strong>{valueWords(picked.values[key], format)}</strong>}
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
            {axisWords(points[index]?.start ?? '', span)}
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

/** Height of a share of the maximum, from 0 at the bottom to 1 at the top. */
export function yOf(share: number): number {
  const room = CHART.height - CHART.top - CHART.bottom;
  return CHART.height - CHART.bottom - share * room;
}

function valueWords(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? '–' : format(value);
}

function ChartTable({ label, points, series, format = formatShort }: TimeChartProps) {
  return (
    // A table does not shrink below its words; what holds it does.
    <div className="unseen">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {series.map(({ key, label: words }) => (
              <th key={key} scope="col">
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map(({ start, values }) => (
            <tr key={start}>
              <th scope="row">{formatDateTime(start)}</th>
              {series.map(({ key }) => (
                <td key={key}>{valueWords(values[key], format)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
