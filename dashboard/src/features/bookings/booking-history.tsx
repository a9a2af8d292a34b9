import { JsonView } from '../../components/code.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { type Delivery, DeliveryBadge, describeLastAttempt } from '../../components/deliveries.tsx';
import { Empty } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { describeCause } from './attention.ts';
import { ACTORS, describeReason, StatusBadge } from './booking-status.tsx';

type Entry = Output<'bookings/show'>['history'][number];

export function HistoryEntry({
  entry: { version, at, event, actor, by, to, reason, evidence, note },
}: {
  entry: Entry;
}) {
  const { cause, summary, ...found } = note ?? {};
  return (
    <>
      <div className="timeline-head">
        <StatusBadge status={to} />
        <code>{event}</code>
        <span className="faint">
          version {version}, by {by ?? ACTORS[actor]}, <Timestamp at={at} exact />
        </span>
      </div>
      {reason && <p>{sentence(describeReason(reason))}</p>}
      {evidence && (
        <blockquote>
          <span className="unseen">Evidence: </span>
          {evidence}
        </blockquote>
      )}
      {typeof cause === 'string' && <p>{describeCause(cause)}</p>}
      {typeof summary === 'string' && <p>{summary}</p>}
      {Object.keys(found).length > 0 && <JsonView value={found} label="details" folded />}
    </>
  );
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

const COLUMNS: readonly Column<Delivery>[] = [
  { key: 'event', heading: 'Event', cell: ({ eventType }) => <code>{eventType}</code> },
  {
    key: 'status',
    heading: 'Status',
    cell: delivery => <DeliveryBadge delivery={delivery} />,
  },
  {
    key: 'endpoint',
    heading: 'Endpoint',
    cell: ({ endpointId }) => (
      <LinkTo to="/webhooks/$endpointId" params={{ endpointId }}>
        <code>{endpointId}</code>
      </LinkTo>
    ),
  },
  { key: 'attempts', heading: 'Attempts', align: 'right', cell: ({ attempts }) => attempts.length },
  { key: 'last', heading: 'Last response', cell: describeLastAttempt },
  { key: 'at', heading: 'Created', cell: ({ createdAt }) => <Timestamp at={createdAt} exact /> },
];

export function DeliveriesPanel({ deliveries }: { deliveries: readonly Delivery[] }) {
  if (deliveries.length === 0) {
    return (
      <Empty title="No webhook deliveries" action={<LinkTo to="/webhooks">Add a webhook endpoint</LinkTo>}>
        Every change creates an event, which is sent to the endpoints that subscribe to it.
      </Empty>
    );
  }
  return (
    <DataTable
      label="Webhook deliveries"
      rows={deliveries}
      columns={COLUMNS}
      rowKey={({ deliveryId }) => deliveryId}
      rowLink={({ eventId }) => ({ to: '/events/$eventId', params: { eventId } })}
    />
  );
}
