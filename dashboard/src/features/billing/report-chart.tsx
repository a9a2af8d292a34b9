import { lastMonthWords, MonthChart } from '../../components/billing/month-chart.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { ownData } from '../../lib/calls/current-data.ts';
import { useCall, withoutPrevious } from '../../lib/calls/use-call.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { basisOf, type ReportFilters, reportQuery } from './report.ts';
import { chartMonths, cutOf, type ReportPeriod, rangeRead, yearBefore } from './report-period.ts';

/** More rows than a chart has months and currencies. */
const ROWS = 500;

interface ReportChartProps {
  filters: ReportFilters;
  period: ReportPeriod;
}

/** The months of a report, whatever it is grouped by. */
export function ReportChart({ filters, period }: ReportChartProps) {
  const environment = useEnvironment();
  const months = chartMonths(period);
  const byMonth = { ...filters, by: 'MONTH' };
  const options = { withTotals: true, page: { limit: ROWS } };
  const isShown = { when: months !== undefined };
  const basis = basisOf(filters);
  const read = useCall(
    'reports/show',
    { ...reportQuery(environment, byMonth, rangeRead(period, basis)), ...options },
    isShown,
  );
  const before = useCall(
    'reports/show',
    { ...reportQuery(environment, byMonth, yearBefore(period)), ...cutOf(period), ...options },
    isShown,
  );
  if (months === undefined) return null;
  return (
    <Loaded from={withoutPrevious(read)} rows={6}>
      {report => (
        <MonthChart
          folds
          report={report}
          earlier={ownData(before)}
          months={months}
          isOpen={period.until !== undefined}
          hint={`By ${basis === 'STAY' ? 'check-in' : 'booking'} month.${lastMonthWords(period.until)}`}
        />
      )}
    </Loaded>
  );
}
