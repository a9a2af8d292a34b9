import { type Column, DataTable } from '../../../components/data-table.tsx';
import {
  DELIVERY_STATUS_OPTIONS,
  type Delivery,
  DeliveryBadge,
  describeLastAttempt,
  isDeliveryStatus,
} from '../../../components/deliveries.tsx';
import { Empty } from '../../../components/feedback.tsx';
import { EventFilters, FilterBar, FilterSelect } from '../../../components/filter-bar.tsx';
import { LoadedList } from '../../../components/loaded.tsx';
import { Timestamp } from '../../../components/timestamp.tsx';
import { usePages } from '../../../lib/calls/use-call.ts';
import { isEventType } from '../../../lib/event-types.ts';
import { useFilters } from '../../../lib/url-state.ts';
import type { Endpoint } from '../parts/endpoint.ts';
import { DeliveryDrawer } from './delivery-drawer.tsx';

const REFRESH_MS = 5_000;

/** Deliveries of one endpoint; which of them, and which one is open, stands in the address. */
export function DeliveryList({ endpoint }: { endpoint: Endpoint }) {
  const { endpointId, url, status: endpointStatus } = endpoint;
  const [filters, setFilters] = useFilters(['status', 'type', 'booking', 'delivery']);
  const { status, type, booking, delivery } = filters;
  const isFiltered = status !== undefined || type !== undefined || booking !== undefined;
  const list = usePages(
    'deliveries/list',
    {
      endpointId,
      ...(isDeliveryStatus(status) && { status }),
      ...(isEventType(type) && { eventType: type }),
      ...(booking !== undefined && { bookingId: booking }),
    },
    ({ deliveries }) => deliveries,
    { everyMs: REFRESH_MS },
  );
  const clear = () => setFilters({ status: undefined, type: undefined, booking: undefined });
  return (
    <>
      <FilterBar onClear={isFiltered ? clear : undefined}>
        <FilterSelect
          label="State"
          all="Every state"
          value={status}
          options={DELIVERY_STATUS_OPTIONS}
          onChange={value => setFilters({ status: value })}
        />
        <EventFilters type={type} booking={booking} onChange={setFilters} />
      </FilterBar>
      <LoadedList list={list} empty={<NoDeliveries isFiltered={isFiltered} />}>
        {deliveries => (
          <DataTable
            label="Deliveries"
            rows={deliveries}
            columns={columnsFor(eventId => setFilters({ delivery: eventId }))}
            rowKey={({ deliveryId }) => deliveryId}
          />
        )}
      </LoadedList>
      <DeliveryDrawer
        endpointId={endpointId}
        url={url}
        eventId={delivery}
        isEnabled={endpointStatus === 'ENABLED'}
        onClose={() => setFilters({ delivery: undefined })}
      />
    </>
  );
}

function columnsFor(onOpen: (eventId: string) => void): readonly Column<Delivery>[] {
  return [
    {
      key: 'type',
      heading: 'Event',
      cell: ({ eventType, eventId }) => (
        <button type="button" className="open-row" onClick={() => onOpen(eventId)}>
          {eventType}
          <small>{eventId}</small>
        </button>
      ),
    },
    { key: 'state', heading: 'State', cell: delivery => <DeliveryBadge delivery={delivery} /> },
    { key: 'at', heading: 'Created', cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
    { key: 'attempts', heading: 'Attempts', align: 'right', cell: ({ attempts }) => attempts.length },
    { key: 'last', heading: 'Last attempt', cell: describeLastAttempt },
    {
      key: 'next',
      heading: 'Next attempt',
      cell: ({ nextAttemptAt }) => (nextAttemptAt === null ? '–' : <Timestamp at={nextAttemptAt} />),
    },
  ];
}

function NoDeliveries({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title="No delivery matches">Change or clear the filters above.</Empty>
  ) : (
    <Empty title="Nothing was sent here yet">
      Send a test event, or make a booking with a key of this environment.
    </Empty>
  );
}
