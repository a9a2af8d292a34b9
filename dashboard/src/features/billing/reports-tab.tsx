import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Empty, Notice } from '../../components/feedback.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { LoadedList } from '../../components/loaded.tsx';
import { PartnerFilter } from '../../components/partners/partners.tsx';
import { COUNTRY_OPTIONS, countryName } from '../../components/pickers/code-options.ts';
import { Combobox } from '../../components/pickers/combobox.tsx';
import { useProviders } from '../../components/pricing/use-names.ts';
import { Timestamp } from '../../components/timestamp.tsx';
import { collectPages } from '../../lib/calls/collect-pages.ts';
import { useCall, usePages } from '../../lib/calls/use-call.ts';
import { useExport } from '../../lib/calls/use-export.ts';
import { downloadText } from '../../lib/format/download.ts';
import { formatMoney, formatNumber, formatPercent } from '../../lib/format/format.ts';
import { monthName } from '../../lib/format/month.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { FilterMonth } from './filter-month.tsx';
import {
  GROUP_LABELS,
  GROUPS,
  type Group,
  groupsOf,
  REPORT_FILTERS,
  type ReportFilters,
  type ReportRow,
  type ReportTotal,
  reportQuery,
  toggleGroup,
} from './report.ts';

const EXPORT_PAGE = 2_000;

export function ReportsTab() {
  const environment = useEnvironment();
  const [filters, setFilters] = useFilters(REPORT_FILTERS);
  const groups = groupsOf(filters);
  const query = reportQuery(environment, filters);
  const list = usePages('reports/show', query, ({ rows }) => rows, { limit: 100 });
  // The totals and the time of the data are the same for all pages, so they are read once.
  const whole = useCall('reports/show', { ...query, withTotals: true, page: { limit: 1 } });
  const asOf = whole.state === 'ready' ? whole.data.asOf : null;
  const totals = whole.state === 'ready' && !whole.isPrevious ? whole.data.totals : [];
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
            Confirmed bookings appear within about a minute. Check the filters above.
          </Empty>
        }
      >
        {rows => (
          <div className="report">
            <DataTable
              label="Report"
              rows={rows}
              columns={[...groups.map(group => GROUP_COLUMNS[group]), ...FIGURES]}
              rowKey={row => JSON.stringify([groups.map(group => groupKey(row, group)), row.currency])}
              totals={totals.map(total => totalRow(GROUP_COLUMNS[groups[0] ?? 'PARTNER'].key, total))}
            />
          </div>
        )}
      </LoadedList>
      {asOf !== null && (
        <p className="hint">
          Revenue is the net of each booking, or its penalty if it was cancelled. Includes all changes up to{' '}
          <Timestamp at={asOf} exact />.
        </p>
      )}
    </>
  );
}

interface ReportFilterBarProps {
  filters: ReportFilters;
  groups: readonly Group[];
  onChange: (changed: Partial<Record<(typeof REPORT_FILTERS)[number], string | undefined>>) => void;
  actions: ReactNode;
}

function ReportFilterBar({ filters, groups, onChange, actions }: ReportFilterBarProps) {
  const providers = useProviders();
  const { by: _by, ...others } = filters;
  const isFiltered = Object.keys(others).length > 0;
  const clear = () =>
    onChange({
      partner: undefined,
      from: undefined,
      to: undefined,
      country: undefined,
      provider: undefined,
    });
  return (
    <>
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
      <FilterBar onClear={isFiltered ? clear : undefined} actions={actions}>
        <PartnerFilter value={filters.partner} onChange={partner => onChange({ partner })} />
        <FilterMonth label="Booked from" value={filters.from} onChange={from => onChange({ from })} />
        <FilterMonth label="Booked to" value={filters.to} onChange={to => onChange({ to })} />
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

function groupKey(row: ReportRow, group: Group): string | null | undefined {
  return {
    PARTNER: row.partnerId,
    HOTEL: row.hotelId,
    PROVIDER: row.provider,
    COUNTRY: row.country,
    MONTH: row.month,
  }[group];
}

const GROUP_COLUMNS: Record<Group, Column<ReportRow>> = {
  PARTNER: {
    key: 'partner',
    heading: 'Partner',
    cell: ({ partnerId = '', partnerName }) => (
      <LinkTo to="/partners/$partnerId" params={{ partnerId }}>
        {partnerName ?? partnerId}
      </LinkTo>
    ),
  },
  HOTEL: {
    key: 'hotel',
    heading: 'Hotel',
    cell: ({ hotelId = '', hotelName }) => (
      <LinkTo to="/hotels/$hotelId" params={{ hotelId }}>
        {hotelName ?? hotelId}
      </LinkTo>
    ),
  },
  PROVIDER: { key: 'provider', heading: 'Provider', cell: ({ provider }) => <code>{provider}</code> },
  COUNTRY: {
    key: 'country',
    heading: 'Country',
    cell: ({ country }) => (country ? countryName(country) : <span className="faint">Unknown</span>),
  },
  MONTH: { key: 'month', heading: 'Month', cell: ({ month }) => (month ? monthName(month) : '') },
};

/** Rows and totals have the same figures. */
const FIGURES: readonly Column<ReportTotal>[] = [
  {
    key: 'bookings',
    heading: 'Bookings',
    align: 'right',
    cell: ({ bookings, cancelled }) => (
      <div className="parts">
        <span>{formatNumber(bookings)}</span>
        {cancelled > 0 && <small>{formatNumber(cancelled)} cancelled</small>}
      </div>
    ),
  },
  { key: 'nights', heading: 'Room nights', align: 'right', cell: row => formatNumber(row.roomNights) },
  {
    key: 'revenue',
    heading: 'Revenue',
    align: 'right',
    cell: ({ revenue }) => formatMoney(revenue),
  },
  { key: 'cost', heading: 'Cost', align: 'right', cell: ({ cost }) => formatMoney(cost) },
  {
    key: 'margin',
    heading: 'Margin',
    align: 'right',
    cell: ({ margin }) => <strong>{formatMoney(margin)}</strong>,
  },
  {
    key: 'percent',
    heading: 'Margin %',
    align: 'right',
    cell: ({ marginPercent }) => (marginPercent === null ? '–' : formatPercent(marginPercent / 100)),
  },
];

function totalRow(firstColumn: string, total: ReportTotal) {
  const cells = FIGURES.map(({ key, cell }) => [key, cell(total)] as const);
  return {
    key: total.currency,
    cells: { [firstColumn]: `Total in ${total.currency}`, ...Object.fromEntries(cells) },
  };
}
