import { type Column, DataTable } from '../../../components/data-table.tsx';
import { Moment } from '../../../components/text/moment.tsx';
import { formatMs, formatNumber, formatPercent } from '../../../lib/format/format.ts';
import { type Endpoint, lastDelivery, typesWords } from './endpoint.ts';
import { EndpointState } from './endpoint-state.tsx';

const COLUMNS: readonly Column<Endpoint>[] = [
  {
    key: 'url',
    heading: 'Endpoint',
    cell: ({ url, description }) => (
      <>
        <span className="url">{url}</span>
        {description !== null && <small>{description}</small>}
      </>
    ),
  },
  { key: 'state', heading: 'State', cell: endpoint => <EndpointState endpoint={endpoint} /> },
  { key: 'types', heading: 'Receives', cell: ({ eventTypes }) => typesWords(eventTypes) },
  {
    key: 'success',
    heading: 'Success, 24 h',
    align: 'right',
    cell: ({ health }) => (health.successRate === null ? '–' : formatPercent(health.successRate)),
  },
  {
    key: 'p95',
    heading: 'p95',
    align: 'right',
    cell: ({ health }) => (health.p95Ms === null ? '–' : formatMs(health.p95Ms)),
  },
  { key: 'last', heading: 'Last delivery', cell: endpoint => <LastDelivery endpoint={endpoint} /> },
  { key: 'waiting', heading: 'Not yet delivered', cell: endpoint => <Undelivered endpoint={endpoint} /> },
];

export function EndpointTable({ endpoints }: { endpoints: readonly Endpoint[] }) {
  return (
    <DataTable
      label="Webhook endpoints"
      rows={endpoints}
      columns={COLUMNS}
      rowKey={({ endpointId }) => endpointId}
      rowLink={({ endpointId }) => ({ to: '/webhooks/$endpointId', params: { endpointId } })}
    />
  );
}

function LastDelivery({ endpoint }: { endpoint: Endpoint }) {
  const last = lastDelivery(endpoint);
  if (last === undefined) return 'None yet';
  return (
    <span>
      <Moment at={last.at} />
      <small>{last.ok ? 'arrived' : 'failed'}</small>
    </span>
  );
}

/** From here on there may be more than were counted. */
const MAX_WAITING_COUNTED = 1_000;

function Undelivered({ endpoint: { health } }: { endpoint: Endpoint }) {
  const { held, waiting, nextAttemptAt } = health;
  if (held === 0 && waiting === 0) return 'Nothing';
  return (
    <span>
      {waiting > 0 && `${formatNumber(waiting)}${waiting >= MAX_WAITING_COUNTED ? ' or more' : ''} waiting`}
      {waiting > 0 && nextAttemptAt !== null && (
        <small>
          next attempt <Moment at={nextAttemptAt} />
        </small>
      )}
      {held > 0 && <small>{formatNumber(held)} held</small>}
    </span>
  );
}
