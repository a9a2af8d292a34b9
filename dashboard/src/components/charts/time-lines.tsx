import { ChartFrame, yOf } from './chart-frame.tsx';
import { lonePoints, niceMax } from './chart-scale.ts';
import { CHART, type TimeChartProps, type TimePoint } from './chart-series.ts';

/** Measures over time, one line each; a line breaks where there is no value. */
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
