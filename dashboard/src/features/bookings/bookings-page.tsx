import { BOOKING_STATES } from '@serai/contract/booking/booking-states.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { CsvCell } from '@serai/contract/shared/csv-line.ts';
import { TriangleAlert } from 'lucide-react';
import { formatName, STATUS_GROUPS, STATUS_LABELS } from '../../components/booking-labels.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { ExportButton } from '../../components/export-button.tsx';
import { Badge, Empty } from '../../components/feedback.tsx';
import { FilterBar, FilterSelect, FilterText } from '../../components/filter-bar.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { LoadedList } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PartnerFilter } from '../../components/partners/partner-pickers.tsx';
import { usePartnerColumn } from '../../components/partners/partners.tsx';
import { useActiveFilter } from '../../components/pickers/active-filters.ts';
import { PAST_PRESETS, STAY_PRESETS } from '../../components/pickers/date-range.ts';
import { FilterDateRange } from '../../components/pickers/filter-date-range.tsx';
import { RecordFilter } from '../../components/pickers/record-filter.tsx';
import { SavedViews } from '../../components/pickers/saved-views.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { exportPages } from '../../lib/calls/export-pages.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall, usePages } from '../../lib/calls/use-call.ts';
import { formatMoney } from '../../lib/format/format.ts';
import { formatDay } from '../../lib/format/stay.ts';
import { dateIn, daysLater, startOfDay } from '../../lib/format/zoned-day.ts';
import { useSession } from '../../lib/session-context.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { BOOKING_FILTERS, type BookingFilters, bookingQuery } from './booking-query.ts';
import { describeReason, formatCount, StatusBadge } from './booking-status.tsx';
import { BookingsSummary } from './bookings-summary.tsx';
import '../../styles/bookings.css';

const NEXT = {
  sandbox: <LinkTo to="/sandbox">Find an example request</LinkTo>,
  production: <LinkTo to="/reference">Read the API reference</LinkTo>,
};

/** Including today. */
const SUMMARY_DAYS = 30;

export function BookingsPage() {
  const environment = useEnvironment();
  const [filters, setFilters] = useFilters(BOOKING_FILTERS);
  const { timeZone } = useSession().session;
  const since = daysLater(dateIn(timeZone, Date.now()), 1 - SUMMARY_DAYS);
  const summary = useCall('bookings/summary', {
    environment,
    from: new Date(startOfDay(timeZone, since)).toISOString(),
    ...(filters.partner && { partnerId: filters.partner }),
  });
  const query = bookingQuery(environment, filters, timeZone);
  const list = usePages('bookings/list', query, ({ bookings }) => bookings);
  const isFiltered = Object.keys(filters).length > 0;
  const clear = () => setFilters(Object.fromEntries(BOOKING_FILTERS.map(name => [name, undefined])));

  return (
    <>
      <PageHead
        title="Bookings"
        lead="All bookings in this environment, most recently updated first."
        actions={
          <ExportButton
            disabled={list.items.length === 0}
            run={onProgress => exportBookings(environment, query, onProgress)}
          />
        }
      />
      <BookingFilterBar
        filters={filters}
        onChange={setFilters}
        needsAttention={summary.state === 'ready' ? summary.data.needsAttention : undefined}
      />
      <LoadedList
        list={list}
        rows={8}
        empty={
          isFiltered ? (
            <Empty
              title="No matching bookings"
              action={
                <button type="button" onClick={clear}>
                  Clear filters
                </button>
              }
            >
              Search by the beginning of an ID, a reference or a last name. Last names need at least three
              letters.
            </Empty>
          ) : (
            <Empty title="No bookings yet" action={NEXT[environment]}>
              Bookings appear here as soon as a partner creates them: search, quote, then book.
            </Empty>
          )
        }
      >
        {rows => <BookingTable rows={rows} partner={filters.partner} />}
      </LoadedList>
      <BookingsSummary summary={summary} since={since} partner={filters.partner} />
    </>
  );
}

/** One option for each group of statuses, then one for each status. */
const STATUS_CHOICES: readonly (readonly [string, string])[] = [
  ...Object.entries(STATUS_GROUPS).map(([name, { label }]) => [name, label] as const),
  ...BOOKING_STATES.map(status => [status, STATUS_LABELS[status]] as const),
];

interface BookingFilterBarProps {
  filters: BookingFilters;
  onChange: (changed: BookingFilters | Record<string, undefined>) => void;
  /** Number of bookings, or undefined while loading. */
  needsAttention: number | undefined;
}

function BookingFilterBar({ filters, onChange, needsAttention }: BookingFilterBarProps) {
  const clear = () => onChange(Object.fromEntries(BOOKING_FILTERS.map(name => [name, undefined])));
  const isFiltered = Object.keys(filters).length > 0;
  const { timeZone } = useSession().session;
  const text = (name: keyof BookingFilters, label: string, placeholder: string) => (
    <FilterText
      label={label}
      value={filters[name]}
      placeholder={placeholder}
      onChange={value => onChange({ [name]: value } as Record<string, undefined>)}
    />
  );
  return (
    <FilterBar {...(isFiltered && { onClear: clear })}>
      <PartnerFilter value={filters.partner} onChange={partner => onChange({ partner } as BookingFilters)} />
      {text('search', 'Search', 'ID, reference or last name')}
      <FilterSelect
        label="Status"
        value={filters.status}
        options={STATUS_CHOICES}
        all="All statuses"
        onChange={status => onChange({ status } as BookingFilters)}
      />
      <FilterDateRange
        label="Created"
        placeholder="Any date"
        from={filters.createdFrom}
        to={filters.createdTo}
        presets={PAST_PRESETS}
        timeZone={timeZone}
        onChange={({ from, to }) => onChange({ createdFrom: from, createdTo: to } as BookingFilters)}
      />
      <FilterDateRange
        label="Check-in"
        placeholder="Any date"
        from={filters.from}
        to={filters.to}
        presets={STAY_PRESETS}
        onChange={range => onChange(range as BookingFilters)}
      />
      <RecordFilter
        kind="hotel"
        label="Hotel"
        placeholder="All hotels"
        value={filters.hotel}
        onChange={hotel => onChange({ hotel } as BookingFilters)}
      />
      {filters.currency !== undefined && (
        <FilterSelect
          label="Currency"
          value={filters.currency}
          options={[[filters.currency, filters.currency]]}
          all="All currencies"
          onChange={currency => onChange({ currency } as BookingFilters)}
        />
      )}
      <AttentionToggle
        isSet={filters.attention !== undefined}
        count={needsAttention}
        onChange={isSet => onChange({ attention: isSet ? 'yes' : undefined } as BookingFilters)}
      />
      <SavedViews page="/bookings" filters={filters} />
    </FilterBar>
  );
}

interface AttentionToggleProps {
  isSet: boolean;
  count: number | undefined;
  onChange: (isSet: boolean) => void;
}

function AttentionToggle({ isSet, count, onChange }: AttentionToggleProps) {
  useActiveFilter(isSet);
  return (
    <button type="button" className="attention-toggle" aria-pressed={isSet} onClick={() => onChange(!isSet)}>
      <TriangleAlert size={16} aria-hidden /> Needs attention
      {count !== undefined && ` (${count})`}
    </button>
  );
}

type BookingRow = Output<'bookings/list'>['bookings'][number];

const COLUMNS: readonly Column<BookingRow>[] = [
  { key: 'booking', heading: 'Booking', cell: row => formatName(row.holder) },
  {
    key: 'state',
    heading: 'Status',
    phone: 'status',
    cell: row => (
      <span className="state-cell">
        <StatusBadge status={row.status} />
        {row.needsAttention && (
          <Badge tone="bad">
            <TriangleAlert size={14} aria-hidden /> Needs attention
          </Badge>
        )}
        {row.statusReason && <small>{describeReason(row.statusReason)}</small>}
      </span>
    ),
  },
  {
    key: 'hotel',
    heading: 'Hotel',
    phone: 'plain',
    wide: true,
    cell: row => (
      <div>
        {row.hotel.name}
        <small>
          {formatDay(row.checkIn)}, {formatCount(row.nights, 'night')}, {formatCount(row.roomCount, 'room')}
        </small>
      </div>
    ),
  },
  {
    key: 'reference',
    heading: 'Reference',
    phone: 'hidden',
    cell: row => (
      <div className="references">
        <code>{row.clientReference}</code>
        <small>
          <code>{row.bookingId}</code>
        </small>
      </div>
    ),
  },
  {
    key: 'price',
    heading: 'Net price',
    phone: 'plain',
    align: 'right',
    cell: row => formatMoney(row.price.net),
  },
  { key: 'created', heading: 'Created', phone: 'hidden', cell: row => <Timestamp at={row.createdAt} /> },
];

function BookingTable({ rows, partner }: { rows: readonly BookingRow[]; partner: string | undefined }) {
  const [first, second, ...others] = COLUMNS as [Column<BookingRow>, Column<BookingRow>];
  const partners = usePartnerColumn<BookingRow>(partner).map(column => ({
    ...column,
    phone: 'hidden' as const,
  }));
  const columns = [first, second, ...partners, ...others];
  return (
    <DataTable
      label="Bookings"
      rows={rows}
      columns={columns}
      rowKey={row => row.bookingId}
      rowLink={row => ({ to: '/bookings/$bookingId', params: { bookingId: row.bookingId } })}
    />
  );
}

const HEADINGS = [
  'Booking',
  'Status',
  'Reason',
  'Needs attention',
  'Client reference',
  'Provider reference',
  'Hotel ID',
  'Hotel',
  'Check-in',
  'Check-out',
  'Rooms',
  'Holder',
  'Net',
  'Currency',
  'Created',
  'Updated',
];

/** Exports all bookings that match the filters, in the order of the list. */
function exportBookings(
  environment: Environment,
  input: ReturnType<typeof bookingQuery>,
  onProgress: (rows: number) => void,
): Promise<void> {
  return exportPages({
    file: `bookings-${environment}.csv`,
    headings: HEADINGS,
    operation: 'bookings/list',
    input,
    limit: 200,
    itemsOf: ({ bookings }) => bookings,
    cellsOf: bookingCells,
    onProgress,
  });
}

function bookingCells(row: BookingRow): CsvCell[] {
  return [
    row.bookingId,
    row.status,
    row.statusReason,
    row.needsAttention ? 'yes' : 'no',
    row.clientReference,
    row.providerReference,
    row.hotel.hotelId,
    row.hotel.name,
    row.checkIn,
    row.checkOut,
    row.roomCount,
    formatName(row.holder),
    { decimal: row.price.net.amount },
    row.price.net.currency,
    row.createdAt,
    row.updatedAt,
  ];
}
