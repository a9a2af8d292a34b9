import { ChartFrame, yOf } from './chart-frame.tsx';
import { niceMax } from './chart-scale.ts';
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
        <path key={key} className="line" data-tone={tone} d={linePath(points, key, max, xOf)} />
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
    // A lone point is drawn as a dot, by a line of no length with round ends.
    path += drawing ? `L${x} ${y}` : `M${x} ${y}h0`;
    drawing = true;
  });
  return path;
}
