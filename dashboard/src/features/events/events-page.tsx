import { useMemo } from 'react';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Badge, Empty } from '../../components/feedback.tsx';
import { EventFilters, FilterBar, FilterPeriod } from '../../components/filter-bar.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { LoadedList } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { usePages } from '../../lib/calls/use-call.ts';
import { isEventType } from '../../lib/event-types.ts';
import { periodFrom } from '../../lib/format/period.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { actorWords, deliveriesWords, type Event } from './event-deliveries.ts';

const REFRESH_MS = 10_000;
/** As long as events are kept. */
const KEPT = '30d';

export function EventsPage() {
  const environment = useEnvironment();
  const [{ type, booking, period = KEPT }, setFilters] = useFilters(['type', 'booking', 'period']);
  // Not at every turn of the minute: the list would begin anew.
  const from = useMemo(() => (period === KEPT ? undefined : periodFrom(period)), [period]);
  const isFiltered = type !== undefined || booking !== undefined || period !== KEPT;
  const list = usePages(
    'events/list',
    {
      environment,
      include: ['deliveries'],
      ...(from !== undefined && { from }),
      ...(isEventType(type) && { type }),
      ...(booking !== undefined && { bookingId: booking }),
    },
    ({ events }) => events,
    { everyMs: REFRESH_MS },
  );
  const clear = () => setFilters({ type: undefined, booking: undefined, period: undefined });
  return (
    <>
      <PageHead
        title="Events"
        lead="What happened, as it was told. An event never changes; it can be sent again to any endpoint for 30 days."
      />
      <FilterBar onClear={isFiltered ? clear : undefined}>
        <EventFilters type={type} booking={booking} onChange={setFilters} />
        <FilterPeriod
          value={period}
          onChange={value => setFilters({ period: value === KEPT ? undefined : value })}
        />
      </FilterBar>
      <LoadedList list={list} empty={<NoEvents isFiltered={isFiltered} />}>
        {events => (
          <DataTable
            label="Events"
            rows={events}
            columns={COLUMNS}
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
        <small>{eventId}</small>
      </>
    ),
  },
  { key: 'at', heading: 'Time', cell: ({ at }) => <Timestamp at={at} /> },
  {
    key: 'booking',
    heading: 'Booking',
    cell: ({ bookingId }) =>
      bookingId === null ? (
        '–'
      ) : (
        <LinkTo to="/bookings/$bookingId" params={{ bookingId }}>
          {bookingId}
        </LinkTo>
      ),
  },
  { key: 'version', heading: 'Version', align: 'right', cell: ({ version }) => version ?? '–' },
  { key: 'actor', heading: 'Caused by', cell: ({ actor }) => actorWords(actor) },
  {
    key: 'deliveries',
    heading: 'Deliveries',
    cell: ({ deliveries }) => {
      const { words, tone } = deliveriesWords(deliveries);
      return <Badge tone={tone}>{words}</Badge>;
    },
  },
];

function NoEvents({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <Empty title="No event matches">Change or clear the filters above.</Empty>;
  return (
    <Empty title="Nothing happened yet">
      Events appear when bookings are made, changed or cancelled. Watch them as they come:{' '}
      <code>npx serai webhooks listen</code>
    </Empty>
  );
}
