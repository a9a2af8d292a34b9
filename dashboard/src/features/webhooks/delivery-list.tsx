import { Facts } from '../../components/card.tsx';
import { CodeBlock, JsonView } from '../../components/code.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import {
  DELIVERY_STATUS_OPTIONS,
  type Delivery,
  DeliveryAttempts,
  DeliveryBadge,
  describeLastAttempt,
  isDeliveryStatus,
  mayRetry,
} from '../../components/deliveries.tsx';
import { Drawer } from '../../components/dialogs/dialog.tsx';
import { EventFilters } from '../../components/event-filters.tsx';
import { Empty, Notice } from '../../components/feedback.tsx';
import { FilterBar, FilterSelect } from '../../components/filter-bar.tsx';
import { LinkTo, PermittedLink } from '../../components/link-to.tsx';
import { Loaded, LoadedList } from '../../components/loaded.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { useAction } from '../../lib/calls/use-action.ts';
import { useCall, usePages } from '../../lib/calls/use-call.ts';
import { isEventType } from '../../lib/event-types.ts';
import { useMay } from '../../lib/session-context.ts';
import { useFilters } from '../../lib/url-state.ts';
import type { Endpoint } from './endpoint.ts';

const REFRESH_MS = 5_000;
const REPLAYED = { changes: ['deliveries', 'webhooks', 'events'], toast: 'Delivery queued.' };

/** Filters and the open delivery are kept in the URL. */
export function DeliveryList({ endpoint }: { endpoint: Endpoint }) {
  const { endpointId, url, status: endpointStatus } = endpoint;
  const [filters, setFilters] = useFilters(['status', 'type', 'booking', 'delivery']);
  const { status, type, booking, delivery } = filters;
  const mayResend = useMay('webhooks:resend');
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
          label="Status"
          all="All statuses"
          value={status}
          options={DELIVERY_STATUS_OPTIONS}
          onChange={value => setFilters({ status: value })}
        />
        <EventFilters type={type} booking={booking} onChange={setFilters} />
      </FilterBar>
      <LoadedList list={list} empty={<NoDeliveries isFiltered={isFiltered} />}>
        {deliveries => (
          <div className="delivery-list">
            <DataTable
              label="Deliveries"
              rows={deliveries}
              columns={[
                ...columnsFor(eventId => setFilters({ delivery: eventId })),
                ...(mayResend && endpointStatus === 'ENABLED' ? [RETRY] : []),
              ]}
              rowKey={({ deliveryId }) => deliveryId}
            />
          </div>
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
          <small>
            <code>{eventId}</code>
          </small>
        </button>
      ),
    },
    {
      key: 'booking',
      heading: 'Booking',
      phone: 'plain',
      cell: ({ bookingId, clientReference }) =>
        bookingId === null ? (
          ''
        ) : (
          <PermittedLink permission="bookings:view" to="/bookings/$bookingId" params={{ bookingId }}>
            <code>{clientReference ?? bookingId}</code>
          </PermittedLink>
        ),
    },
    {
      key: 'status',
      heading: 'Status',
      phone: 'status',
      cell: delivery => <DeliveryBadge delivery={delivery} />,
    },
    {
      key: 'at',
      heading: 'Created',
      phone: 'plain',
      cell: ({ createdAt }) => (
        <span>
          <Timestamp at={createdAt} exact />
          <small>
            <Timestamp at={createdAt} />
          </small>
        </span>
      ),
    },
    {
      key: 'attempts',
      heading: 'Attempts',
      align: 'right',
      cell: ({ attempts }) => attempts.length,
    },
    { key: 'last', heading: 'Last attempt', phone: 'plain', cell: describeLastAttempt },
  ];
}

const RETRY: Column<Delivery> = {
  key: 'retry',
  heading: 'Actions',
  headless: true,
  cell: delivery => (mayRetry(delivery) ? <RetryButton deliveryId={delivery.deliveryId} /> : ''),
};

/** Never disabled, so that it keeps the focus. */
function RetryButton({ deliveryId }: Pick<Delivery, 'deliveryId'>) {
  const resend = useAction('deliveries/replay', REPLAYED);
  return (
    <>
      <button
        type="button"
        className="small"
        onClick={() => {
          if (!resend.busy) void resend.run({ deliveryId });
        }}
      >
        Retry now
      </button>
      {resend.failure && <Notice failure={resend.failure} />}
    </>
  );
}

function NoDeliveries({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title="No matching deliveries">Change or clear the filters above.</Empty>
  ) : (
    <Empty title="No deliveries yet">
      Send a test event, or create a booking with a key for this environment.
    </Empty>
  );
}

interface DeliveryDrawerProps {
  endpointId: string;
  url: string;
  /** Undefined while the drawer is closed. */
  eventId: string | undefined;
  isEnabled: boolean;
  onClose: () => void;
}

const DRAWER_REFRESH_MS = 3_000;

function DeliveryDrawer({ endpointId, url, eventId, isEnabled, onClose }: DeliveryDrawerProps) {
  const shown = useCall(
    'deliveries/list',
    { endpointId, eventId: eventId ?? '', include: ['payload'] },
    { everyMs: DRAWER_REFRESH_MS, when: eventId !== undefined },
  );
  return (
    <Drawer open={eventId !== undefined} title="Delivery" onClose={onClose}>
      <Loaded from={shown} rows={8}>
        {({ deliveries: [delivery] }) =>
          delivery === undefined ? (
            <p className="faint">This delivery no longer exists.</p>
          ) : (
            <DeliveryDetail delivery={delivery} url={url} isEnabled={isEnabled} />
          )
        }
      </Loaded>
    </Drawer>
  );
}

interface DeliveryDetailProps {
  delivery: Delivery;
  url: string;
  isEnabled: boolean;
}

function DeliveryDetail({ delivery, url, isEnabled }: DeliveryDetailProps) {
  const { deliveryId, eventId, eventType, bookingId, createdAt, payload } = delivery;
  const mayChange = useMay('webhooks:resend');
  const resend = useAction('deliveries/replay', REPLAYED);
  return (
    <>
      <Facts
        items={[
          ['Status', <DeliveryBadge key="status" delivery={delivery} />],
          ['Type', <code key="type">{eventType}</code>],
          ['Created', <Timestamp key="created" at={createdAt} exact />],
          [
            'Event',
            <LinkTo key="event" to="/events/$eventId" params={{ eventId }}>
              <code>{eventId}</code>
            </LinkTo>,
          ],
          [
            'Booking',
            bookingId === null ? (
              'None'
            ) : (
              <LinkTo key="booking" to="/bookings/$bookingId" params={{ bookingId }}>
                <code>{bookingId}</code>
              </LinkTo>
            ),
          ],
          ['Delivery', <code key="id">{deliveryId}</code>],
        ]}
      />
      {mayChange && (
        <div className="row">
          <button
            type="button"
            disabled={resend.busy || !isEnabled}
            onClick={() => void resend.run({ deliveryId })}
          >
            Resend
          </button>
          {!isEnabled && <span className="hint">Enable the endpoint first.</span>}
        </div>
      )}
      {resend.failure && <Notice failure={resend.failure} />}
      <h3>Attempts</h3>
      <DeliveryAttempts delivery={delivery} />
      <h3>Request</h3>
      <CodeBlock code={requestHead(url, eventId)} label="request" />
      {payload && <JsonView value={payload} label="body" />}
    </>
  );
}

/** The part of the request that is the same for every attempt. */
function requestHead(url: string, eventId: string): string {
  const lines = ['content-type: application/json', 'user-agent: Serai-Webhooks/1', `webhook-id: ${eventId}`];
  const note = 'webhook-timestamp and webhook-signature differ for each attempt';
  return [`POST ${url}`, ...lines, `(${note})`].join('\n');
}
