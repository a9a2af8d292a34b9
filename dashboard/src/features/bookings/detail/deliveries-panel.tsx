import { type Column, DataTable } from '../../../components/data-table.tsx';
import { Badge, Empty, type Tone } from '../../../components/feedback.tsx';
import { LinkTo } from '../../../components/link-to.tsx';
import { Timestamp } from '../../../components/timestamp.tsx';
import type { Output } from '../../../lib/calls/operator-client.ts';

type Delivery = Output<'bookings/show'>['deliveries'][number];

const STATUS: Readonly<Record<Delivery['status'], readonly [Tone, string]>> = {
  DELIVERED: ['good', 'Delivered'],
  PENDING: ['info', 'Under way'],
  FAILED: ['bad', 'Failed'],
  HELD: ['warn', 'Held: endpoint is off'],
};

const COLUMNS: readonly Column<Delivery>[] = [
  { key: 'event', heading: 'Event', cell: ({ eventType }) => <code>{eventType}</code> },
  {
    key: 'status',
    heading: 'State',
    cell: ({ status }) => <Badge tone={STATUS[status][0]}>{STATUS[status][1]}</Badge>,
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
  { key: 'last', heading: 'Last answer', cell: ({ attempts }) => lastWords(attempts.at(-1)) },
  { key: 'at', heading: 'Told', cell: ({ createdAt }) => <Timestamp at={createdAt} exact /> },
];

export function DeliveriesPanel({ deliveries }: { deliveries: readonly Delivery[] }) {
  if (deliveries.length === 0) {
    return (
      <Empty title="Nobody was told" action={<LinkTo to="/webhooks">Add a webhook endpoint</LinkTo>}>
        Every change is an event; endpoints that subscribe to it receive it.
      </Empty>
    );
  }
  return (
    <DataTable
      label="Deliveries of this booking’s events"
      rows={deliveries}
      columns={COLUMNS}
      rowKey={({ deliveryId }) => deliveryId}
      rowLink={({ eventId }) => ({ to: '/events/$eventId', params: { eventId } })}
    />
  );
}

function lastWords(attempt: Delivery['attempts'][number] | undefined): string {
  if (attempt === undefined) return 'None yet';
  return attempt.status === null ? (attempt.error ?? 'No answer') : String(attempt.status);
}
