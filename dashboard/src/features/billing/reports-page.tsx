import { Download } from 'lucide-react';
import { AmountsIn } from '../../components/amounts-in.tsx';
import { OnTheBooks } from '../../components/billing/on-the-books.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Empty, Notice, Skeleton } from '../../components/feedback.tsx';
import { LoadedList } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { collectPages } from '../../lib/calls/collect-pages.ts';
import { isWaiting, ownData } from '../../lib/calls/current-data.ts';
import { useCall, usePages } from '../../lib/calls/use-call.ts';
import { useExport } from '../../lib/calls/use-export.ts';
import { downloadText } from '../../lib/format/download.ts';
import { dateIn } from '../../lib/format/zoned-day.ts';
import { useSession } from '../../lib/session-context.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import {
  basisOf,
  earlierOf,
  groupsOf,
  inNaturalOrder,
  orderOf,
  REPORT_FILTERS,
  type ReportFilters,
  type ReportRow,
  reportQuery,
  rowKey,
  totalsOrNone,
  withLostRows,
} from './report.ts';
import { bookingsOfRow, bookingsOfTotal } from './report-bookings.ts';
import { ReportChart } from './report-chart.tsx';
import { type Comparison, orderedBy, reportTable } from './report-columns.tsx';
import { FigureMeanings, ReportFigures } from './report-figures.tsx';
import { ReportFilterBar } from './report-filter-bar.tsx';
import {
  cutOf,
  isStillOpen,
  monthOfPeriod,
  periodOf,
  periodWords,
  type ReportPeriod,
  rangeName,
  rangeRead,
  yearBefore,
} from './report-period.ts';

const EXPORT_PAGE = 2_000;
/** As many as one page can have. */
const EARLIER_ROWS = 500;

export function ReportsPage() {
  const environment = useEnvironment();
  const [filters, setFilters] = useFilters(REPORT_FILTERS);
  const { timeZone } = useSession().session;
  const today = dateIn(timeZone, Date.now());
  const groups = groupsOf(filters);
  const basis = basisOf(filters);
  const period = periodOf(filters, basis, today);
  const query = reportQuery(environment, filters, rangeRead(period, basis));
  const { partnerId, hotelId, country, provider } = query;
  const list = usePages('reports/show', { ...query, withTotals: true }, ({ rows }) => rows, { limit: 100 });
  const asOf = list.first?.asOf ?? null;
  const totals = list.first?.totals;
  const comparison = useComparison(environment, filters, period, today);
  const shownTotals = totals && totalsOrNone(totals, comparison?.earlier);
  const listed = { filters, period, totals };
  const table = reportTable({
    groups,
    totals: shownTotals ?? [],
    comparison,
    bookingsOf: row => bookingsOfRow(row, listed),
    bookingsOfTotal: total => bookingsOfTotal(total, listed),
  });
  const file = useExport();
  const save = () =>
    file.run(async () => {
      const parts = await collectPages('reports/export', query, EXPORT_PAGE);
      const text = parts.map(part => part.text).join('');
      // Spreadsheets recognise UTF-8 by the byte order mark.
      downloadText(`report-${environment}.csv`, `\uFEFF${text}`, 'text/csv;charset=utf-8');
    });
  const show = (rows: readonly ReportRow[]) => (
    <div className="report">
      {shownTotals && <ReportFigures totals={shownTotals} comparison={comparison} />}
      <AmountsIn currencies={(shownTotals ?? []).map(({ currency }) => currency)} />
      <DataTable
        label="Report"
        rows={list.more ? rows : inNaturalOrder(withLostRows(rows, comparison?.earlier, groups), groups)}
        rowKey={row => rowKey(row, groups)}
        isComplete={list.more === undefined}
        order={orderOf(groups)}
        orderedBy={orderedBy(groups)}
        {...table}
      />
      <FigureMeanings />
      <ReportChart filters={filters} period={period} />
    </div>
  );
  return (
    <>
      <PageHead
        title="Reports"
        lead="Bookings, revenue and margin, compared with the year before."
        actions={
          <button type="button" disabled={file.busy || list.items.length === 0} onClick={save}>
            <Download size={16} aria-hidden /> {file.busy ? 'Exporting…' : 'Export CSV'}
          </button>
        }
      />
      <ReportFilterBar
        filters={filters}
        groups={groups}
        basis={basis}
        period={period}
        today={today}
        timeZone={timeZone}
        onChange={setFilters}
      />
      {file.failure && <Notice failure={file.failure} />}
      {/* Also if the report is empty, because all stays may lie ahead. */}
      {basis === 'STAY' && <OnTheBooks filters={{ partnerId, hotelId, country, provider }} />}
      <p className="report-period">{periodWords(period, comparison !== undefined, today, basis)}</p>
      <LoadedList
        list={list}
        rows={8}
        empty={
          shownTotals?.length ? (
            show([])
          ) : comparison?.isLoading ? (
            // The year before may have had bookings.
            <Skeleton rows={8} />
          ) : (
            <Empty title="No bookings in this report">
              {basis === 'STAY' && period.until !== undefined
                ? 'This period ends today. For stays to come, choose “All of this year” or “Next 12 months”.'
                : 'Confirmed bookings appear within about a minute. Check the period and the filters above.'}
            </Empty>
          )
        }
      >
        {show}
      </LoadedList>
      {asOf !== null && (
        <p className="hint">
          {basis === 'STAY' && 'A stay counts in the month of its check-in. '}
          Includes all changes up to <Timestamp at={asOf} exact />.
        </p>
      )}
    </>
  );
}

/** The same report for the year before. Without two ends, only months can be compared, each with its own year before. */
function useComparison(
  environment: ReturnType<typeof useEnvironment>,
  filters: ReportFilters,
  period: ReportPeriod,
  today: string,
): Comparison | undefined {
  const groups = groupsOf(filters);
  const hasEnds = period.from !== undefined && period.to !== undefined;
  const isCompared = hasEnds || groups.includes('MONTH');
  const before = yearBefore(period);
  const input = {
    ...reportQuery(environment, filters, before),
    withTotals: true,
    withYearAgo: hasEnds,
    ...cutOf(period),
  };
  const call = useCall('reports/show', { ...input, page: { limit: EARLIER_ROWS } }, { when: isCompared });
  if (!isCompared) return undefined;
  const read = ownData(call);
  return {
    earlier: read && earlierOf(read, groups, before),
    isLoading: isWaiting(call),
    comparedWith: month => rangeName(month === undefined ? before : yearBefore(monthOfPeriod(period, month))),
    isOpen: month => isStillOpen(month === undefined ? period : monthOfPeriod(period, month), today),
  };
}
