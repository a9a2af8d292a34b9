import { ChartFrame, yOf } from './chart-frame.tsx';
import { niceMax } from './chart-scale.ts';
import { CHART, type TimeChartProps } from './chart-series.ts';

/** Counts over time, stacked. */
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
