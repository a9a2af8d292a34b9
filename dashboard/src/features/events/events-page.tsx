import { useMemo } from 'react';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EventFilters } from '../../components/event-filters.tsx';
import { Badge, Empty } from '../../components/feedback.tsx';
import { FilterBar, FilterPeriod } from '../../components/filter-bar.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { LoadedList } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PartnerFilter } from '../../components/partners/partner-pickers.tsx';
import { usePartnerColumn } from '../../components/partners/partners.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { usePages } from '../../lib/calls/use-call.ts';
import { isEventType } from '../../lib/event-types.ts';
import { periodFrom } from '../../lib/format/period.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { describeActor, type Event, summariseDeliveries } from './event.ts';

const REFRESH_MS = 10_000;
/** Retention period of events. */
const RETENTION = '30d';

export function EventsPage() {
  const environment = useEnvironment();
  const [filters, setFilters, clear] = useFilters(['type', 'booking', 'partner', 'period']);
  const { type, booking, partner, period = RETENTION } = filters;
  const partnerColumn = usePartnerColumn<Event>(partner);
  // Memoised, because a new start time every minute would reset the list.
  const from = useMemo(() => (period === RETENTION ? undefined : periodFrom(period)), [period]);
  const list = usePages(
    'events/list',
    {
      environment,
      ...(partner && { partnerId: partner }),
      include: ['deliveries'],
      ...(from !== undefined && { from }),
      ...(isEventType(type) && { type }),
      ...(booking !== undefined && { bookingId: booking }),
    },
    ({ events }) => events,
    { everyMs: REFRESH_MS },
  );
  return (
    <>
      <PageHead
        title="Events"
        lead="All events and their deliveries. You can resend an event to any endpoint for 30 days."
      />
      <FilterBar onClear={clear}>
        <PartnerFilter value={partner} onChange={value => setFilters({ partner: value })} />
        <EventFilters type={type} booking={booking} onChange={setFilters} />
        <FilterPeriod
          value={period}
          onChange={value => setFilters({ period: value === RETENTION ? undefined : value })}
        />
      </FilterBar>
      <LoadedList list={list} empty={<NoEvents isFiltered={clear !== undefined} />}>
        {events => (
          <DataTable
            label="Events"
            rows={events}
            columns={[...COLUMNS.slice(0, 1), ...partnerColumn, ...COLUMNS.slice(1)]}
            rowKey={({ eventId }) => eventId}
            rowLink={({ eventId }) => ({ to: '/events/$eventId', params: { eventId } })}
          />
        )}
      </LoadedList>
    </>
  );
}

const COLUMNS: readonly Column<Event>[] = [
  {
    key: 'type',
    heading: 'Event',
    wide: true,
    cell: ({ type, eventId }) => (
      <>
        {type}
        <small>
          <code>{eventId}</code>
        </small>
      </>
    ),
  },
  { key: 'at', heading: 'Time', phone: 'plain', cell: ({ at }) => <Timestamp at={at} /> },
  {
    key: 'booking',
    heading: 'Booking',
    phone: 'plain',
    cell: ({ bookingId }) =>
      bookingId === null ? (
        '–'
      ) : (
        <LinkTo to="/bookings/$bookingId" params={{ bookingId }}>
          <code>{bookingId}</code>
        </LinkTo>
      ),
  },
  {
    key: 'version',
    heading: 'Version',
    phone: 'hidden',
    align: 'right',
    cell: ({ version }) => version ?? '–',
  },
  { key: 'actor', heading: 'Caused by', phone: 'plain', cell: ({ actor }) => describeActor(actor) },
  {
    key: 'deliveries',
    heading: 'Deliveries',
    phone: 'status',
    cell: ({ deliveries }) => {
      const { label, tone } = summariseDeliveries(deliveries);
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
];

function NoEvents({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <Empty title="No matching events">Change or clear the filters above.</Empty>;
  return (
    <Empty title="No events yet">
      Events appear when bookings are created, changed or cancelled. To watch them live, run{' '}
      <code>npx serai webhooks listen</code>.
    </Empty>
  );
}
