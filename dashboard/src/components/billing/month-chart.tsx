import type { Output } from '../../lib/calls/operator-client.ts';
import { dayName } from '../../lib/format/month.ts';
import { monthsLater } from '../../lib/format/zoned-day.ts';
import { useFilters } from '../../lib/url-state.ts';
import { Card } from '../card.tsx';
import { moneyPoints } from '../charts/money-points.ts';
import { TimeBars } from '../charts/time-chart.tsx';
import { Segmented } from '../segmented.tsx';
import { MEASURES, type MonthRange, mainCurrency, monthValues } from './month-values.ts';

type Report = Pick<Output<'reports/show'>, 'rows' | 'totals'>;

interface MonthChartProps {
  /** A report by month. */
  report: Report;
  /** The report of the year before. Undefined while it loads. */
  earlier: Report | undefined;
  months: MonthRange;
  hint: string;
  /** The last month is not over. */
  isOpen: boolean;
  folds?: boolean;
}

/** Explains the last month of a period that is not over. Nothing for other periods. */
export function lastMonthWords(until: string | undefined): string {
  return until === undefined ? '' : ` The last month ends on ${dayName(until)} in both years.`;
}

/** Bookings, revenue or margin of each month, with those of the year before as a line. */
export function MonthChart({ report, earlier, months, hint, isOpen, folds = false }: MonthChartProps) {
  const [{ chart }, setFilters] = useFilters(['chart']);
  const [measure, name] = MEASURES.find(([key]) => key === chart) ?? MEASURES[1];
  const currency = mainCurrency(report) ?? (earlier && mainCurrency(earlier));
  const others = report.totals.map(total => total.currency).filter(each => each !== currency);
  const isAmount = measure !== 'bookings';
  const before = { from: monthsLater(months.from, -12), to: monthsLater(months.to, -12) };
  return (
    <Card
      folds={folds}
      title={`${name} per month`}
      hint={
        isAmount && others.length > 0 ? `${hint} ${currency} only. Not included: ${others.join(', ')}.` : hint
      }
    >
      <Segmented
        label="Chart figure"
        options={MEASURES}
        value={measure}
        onChange={value => setFilters({ chart: value })}
      />
      <TimeBars
        key={measure}
        label={`${name} per month`}
        points={moneyPoints(
          monthValues(report, months, measure, currency),
          earlier ? monthValues(earlier, before, measure, currency) : [],
        )}
        series={[{ key: 'amount', label: isAmount ? `${name} in ${currency}` : name, tone: 'accent' }]}
        before={{ key: 'before', label: 'Year before' }}
        isOpen={isOpen}
        calendar="month"
      />
    </Card>
  );
}
