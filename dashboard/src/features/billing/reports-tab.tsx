import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { DataTable } from '../../components/data-table.tsx';
import { Empty, Notice } from '../../components/feedback.tsx';
import { FilterBar, FilterSelect } from '../../components/filter-bar.tsx';
import { LoadedList } from '../../components/loaded.tsx';
import { PartnerFilter } from '../../components/partners/partners.tsx';
import { COUNTRY_OPTIONS } from '../../components/pickers/code-options.ts';
import { Combobox } from '../../components/pickers/combobox.tsx';
import { useProviders } from '../../components/pricing/use-names.ts';
import { Segmented } from '../../components/segmented.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { collectPages } from '../../lib/calls/collect-pages.ts';
import { ownData } from '../../lib/calls/current-data.ts';
import { useCall, usePages } from '../../lib/calls/use-call.ts';
import { useExport } from '../../lib/calls/use-export.ts';
import { downloadText } from '../../lib/format/download.ts';
import { currentMonth, monthName } from '../../lib/format/month.ts';
import { useSession } from '../../lib/session-context.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { FilterMonth } from './filter-month.tsx';
import {
  basisOf,
  earlierOf,
  GROUP_LABELS,
  GROUPS,
  type Group,
  groupsOf,
  REPORT_FILTERS,
  type ReportFilters,
  reportQuery,
  rowKey,
  toggleGroup,
  withLostRows,
} from './report.ts';
import { type Comparison, reportTable } from './report-columns.tsx';
import { ReportFigures } from './report-figures.tsx';
import {
  DATE_BASES,
  type DateBasis,
  isStillOpen,
  monthsName,
  periodFilters,
  periodOf,
  periodOptions,
  type ReportPeriod,
  rangeFilters,
  yearBefore,
} from './report-period.ts';

const EXPORT_PAGE = 2_000;
/** As many as one page can have. */
const EARLIER_ROWS = 500;

export function ReportsTab() {
  const environment = useEnvironment();
  const [filters, setFilters] = useFilters(REPORT_FILTERS);
  const thisMonth = currentMonth(useSession().session.timeZone);
  const groups = groupsOf(filters);
  const basis = basisOf(filters);
  const period = periodOf(filters, basis, thisMonth);
  const query = reportQuery(environment, filters, period);
  const list = usePages('reports/show', query, ({ rows }) => rows, { limit: 100 });
  // The totals and the time of the data are the same for all pages, so they are read once.
  const whole = useCall('reports/show', { ...query, withTotals: true, page: { limit: 1 } });
  const asOf = whole.state === 'ready' ? whole.data.asOf : null;
  const totals = ownData(whole)?.totals;
  const comparison = useComparison(environment, filters, period, thisMonth);
  const table = reportTable(groups, totals ?? [], comparison);
  const file = useExport();
  const save = () =>
    file.run(async () => {
      const parts = await collectPages('reports/export', query, EXPORT_PAGE);
      const text = parts.map(part => part.text).join('');
      // Spreadsheets recognise UTF-8 by the byte order mark.
      downloadText(`report-${environment}.csv`, `\uFEFF${text}`, 'text/csv;charset=utf-8');
    });
  return (
    <>
      <ReportFilterBar
        filters={filters}
        groups={groups}
        basis={basis}
        period={period}
        onChange={setFilters}
        actions={
          <button type="button" disabled={file.busy || list.items.length === 0} onClick={save}>
            <Download size={16} aria-hidden /> {file.busy ? 'Exporting …' : 'Export CSV'}
          </button>
        }
      />
      {file.failure && <Notice failure={file.failure} />}
      <LoadedList
        list={list}
        rows={8}
        empty={
          <Empty title="No bookings in this report">
            Confirmed bookings appear within about a minute. Check the period and the filters above.
          </Empty>
        }
      >
        {rows => (
          <div className="report">
            {totals && <ReportFigures totals={totals} comparison={comparison} />}
            <DataTable
              label="Report"
              rows={list.more ? rows : withLostRows(rows, comparison?.earlier, groups)}
              rowKey={row => rowKey(row, groups)}
              {...table}
            />
          </div>
        )}
      </LoadedList>
      {asOf !== null && (
        <p className="hint">
          Revenue is the net of each booking, or its penalty if it was cancelled.{' '}
          {basis === 'STAY' && 'A stay counts in the month of its check-in. '}
          {comparison && `${comparisonWords(period, comparison, thisMonth)} `}
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
  thisMonth: string,
): Comparison | undefined {
  const groups = groupsOf(filters);
  const hasEnds = period.from !== undefined && period.to !== undefined;
  const isCompared = hasEnds || groups.includes('MONTH');
  const before = yearBefore(period);
  const input = { ...reportQuery(environment, filters, before), withTotals: true };
  const read = ownData(
    useCall('reports/show', { ...input, page: { limit: EARLIER_ROWS } }, { when: isCompared }),
  );
  if (!isCompared) return undefined;
  return {
    earlier: read && earlierOf(read, groups, before),
    comparedWith: monthsName(before),
    isOpen: month => isStillOpen(month === undefined ? period : { from: month, to: month }, thisMonth),
  };
}

function comparisonWords(
  { from, to }: ReportPeriod,
  { comparedWith }: Comparison,
  thisMonth: string,
): string {
  const words =
    from === undefined || to === undefined
      ? 'Each month is compared with the same month of the year before.'
      : `Compared with ${comparedWith}.`;
  if (to !== undefined && to < thisMonth) return words;
  const open = from !== undefined && from > thisMonth ? from : thisMonth;
  const rest =
    to !== undefined && to > open
      ? 'and later months are not over, but are compared with whole months.'
      : 'is not over, but is compared with the whole month.';
  return `${words} ${monthName(open)} ${rest}`;
}

interface ReportFilterBarProps {
  filters: ReportFilters;
  groups: readonly Group[];
  basis: DateBasis;
  period: ReportPeriod;
  onChange: (changed: Partial<Record<(typeof REPORT_FILTERS)[number], string | undefined>>) => void;
  actions: ReactNode;
}

/** Rooms are rarely booked earlier. */
const MONTHS_AHEAD = 18;

function ReportFilterBar({ filters, groups, basis, period, onChange, actions }: ReportFilterBarProps) {
  const providers = useProviders();
  const { by: _by, basis: _basis, ...others } = filters;
  const isFiltered = Object.keys(others).length > 0;
  const clear = () =>
    onChange({
      partner: undefined,
      period: undefined,
      from: undefined,
      to: undefined,
      country: undefined,
      provider: undefined,
    });
  return (
    <>
      <div className="report-head">
        <fieldset className="toggles">
          <legend>Group by</legend>
          {GROUPS.map(group => (
            <button
              key={group}
              type="button"
              className="small"
              aria-pressed={groups.includes(group)}
              onClick={() => onChange({ by: toggleGroup(groups, group) })}
            >
              {GROUP_LABELS[group]}
            </button>
          ))}
        </fieldset>
        <Segmented
          label="Month of a booking"
          options={DATE_BASES}
          value={basis}
          onChange={value => onChange({ basis: value === 'STAY' ? 'stay' : undefined })}
        />
      </div>
      <FilterBar onClear={isFiltered ? clear : undefined} actions={actions}>
        <FilterSelect
          label="Period"
          value={period.key}
          options={periodOptions(basis)}
          onChange={key => key && onChange(periodFilters(key, basis, period))}
        />
        {period.key === 'custom' &&
          (['from', 'to'] as const).map(end => (
            <FilterMonth
              key={end}
              label={end === 'from' ? 'From' : 'To'}
              value={period[end]}
              ahead={basis === 'STAY' ? MONTHS_AHEAD : 0}
              onChange={month => onChange(rangeFilters(end, month, period))}
            />
          ))}
        <PartnerFilter value={filters.partner} onChange={partner => onChange({ partner })} />
        <Combobox
          label="Country of the hotel"
          placeholder="All countries"
          value={filters.country}
          options={COUNTRY_OPTIONS}
          onChange={country => onChange({ country })}
        />
        <Combobox
          label="Provider"
          placeholder="All providers"
          value={filters.provider}
          options={providers.map(({ code, name }) => ({ value: code, name, hint: code }))}
          onChange={provider => onChange({ provider })}
        />
      </FilterBar>
    </>
  );
}
